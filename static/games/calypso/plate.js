// A player's own area: who it is, the trump suit, the calypso in progress, what was completed, taken and renounced.
import { rankText } from "#app/cards/names.js";
import { Suit, SuitBadge } from "#app/cards/suits.js";
import { sortHand, suitOrder } from "#app/games/calypso/order.js";
import { gameOf, partnerOf, placeOf, ROW_RANKS, ruffsFreely, seatOf, toPlay } from "#app/games/calypso/view.js";
import { lang, listText, t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { CardToken } from "#app/ui/rich.js";
import { useMemo } from "#hooks";

/** @typedef {import("#app/types/app.d.ts").Sitting} Sitting */

/** Ten of thirteen; needs 4, 7, K. @param {string} row @param {string} suit */
export function rowText(row, suit) {
  const missing = [...ROW_RANKS].filter((rank) => !row.includes(rank));
  const vars = { n: row.length, suit: t(`suit.${suit}`) };
  if (missing.length > 5) return t("calypso.row", vars);
  return t("calypso.row_needs", { ...vars, missing: listText(missing.map(rankText)) });
}

/** The thirteen slots, 2 to A from left to right. @param {{row: string, suit: string}} props */
export function Row({ row, suit }) {
  const text = rowText(row, suit);
  return html`<div class=${`calypso-row suit-${suit}`} role="img" aria-label=${text} title=${text}>
    ${[...ROW_RANKS].map((rank) => html`<span key=${rank} class=${cls("slot", row.includes(rank) && "slot-full")} data-rank=${rank} aria-hidden="true">${rankText(rank)}</span>`)}
  </div>`;
}

/** @param {{suits: string, name: string, free: boolean}} props `free`: to trump in is no sign of a void */
function Lamps({ suits, name, free }) {
  if (!suits) return null;
  const text = t(free ? "calypso.renounced_free" : "calypso.renounced", {
    name,
    suits: listText([...suits].map((suit) => t(`suit.${suit}`))),
  });
  return html`<span class="lamps" role="img" aria-label=${text} title=${text}>
    <span aria-hidden="true">${t("calypso.none")}</span>${[...suits].map((suit) => html`<span key=${suit} class=${`lamp suit-${suit}`}><${Suit} suit=${suit} /></span>`)}
  </span>`;
}

/** @param {{g: import("#app/games/calypso/view.js").Game, chair: number, name: string, free: boolean}} props */
function Facts({ g, chair, name, free }) {
  const [done, pile, row] = [g.done[chair] ?? 0, g.piles[chair] ?? 0, g.rows[chair] ?? ""];
  return html`<div class="plate-facts">
    <span class=${cls("fact fact-done", done > 0 && "fact-strong")}><span class="wide-text">${t("calypso.done", { n: done })}</span><span class="narrow-only" aria-hidden="true">${t("calypso.done_short", { n: done })}</span></span>
    ${typeof pile === "number" ? html`<span class="fact fact-pile">${t("calypso.pile", { n: pile })}</span>` : pile && html`<span class="fact fact-pile">${t("calypso.pile_some")}</span>`}
    <span class="fact row-pill" aria-hidden="true">${t("calypso.of", { have: row.length })}</span>
    <${Lamps} suits=${g.renounced?.[chair] ?? ""} name=${name} free=${free} />
  </div>`;
}

/** Row and facts of a chair, drawn again only when they change. @param {import("#app/games/calypso/view.js").Game} g @param {number} chair @param {string} name @param {boolean} free */
const useOwn = (g, chair, name, free) =>
  useMemo(
    () =>
      html`<${Row} row=${g.rows[chair] ?? ""} suit=${g.trumps.charAt(chair)} /><${Facts} g=${g} chair=${chair} name=${name} free=${free} />`,
    [g.rows[chair], g.done[chair], g.piles[chair], g.renounced?.[chair], g.trumps, name, free, lang.value],
  );

/** A hand laid open in the review. @param {{hand: Record<string, number>, order: string}} props */
function OpenHand({ hand, order }) {
  return html`<p class="open-hand" aria-label=${t("calypso.hand")}>${sortHand(hand, order).map(({ card, key }) => html`<${CardToken} key=${key} card=${card} />`)}</p>`;
}

/** @param {{sitting: Sitting, chair: number, mine: number, open?: () => void}} props `mine`: the chair of the viewer; `open`: show all rows */
export function Plate({ sitting, chair, mine, open }) {
  const g = gameOf(sitting.public);
  const seat = seatOf(g, chair);
  const suit = g.trumps.charAt(chair);
  const ally = chair === mine || chair === partnerOf(g, mine);
  const away = sitting.absent(seat);
  const active = toPlay(g) === chair;
  const name = sitting.nameOf(seat);
  const bot = sitting.public.seats[seat]?.kind === "bot";
  const own = useOwn(g, chair, name, ruffsFreely(sitting.public.options));
  const shown = /** @type {Record<string, number> | undefined} */ (sitting.open?.[seat]?.hand);
  const partner = g.trumps.charAt(partnerOf(g, chair));
  return html`<section class=${cls("plate", `at-${placeOf(g, chair, mine)}`, ally ? "plate-ally" : "plate-rival", active && "plate-active", away && `plate-away plate-${away}`)}
    data-chair=${chair} role="group" aria-label=${t("calypso.plate", { name, suit: t(`suit.${suit}`) })}>
    <div class="plate-head">
      <${SuitBadge} suit=${suit} label=${t("calypso.trumps", { name, suit: t(`suit.${suit}`) })} />
      ${bot && html`<${Icon} name="bot" />`}
      <strong class="plate-name">${name}</strong>
      ${chair === mine && sitting.mine && !away && html`<span class="tag tag-you">${t("seat.you")}</span>`}
      ${chair !== mine && ally && !away && (sitting.mine || !sitting.live) && html`<span class="tag tag-good"><${Icon} name="link" />${t("calypso.partner")}</span>`}
      ${g.dealer === chair && html`<span class="dealer" role="img" aria-label=${t("calypso.dealer")} title=${t("calypso.dealer")}><${Icon} name="pack" /></span>`}
      ${sitting.clockOf(seat)}
    </div>
    ${own}
    ${sitting.tagOf?.(seat)}
    ${open && html`<button type="button" class="plate-open" aria-label=${t("calypso.rows")} onClick=${open} />`}
    ${shown && chair !== mine && html`<${OpenHand} hand=${shown} order=${suitOrder(suit, partner)} />`}
  </section>`;
}
