// Who has a total of his own: the sides; where sides change during a deal (R1.9), each player.

import { chairOf, gameOf } from "#app/games/canasta/view.js";

/**
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {{account: number, seats: number[]}} Account seats of everybody it belongs to, who sits out too
 */

/** Modes in which each player has a partner at any time. */
const PARTNERS = ["4p", "5p", "6p", "6p_three_pairs"];

/** @param {PublicView} view */
export const withPartners = (view) => PARTNERS.includes(gameOf(view)?.mode ?? String(view.options.mode));

/** Points that end the game by mode (R1.4). @type {Record<string, number>} */
const TARGETS = { "6p": 10_000, "3p_cutthroat": 7500, "6p_three_pairs": 7500 };

/** Points that end the game, 0 where one deal does. @param {PublicView} view */
export function targetOf({ options }) {
  const { target = "standard", mode = "4p" } = options;
  if (target === "one_deal") return 0;
  return target === "standard" ? (TARGETS[String(mode)] ?? 5000) : Number(target);
}

/** Cards drawn from the stock in a turn. @param {PublicView} view */
export const drawOf = (view) => (["2p", "3p_cutthroat"].includes(gameOf(view).mode) ? 2 : 1);

/** Whose total a seat's is. Who sits out belongs to the three (R1.7). @param {PublicView} view @param {number} seat */
export function accountOf(view, seat) {
  const g = gameOf(view);
  const chair = chairOf(g, seat);
  if (g.mode === "3p_cutthroat") return chair;
  return g.sides[chair < 0 ? 1 : chair] ?? -1;
}

/** The side that a seat looks on from: its own, that of his account for one who sits out, -1 for nobody's. @param {import("#app/types/app.d.ts").Sitting} sitting */
export function sideFor({ public: view, seat, mine, live }) {
  const g = gameOf(view);
  const chair = chairOf(g, seat);
  if (chair >= 0) return g.sides[chair] ?? -1;
  const out = view.seats[seat] !== undefined && Object.keys(g.chairs).length > 0 && (mine || !live);
  return out ? accountOf(view, seat) : -1;
}

/** All accounts by number. @param {PublicView} view @returns {Account[]} */
export function accountsOf(view) {
  const g = gameOf(view);
  const seats = Object.keys(view.seats ?? g.chairs).map(Number);
  return Object.keys(g.scores).map((key) => ({
    account: Number(key),
    seats: seats
      .filter((seat) => accountOf(view, seat) === Number(key))
      .sort((a, b) => chairOf(g, a) - chairOf(g, b) || a - b),
  }));
}

/** The viewer's first, then in turn. @param {PublicView} view @param {number} seat @returns {Account[]} */
export function columnsOf(view, seat) {
  const all = accountsOf(view);
  const own = all.findIndex(({ account }) => account === accountOf(view, seat));
  return own < 0 ? all : [...all.slice(own), ...all.slice(0, own)];
}
