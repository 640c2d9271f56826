// The order of a hand: own trumps first, the partner's suit next, then the others; or as one likes it better.
import { ROW_RANKS } from "#app/games/calypso/view.js";

/** The orders one may choose, the usual first. */
export const SORTS = /** @type {const} */ (["trumps", "suits", "ranks"]);

/** Colours taking turns. */
const ALTERNATING = "SHCD";

/** @param {string} own @param {string} partner "" if there is none */
export function suitOrder(own, partner) {
  const others = [..."SHDC"].filter((suit) => suit !== own && suit !== partner);
  return [own, ...(partner ? [partner] : []), ...others].join("");
}

/** The suits as a way of sorting has them. @param {string} sort @param {string} own @param {string} partner */
export const orderFor = (sort, own, partner) => (sort === "suits" ? ALTERNATING : suitOrder(own, partner));

/**
 * The cards of a hand one by one, sorted, ace first in each suit; by rank: all aces first.
 * @param {Record<string, number>} hand {card: count}
 * @param {string} order of suits
 * @param {string} [sort]
 * @returns {Array<{card: string, key: string, first: boolean}>} `first`: begins a group; `key` tells copies apart
 */
export function sortHand(hand, order, sort = "trumps") {
  const rank = (/** @type {string} */ card) => -ROW_RANKS.indexOf(card.charAt(0));
  const suit = (/** @type {string} */ card) => order.indexOf(card.charAt(1));
  const [major, minor, at] = sort === "ranks" ? [rank, suit, 0] : [suit, rank, 1];
  const cards = Object.keys(hand).sort((a, b) => major(a) - major(b) || minor(a) - minor(b));
  let before = "";
  return cards.flatMap((card) =>
    Array.from({ length: hand[card] ?? 0 }, (_, copy) => {
      const first = copy === 0 && card.charAt(at) !== before;
      before = card.charAt(at);
      return { card, key: `${card}${copy}`, first };
    }),
  );
}
