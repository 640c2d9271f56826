// The hand by rank: groups side by side, copies over each other, in as many rows as there is room for.
import { isWild, valueRank } from "#app/games/canasta/view.js";

/**
 * @typedef {{card: string, key: string}} Held `key` tells copies apart
 * @typedef {{rank: string, cards: Held[]}} HandGroup rank "W": wild cards
 */

/** Aces first; black threes and wild cards at the end. */
export const HAND_ORDER = "AKQJT987654";
const SUITS = "SHDCK";

/** The orders one may choose, the usual first. */
export const SORTS = /** @type {const} */ (["high", "low"]);

/** @param {string} card */
const groupOf = (card) => (isWild(card) ? "W" : valueRank(card));

/** Jokers before twos, else by suit. @param {string} a @param {string} b */
const inside = (a, b) =>
  Number(b === "JK") - Number(a === "JK") || SUITS.indexOf(a.charAt(1)) - SUITS.indexOf(b.charAt(1));

/** @param {Record<string, number>} hand {card: count} @param {string} [sort] @returns {HandGroup[]} */
export function groupHand(hand, sort = "high") {
  const ranks = sort === "low" ? [...HAND_ORDER].reverse() : [...HAND_ORDER];
  return [...ranks, "3", "W"].flatMap((rank) => {
    const cards = Object.keys(hand)
      .filter((card) => (hand[card] ?? 0) > 0 && groupOf(card) === rank)
      .sort(inside)
      .flatMap((card) => Array.from({ length: hand[card] ?? 0 }, (_, copy) => ({ card, key: `${card}${copy}` })));
    return cards.length ? [{ rank, cards }] : [];
  });
}

/** How wide a group is: one card whole, of the others a part. @param {HandGroup} group @param {number} card @param {number} peek */
const widthOf = (group, card, peek) => card + (group.cards.length - 1) * peek;

/** @param {HandGroup[]} groups @param {number} card @param {number} peek @param {number} gap */
const rowWidth = (groups, card, peek, gap) =>
  groups.reduce((sum, group) => sum + widthOf(group, card, peek), 0) + Math.max(0, groups.length - 1) * gap;

/** Fill rows up to a width, at least one group in each. @param {HandGroup[]} groups @param {number} limit @param {{card: number, peek: number, gap: number}} size */
function fill(groups, limit, { card, peek, gap }) {
  /** @type {HandGroup[][]} */
  const rows = [];
  for (const group of groups) {
    const row = rows.at(-1);
    if (row && rowWidth([...row, group], card, peek, gap) <= limit) row.push(group);
    else rows.push([group]);
  }
  return rows;
}

/**
 * The groups in rows as even as can be: as few as have room for them, but no more than `most`.
 * @param {HandGroup[]} groups @param {number} width @param {{card: number, peek: number, gap: number}} size @param {number} most
 * @returns {HandGroup[][]}
 */
export function rowsOf(groups, width, size, most) {
  if (!groups.length) return [];
  const needed = Math.min(most, Math.max(1, fill(groups, width, size).length));
  const widest = Math.max(...groups.map((group) => widthOf(group, size.card, size.peek)));
  const whole = rowWidth(groups, size.card, size.peek, size.gap);
  let limit = Math.max(widest, whole / needed);
  let rows = fill(groups, limit, size);
  while (rows.length > needed) {
    limit += size.peek / 2;
    rows = fill(groups, limit, size);
  }
  return rows;
}
