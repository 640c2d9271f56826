// Where the cards of a trick go (R3.2 to R3.6): into the winner's row, his partner's, or the winner's pile.

import { cardsOf, partnerOf, ROW_RANKS } from "#app/games/calypso/view.js";
import { t } from "#app/lib/i18n.js";

/**
 * @typedef {import("#app/games/calypso/view.js").Game} Game
 * @typedef {{kind: "row" | "next" | "pile", chair: number, rank: string}} Landing `next`: the row that begins when this one is complete
 */

/** The cards of one suit into its owner's row. @param {string[]} cards ranks, in order of play @param {string} row @param {number} chair @param {boolean} carry @returns {Array<Landing | null>} null: to the pile */
function intoRow(cards, row, chair, carry) {
  let now = row;
  let next = "";
  const placed = cards.map((rank) => {
    if (now.includes(rank)) return null;
    now += rank;
    return /** @type {Landing} */ ({ kind: "row", chair, rank });
  });
  if (now.length < ROW_RANKS.length || !carry) return placed;
  return placed.map((landing, i) => {
    const rank = cards[i] ?? "";
    if (landing || next.includes(rank)) return landing;
    next += rank;
    return { kind: "next", chair, rank };
  });
}

/**
 * @param {Game} g @param {string} trick "TH9D" @param {number} winner chair
 * @param {Record<string, string>} rows as they are before the trick is taken @param {boolean} carry spare cards of a completing trick begin the next row
 * @returns {Landing[]} in order of play
 */
export function landings(g, trick, winner, rows, carry) {
  const cards = cardsOf(trick);
  /** @type {Landing[]} */
  const found = cards.map(() => ({ kind: "pile", chair: winner, rank: "" }));
  for (const chair of [winner, partnerOf(g, winner)].filter((one) => one >= 0)) {
    const own = cards.flatMap((card, i) => (card.charAt(1) === g.trumps.charAt(chair) ? [i] : []));
    const ranks = own.map((i) => cards[i]?.charAt(0) ?? "");
    intoRow(ranks, rows[chair] ?? "", chair, carry).forEach((landing, k) => {
      if (landing) found[own[k] ?? 0] = landing;
    });
  }
  return found;
}

/** "Ann's row" @param {Landing} landing @param {string} name */
export const landingText = ({ kind }, name) => t(`calypso.lands.${kind}`, { name });

/** The place on the screen: a slot of a row, or what tells of the pile. @param {Landing} landing @returns {Element | null} */
export function placeOnScreen({ kind, chair, rank }) {
  const plate = document.querySelector(`.mat .plate[data-chair="${chair}"]`);
  if (kind === "pile") return plate?.querySelector(".fact-pile") ?? plate;
  return plate?.querySelector(`.slot[data-rank="${rank}"]`) ?? plate;
}
