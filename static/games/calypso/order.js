// The order of a hand: own trumps first, the partner's suit next, then the others, colours taking turns.
import { ROW_RANKS } from "#app/games/calypso/view.js";

/** @param {string} own @param {string} partner "" if there is none */
export function suitOrder(own, partner) {
  const others = [..."SHDC"].filter((suit) => suit !== own && suit !== partner);
  return [own, ...(partner ? [partner] : []), ...others].join("");
}

/**
 * The cards of a hand one by one, sorted, ace first in each suit.
 * @param {Record<string, number>} hand {card: count}
 * @param {string} order of suits
 * @returns {Array<{card: string, key: string, first: boolean}>} `first`: begins a suit; `key` tells copies apart
 */
export function sortHand(hand, order) {
  const rank = (/** @type {string} */ card) => ROW_RANKS.indexOf(card.charAt(0));
  const suit = (/** @type {string} */ card) => order.indexOf(card.charAt(1));
  const cards = Object.keys(hand).sort((a, b) => suit(a) - suit(b) || rank(b) - rank(a));
  let before = "";
  return cards.flatMap((card) =>
    Array.from({ length: hand[card] ?? 0 }, (_, copy) => {
      const first = copy === 0 && card.charAt(1) !== before;
      before = card.charAt(1);
      return { card, key: `${card}${copy}`, first };
    }),
  );
}
