// What lies in the tray: groups of cards that go to the table in one command. Knows limits and sums, no rules.
import { cardsOf, isWild, pointsOf, valueRank } from "#app/games/canasta/view.js";

/**
 * @typedef {import("#app/games/canasta/view.js").Game} Game
 * @typedef {import("#app/games/canasta/view.js").Group} Group
 * @typedef {import("#app/games/canasta/view.js").Taking} Taking
 * @typedef {import("#app/games/canasta/view.js").Plan} Plan
 * @typedef {import("#app/games/canasta/view.js").Own} Own
 * @typedef {import("#app/types/app.d.ts").GameCommand} GameCommand
 * @typedef {Group & {top?: boolean}} Staged `top`: goes with the pile's top card
 * @typedef {Record<string, number>} Hand
 */

/** A hand without some cards; null if it has not got them. @param {Hand} hand @param {string[]} cards @returns {Hand | null} */
export function without(hand, cards) {
  const left = { ...hand };
  for (const card of cards) {
    const n = left[card] ?? 0;
    if (n <= 0) return null;
    left[card] = n - 1;
  }
  return left;
}

/** @param {Hand} hand */
export const countOf = (hand) => Object.values(hand).reduce((sum, n) => sum + n, 0);

/** The one card that is left, "" if there is none or more. @param {Hand} hand */
export const lastOf = (hand) =>
  countOf(hand) === 1 ? (Object.keys(hand).find((card) => (hand[card] ?? 0) > 0) ?? "") : "";

/** All staged cards. @param {Staged[]} tray */
export const stagedCards = (tray) => tray.flatMap((group) => group.cards);

/**
 * What is still so: groups whose cards are in the hand, and the one with the top only while that can be taken.
 * @param {Staged[]} tray @param {Hand} hand @param {string} top the card that can be taken, "" for none @returns {Staged[]}
 */
export function kept(tray, hand, top) {
  /** @type {Staged[]} */
  const good = [];
  let left = hand;
  for (const group of tray) {
    const rest = without(left, group.cards);
    if (!rest || (group.top && valueRank(top) !== group.rank)) continue;
    left = rest;
    good.push(group);
  }
  return good.length === tray.length ? tray : good;
}

/** The rank that cards make by themselves; "" if they are all wild or of several ranks. @param {string[]} cards */
export function rankOfCards(cards) {
  const ranks = new Set(cards.filter((card) => !isWild(card)).map(valueRank));
  return ranks.size === 1 ? ([...ranks][0] ?? "") : "";
}

/** @param {string[]} cards */
export const allWild = (cards) => cards.length > 0 && cards.every(isWild);

/** Whether cards may mean a rank of which nothing lies on the table: wild cards only one of which the hand has enough naturals. @param {Own} own @param {Staged[]} tray @param {Hand} rest @param {string} rank @param {string[]} cards */
export function drawsTo(own, tray, rest, rank, cards) {
  if (!allWild(cards) || tray.some((group) => group.rank === rank)) return true;
  const naturals = Object.keys(rest).filter((card) => valueRank(card) === rank);
  return naturals.reduce((sum, card) => sum + (rest[card] ?? 0), 0) >= (own.lay?.new?.[0] ?? 1);
}

/** Why cards cannot go to a group of a rank, as the end of a message key; "" if nothing is known against it. @param {Own} own @param {Staged[]} tray @param {string} rank @param {string[]} cards */
export function against(own, tray, rank, cards) {
  const naturals = cards.filter((card) => !isWild(card));
  if (naturals.some((card) => valueRank(card) !== rank)) return "other_rank";
  const whole = [...(tray.find((group) => group.rank === rank)?.cards ?? []), ...cards];
  const most = (own.lay?.[rank] ?? own.lay?.new)?.[2];
  if (most === undefined || whole.filter(isWild).length <= most) return "";
  return most ? "most_wilds" : "no_wilds";
}

/** What a group still lacks: [naturals, cards] and how many wild cards are too many. @param {Own} own @param {Staged} group */
export function lacking(own, group) {
  const [naturals = 0, cards = 0, wilds = 99] = own.lay?.[group.rank] ?? own.lay?.new ?? [];
  const extra = group.top ? 1 : 0;
  const wild = group.cards.filter(isWild).length;
  return {
    naturals: Math.max(0, naturals - (group.cards.length - wild) - extra),
    cards: Math.max(0, cards - group.cards.length - extra),
    wilds: Math.max(0, wild - wilds),
  };
}

/** What is wrong with a group, as the end of a message key, and how many; "" if nothing. @param {Own} own @param {Staged} group @param {boolean} ends whether this is the way out */
export function groupLack(own, group, ends) {
  const { naturals, cards, wilds } = lacking(own, group);
  const threes = group.rank === "3";
  if (wilds) return { what: threes ? "threes_wild" : "wilds", n: wilds };
  if (threes && !ends) return { what: "threes_out", n: 0 };
  if (naturals > 0) return { what: "naturals", n: naturals };
  return cards > 0 ? { what: "cards", n: cards } : { what: "", n: 0 };
}

/** Put cards to the group of a rank, a new one if there is none. @param {Staged[]} tray @param {string} rank @param {string[]} cards @param {boolean} [top] @returns {Staged[]} */
export function put(tray, rank, cards, top = false) {
  const old = tray.find((group) => group.rank === rank);
  /** @type {Staged} */
  const fresh = { rank, cards: [...(old?.cards ?? []), ...cards] };
  if (top || old?.top) fresh.top = true;
  return old ? tray.map((group) => (group === old ? fresh : group)) : [...tray, fresh];
}

/** @param {Staged[]} tray @param {string} rank @returns {Staged[]} */
export const drop = (tray, rank) => tray.filter((group) => group.rank !== rank);

/** Stage what the server proposes for the pile, beside what lies there already. @param {Staged[]} tray @param {Taking} take @param {string} top @param {Hand} hand @returns {Staged[]} */
export function stageTaking(tray, take, top, hand) {
  const rank = valueRank(top);
  if (tray.some((group) => group.rank === rank)) return put(tray, rank, [], true);
  const all = [{ rank, cards: cardsOf(take.with), top: true }, ...(take.melds ?? [])];
  const ranks = new Set(all.map((group) => group.rank));
  const together = [...all, ...tray.filter((group) => !ranks.has(group.rank))];
  return without(hand, stagedCards(together)) ? together : all;
}

/** Stage the server's way out. @param {Plan} plan @returns {Staged[]} */
export function stagePlan({ melds, threes }) {
  const black = cardsOf(threes);
  return [...melds, ...(black.length ? [{ rank: "3", cards: black }] : [])];
}

/** The points in the tray, the top card with them. @param {Game} g @param {Staged[]} tray */
export const total = (g, tray) =>
  pointsOf(g, [...stagedCards(tray), ...(tray.some((group) => group.top) ? cardsOf(g.top) : [])]);

/** @param {Game} g @param {Staged} group */
export const groupPoints = (g, group) => pointsOf(g, [...group.cards, ...(group.top ? cardsOf(g.top) : [])]);

/** @param {Staged[]} tray @returns {Group[]} */
const plain = (tray) => tray.map(({ rank, cards }) => ({ rank, cards }));

/** @param {Staged[]} tray @returns {GameCommand} */
export const meldCommand = (tray) => ({ type: "meld", melds: plain(tray) });

/** @param {Staged[]} tray @returns {GameCommand} */
export const takeCommand = (tray) => ({
  type: "take",
  with: tray.find((group) => group.top)?.cards ?? [],
  melds: plain(tray.filter((group) => !group.top)),
});

/** @param {Staged[]} tray @param {string} discard "" for none @returns {GameCommand} */
export const outCommand = (tray, discard) => ({
  type: "go_out",
  melds: plain(tray.filter((group) => group.rank !== "3")),
  threes: tray.find((group) => group.rank === "3")?.cards ?? [],
  discard,
});
