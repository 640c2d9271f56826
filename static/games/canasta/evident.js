// What the server does not say because the change of the view shows it: cards that were laid, a card that was discarded.
import { cardsOf, gameOf, seatOf } from "#app/games/canasta/view.js";

/**
 * @typedef {import("#app/types/app.d.ts").Note} Note
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/games/canasta/view.js").Game} Game
 */

/** What is said before cards that are laid, and besides those before a discard. */
const BEFORE_MELDS = ["take", "threes", "lone"];
const BEFORE_DISCARD = ["take", "threes", "lone", "meld", "canasta"];

/** Cards that are there more often than before. @param {string[]} after @param {string[]} before */
function added(after, before) {
  const left = [...before];
  return after.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** @param {Game} was @param {Game} is @returns {Note[]} */
function laid(was, is) {
  return Object.entries(is.melds).flatMap(([side, melds]) =>
    Object.entries(melds).flatMap(([rank, cards]) => {
      const more = added(cardsOf(cards), cardsOf(was.melds[side]?.[rank]));
      const note = /** @type {Note} */ (["meld", seatOf(is, is.by[side]?.[rank] ?? 0), rank, more.join("")]);
      return more.length ? [note] : [];
    }),
  );
}

/** The notes of these kinds at the beginning, and the others. @param {Note[]} notes @param {string[]} kinds */
function split(notes, kinds) {
  const at = notes.findIndex(([kind]) => !kinds.includes(kind));
  return at < 0 ? [notes, []] : [notes.slice(0, at), notes.slice(at)];
}

/**
 * All notes of a commit.
 * @param {PublicView} before @param {PublicView} after @param {Note[]} sent @returns {Note[]}
 */
export function notes(before, after, sent) {
  const [was, is] = [gameOf(before), gameOf(after)];
  const told = sent.some(([kind]) => ["meld", "discard", "rewound", "deal", "lone"].includes(kind));
  if (!was || !is || told || was.deal !== is.deal || was.turn === undefined) return sent;
  const melds = laid(was, is);
  const taken = sent.some(([kind]) => kind === "take");
  const [first = [], rest = []] = taken ? split(sent, BEFORE_MELDS) : [[], sent];
  const all = [...first, ...melds, ...rest];
  if (is.pile !== was.pile + 1 || !is.top) return all;
  const [early = [], late = []] = melds.length ? split(all, BEFORE_DISCARD) : [[], all];
  return [...early, ["discard", seatOf(was, was.turn), is.top], ...late];
}
