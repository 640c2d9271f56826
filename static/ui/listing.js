// A table as a card in a list: which game, its options in words, who sits there.
import { t } from "#app/lib/i18n.js";
import { catalogue } from "#app/ui/app.js";
import { optionWords, valueText } from "#app/ui/form.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";

/**
 * @typedef {import("#app/types/app.d.ts").Listing} Listing
 * @typedef {import("#app/types/app.d.ts").SeatView} SeatView
 */

/** Who sits in a seat. @param {SeatView} seat */
export function seatName(seat) {
  if (seat.kind === "person") return seat.name;
  return seat.kind === "bot" ? t("seat.bot", { level: t(`level.${seat.level}`) }) : t("seat.open");
}

/** The same in play, where bots need names to be told apart. @param {SeatView} held @param {number} seat */
export const playerName = (held, seat) => (held.kind === "bot" ? t("seat.bot_n", { n: seat + 1 }) : seatName(held));

/** Clock and what differs from the usual. @param {{game: string, options: import("#app/types/app.d.ts").Options, table: import("#app/types/app.d.ts").TableOptions}} props */
export function OptionChips({ game, options, table }) {
  const info = catalogue.value?.games.find((g) => g.key === game);
  const clock =
    table.clock === "custom"
      ? t("listing.clock", { bank: table.bank, increment: table.increment })
      : valueText("table", "clock", table.clock);
  const words = info ? optionWords(info.options, options) : [];
  return html`<ul class="chips">
    ${table.access === "private" && html`<li><${Icon} name="lock" />${valueText("table", "access", "private")}</li>`}
    <li><${Icon} name="clock" />${t("option.pair", { label: t("option.table.clock"), value: clock })}</li>
    ${words.map((word) => html`<li key=${word}>${word}</li>`)}
  </ul>`;
}

/** @param {{seats: Listing["seats"]}} props */
function Seats({ seats }) {
  return html`<ul class="seat-dots">
    ${Object.values(seats).map(
      (seat, i) => html`<li key=${i} class=${cls("seat-dot", `seat-${seat.kind}`)}>
        <${Icon} name=${seat.kind === "bot" ? "bot" : seat.kind === "person" ? "person" : "plus"} /><span>${seatName(seat)}</span>
      </li>`,
    )}
  </ul>`;
}

/** @param {{listing: Listing, mine?: boolean}} props */
export function TableCard({ listing, mine }) {
  const open = Object.values(listing.seats).filter((seat) => seat.kind === "open").length;
  const state = listing.phase === "waiting" ? t("listing.open", { n: open }) : t(`phase.${listing.phase}`);
  return html`<li class="table-card">
    <div class="table-card-head"><h3>${t(`game.${listing.game}`)}</h3><span class="quiet">${state}</span></div>
    <${OptionChips} ...${listing} />
    <${Seats} seats=${listing.seats} />
    <a class=${mine ? "button-main" : "button"} href=${`/t/${encodeURIComponent(listing.id)}`}>${mine ? t("listing.return") : t("listing.look")}</a>
  </li>`;
}
