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

/** What a finger needs, and what shows that a card lies upon another, px. */
const TOUCH = 44;
const EDGE = 4;

/** @typedef {{card: number, peek: number, gap: number, most: number, least?: number}} Size px: a card, what is in sight of a covered one, between groups; rows at most, and at least if there are so many groups */

/** @type {Size} */
const LEAST = { card: 46, peek: 25, gap: 5, most: 5 };

/**
 * Where a window is narrower than a phone, all is shown much larger, or cards are many: less in sight of cards, not cards
 * out of sight. As many rows as larger cards might have had: in fewer there would be less in sight for nothing.
 * @param {number} least @returns {Size[]}
 */
const tight = (least) => [
  { card: 40, peek: 16, gap: 3, most: 5, least },
  { card: 40, peek: 14, gap: 3, most: 9, least },
];

/** On a phone, the best first. @param {number} count of cards @returns {Size[]} */
function small(count) {
  if (count > 15) return [{ ...LEAST, most: count > 30 ? 5 : 4 }, ...tight(4)];
  const large = { card: 54, peek: 30, gap: 6 };
  // more than three rows there is no height for on a phone on its side
  return [{ ...large, most: 2 }, { ...LEAST, most: 2 }, { ...LEAST, most: 3 }, ...tight(3)];
}

/** On a desk, the best first. @returns {Size[]} */
function large() {
  const size = (/** @type {number} */ card, /** @type {number} */ most) => ({
    card,
    peek: Math.round(card * 0.42),
    gap: 10,
    most,
  });
  return [size(88, 1), size(80, 1), size(72, 1), size(64, 1), size(68, 2), size(60, 2), size(68, 3), size(60, 4)];
}

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

/** Fill rows up to a width, at least one group in each. @param {HandGroup[]} groups @param {number} limit @param {Size} size */
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
 * The groups in rows as even as can be: as few as have room for them, within what the size has them.
 * @param {HandGroup[]} groups @param {number} width @param {Size} size @returns {HandGroup[][]}
 */
function rowsOf(groups, width, size) {
  if (!groups.length) return [];
  const least = Math.max(fill(groups, width, size).length, Math.min(size.least ?? 1, groups.length));
  const needed = Math.min(size.most, least);
  const widest = Math.max(...groups.map((group) => widthOf(group, size.card, size.peek)));
  const whole = rowWidth(groups, size.card, size.peek, size.gap);
  let limit = Math.max(widest, whole / needed);
  let rows = fill(groups, limit, size);
  while (rows.length > needed) {
    limit += size.peek / 2;
    if (least <= size.most) limit = Math.min(limit, width); // with which it is done
    rows = fill(groups, limit, size);
  }
  return rows;
}

/** What is in sight of the covered cards of a row: more where there is room, up to what a finger meets without looking. @param {HandGroup[]} groups @param {number} width @param {Size} size */
function peekOf(groups, width, size) {
  const covered = groups.reduce((sum, group) => sum + group.cards.length - 1, 0);
  const spare = width - rowWidth(groups, size.card, size.peek, size.gap);
  const most = Math.max(size.peek, Math.min(TOUCH, size.card - EDGE));
  return covered ? Math.min(most, size.peek + Math.max(0, Math.floor(spare / covered))) : size.peek;
}

/**
 * A hand in rows, with cards as large as its room allows; a second row costs the table more than smaller cards do.
 * While some are prepared the others stay in the rows of the whole hand: what is pressed next is where it was.
 * @param {HandGroup[]} groups @param {number} width @param {HandGroup[]} [whole] with those that are prepared
 * @returns {{card: number, gap: number, rows: {groups: HandGroup[], peek: number}[]}}
 */
export function layOut(groups, width, whole = groups) {
  const count = whole.reduce((sum, group) => sum + group.cards.length, 0);
  const sizes = width < 684 ? small(count) : large();
  const size = sizes.find((one) => fill(whole, width, one).length <= one.most) ?? sizes.at(-1) ?? LEAST;
  const left = (/** @type {HandGroup[]} */ row) =>
    row.flatMap(({ rank }) => groups.find((group) => group.rank === rank) ?? []);
  const rows = rowsOf(whole, width, size);
  return {
    card: size.card,
    gap: size.gap,
    rows: rows.map((row) => ({ groups: left(row), peek: peekOf(row, width, size) })),
  };
}
