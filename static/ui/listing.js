// A table as a card in a list: which game, its options in words, who sits there, and the way to a seat.
import { t } from "#app/lib/i18n.js";
import { botSeats, freeSeats } from "#app/lib/lobby.js";
import { catalogue, client, go, tell } from "#app/ui/app.js";
import { optionWords, valueText } from "#app/ui/form.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { levelName } from "#app/ui/levels.js";
import { toast } from "#app/ui/toast.js";
import { signal } from "#signals";

/**
 * @typedef {import("#app/types/app.d.ts").ListedSeat} ListedSeat
 * @typedef {import("#app/types/app.d.ts").Listing} Listing
 * @typedef {import("#app/types/app.d.ts").SeatView} SeatView
 * @typedef {import("#app/types/app.d.ts").Options} Options
 * @typedef {import("#app/types/app.d.ts").TableOptions} TableOptions
 */

/** Who sits in a seat. @param {SeatView | ListedSeat} seat */
export function seatName(seat) {
  if (seat.kind === "person") return seat.name;
  if (seat.kind === "bot") return t("seat.bot", { level: levelName(seat.level ?? "") });
  return seat.reserved ? t("seat.reserved", { name: seat.reserved }) : t("seat.open");
}

/** The same in play, where bots need names to be told apart. @param {SeatView | ListedSeat} held @param {number} seat */
export const playerName = (held, seat) => (held.kind === "bot" ? t("seat.bot_n", { n: seat + 1 }) : seatName(held));

/** How time is kept, in a few words. @param {TableOptions} table */
export function clockWords(table) {
  if (table.clock === "custom") return t("listing.clock", { bank: table.bank, increment: table.increment });
  if (table.clock === "days") return valueText("table", "days", /** @type {number} */ (table.days));
  return valueText("table", "clock", table.clock);
}

/** What the chips of the clock, of access and of the rating say already. */
const SAID = ["access", "clock", "bank", "increment", "days", "rated", "pace"];

/** Clock and what differs from the usual. @param {{game: string, options: Options, table: TableOptions, all?: boolean}} props `all`: the table's own options too */
export function OptionChips({ game, options, table, all = false }) {
  const found = catalogue.value;
  const info = found?.games.find((g) => g.key === game);
  const rules = info ? optionWords(info.options, options) : [];
  const set =
    found && all ? { ...found.table, items: found.table.items.filter(({ key }) => !SAID.includes(key)) } : null;
  const own = set ? optionWords(set, /** @type {Options} */ (table)) : [];
  return html`<ul class="chips">
    ${table.access === "private" && html`<li><${Icon} name="lock" />${valueText("table", "access", "private")}</li>`}
    <li><${Icon} name="clock" />${t("option.pair", { label: t("option.table.clock"), value: clockWords(table) })}</li>
    ${table.rated === "rated" && html`<li class="chip-strong"><${Icon} name="crown" />${valueText("table", "rated", "rated")}</li>`}
    ${[...rules, ...own].map((word) => html`<li key=${word}>${word}</li>`)}
  </ul>`;
}

/** @param {{seats: Listing["seats"]}} props */
function Seats({ seats }) {
  return html`<ul class="seat-dots" aria-label=${t("listing.who")}>
    ${seats.map(
      (seat, i) => html`<li key=${i} class=${cls("seat-dot", `dot-${seat.kind}`)}>
        <${Icon} name=${seat.kind === "bot" ? "bot" : seat.kind === "person" ? "person" : "plus"} /><span>${seat.kind === "bot" ? t("seat.bot_any") : seatName(seat)}</span>
      </li>`,
    )}
  </ul>`;
}

/** How it stands, in two or three words. @param {Listing} listing */
function stateText(listing) {
  if (listing.locked) return t("listing.locked");
  const [free, bots] = [freeSeats(listing).length, botSeats(listing).length];
  if (free) return t("listing.open", { n: free });
  return bots ? t("listing.bots", { n: bots }) : t(`phase.${listing.phase}`);
}

/** Tables that have refused me for good: the list knows nothing of who was shown out. */
export const refused = signal(/** @type {string[]} */ ([]));

/** @param {string} table @param {string} code of a refusal */
export function refuse(table, code) {
  if (code === "bad.kicked" && !refused.value.includes(table)) refused.value = [...refused.value, table];
}

/** Sit down at a table of the list, and go there. @param {Listing} listing @param {number} seat */
async function sit(listing, seat) {
  const answer = await client.do(listing.id, { type: "sit", seat });
  if (!answer.ok) {
    refuse(listing.id, answer.code);
    tell(answer);
    return;
  }
  if (listing.phase !== "waiting") toast(t("listing.booked"));
  go(`/t/${encodeURIComponent(listing.id)}`);
}

/** @param {{listing: Listing, named: (then: () => void) => void}} props `named`: do something once there is a name */
export function TableCard({ listing, named }) {
  const seat = freeSeats(listing)[0] ?? botSeats(listing)[0];
  const host = listing.seats.find((held) => held.kind === "person" && held.user === listing.host);
  const href = `/t/${encodeURIComponent(listing.id)}`;
  const take = freeSeats(listing).length ? t("listing.sit") : t("listing.take");
  return html`<li class="table-card">
    <div class="table-card-head"><h3>${host?.kind === "person" ? t("listing.host", { name: host.name }) : t(`game.${listing.game}`)}</h3><span class="quiet">${stateText(listing)}</span></div>
    ${(catalogue.value?.games.length ?? 0) > 1 && html`<p class="quiet table-card-game">${t(`game.${listing.game}`)}</p>`}
    <${OptionChips} ...${listing} />
    <${Seats} seats=${listing.seats} />
    ${
      refused.value.includes(listing.id)
        ? html`<p class="quiet">${t("error.bad.kicked")}</p>`
        : html`<div class="table-card-end">
      ${seat !== undefined && html`<button type="button" class="button-main" onClick=${() => named(() => sit(listing, seat))}>${take}</button>`}
      <a class="button" href=${href}>${t("listing.look")}</a>
    </div>`
    }
  </li>`;
}
