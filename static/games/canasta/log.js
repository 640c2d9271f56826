// What happened, line by line.

import { accountsOf } from "#app/games/canasta/sides.js";
import { cardsOf, gameOf, isWild } from "#app/games/canasta/view.js";
import { cardsSaid, cardsText, rankWord } from "#app/games/canasta/words.js";
import { listText, t } from "#app/lib/i18n.js";

/**
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").Note} Note
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").Value} Value
 * @typedef {{view: PublicView, who: (seat: Value | undefined) => string, nameOf: (seat: number) => string}} Telling
 */

/** Cards to look at, and as they are read out. @param {Value | undefined} cards */
const both = (cards) => ({ cards: cardsText(String(cards)), said: cardsSaid(String(cards)) });

/** The names of an account. @param {Telling} telling @param {number} account */
const namesOf = ({ view, nameOf }, account) =>
  listText((accountsOf(view).find((one) => one.account === account)?.seats ?? []).map(nameOf));

/** "Ann and Di 500; Bo and Ed 740", as the note has them by account. @param {Telling} telling @param {number[]} points */
function scores(telling, points) {
  const all = points.map((score, i) => t("canasta.log.score", { names: namesOf(telling, i), score }));
  return all.length === 2 ? t("canasta.log.scores", { one: all[0], two: all[1] }) : listText(all);
}

/**
 * The end, with the places where there are more than two. The note has place and score by account.
 * @param {Telling} telling @param {number[]} ends place, score, place, score .. @returns {Line}
 */
function ending(telling, ends) {
  if (ends.length < 6) return { key: "canasta.log.end", weight: "strong" };
  const places = Array.from({ length: ends.length / 2 }, (_, account) => {
    const [place = 0, score = 0] = ends.slice(2 * account, 2 * account + 2);
    return { place, text: t("canasta.log.place", { place, names: namesOf(telling, account), score }) };
  });
  const sorted = places.sort((a, b) => a.place - b.place).map(({ text }) => text);
  return { key: "canasta.log.places", vars: { places: listText(sorted) }, weight: "strong" };
}

/** What is done with cards. @type {Record<string, (args: Value[], telling: Telling) => Line>} */
const MOVES = {
  draw: ([seat, n], { who }) => ({
    key: "canasta.log.draw",
    aloud: "canasta.say.draw",
    vars: { name: who(seat), n: Number(n ?? 1) },
    weight: "piece",
  }),
  threes: ([seat, cards], { who }) => ({
    key: "canasta.log.threes",
    aloud: "canasta.say.threes",
    vars: { name: who(seat), ...both(cards), n: String(cards).length / 2 },
  }),
  take: ([seat, top, n], { who }) => ({
    key: Number(n) ? "canasta.log.take" : "canasta.log.take_one", // its top card besides
    vars: { name: who(seat), card: { card: String(top) }, n: Number(n) },
    weight: "strong",
  }),
  meld: ([seat, rank, cards], { who }) => {
    // wild cards alone do not tell which meld they go to
    const form = cardsOf(String(cards)).every(isWild) ? "meld_wild" : "meld";
    const vars = { name: who(seat), rank: rankWord(String(rank)), ...both(cards) };
    return { key: `canasta.log.${form}`, aloud: `canasta.say.${form}`, vars };
  },
  canasta: ([seat, rank, kind], { who }) => ({
    key: `canasta.log.canasta.${kind}`,
    vars: { name: who(seat), rank: rankWord(String(rank)) },
    weight: "strong",
  }),
  discard: ([seat, card], { who }) => ({
    key: "canasta.log.discard",
    aloud: "canasta.say.discard",
    vars: { name: who(seat), card: { card: String(card) } },
    weight: "piece",
  }),
  froze: ([seat, card], { who }) => ({
    key: "canasta.log.froze",
    vars: { name: who(seat), card: { card: String(card) } },
  }),
  out: ([seat, concealed], { who }) => ({
    key: concealed ? "canasta.log.out_concealed" : "canasta.log.out",
    vars: { name: who(seat) },
    weight: "strong",
  }),
  one_card: ([seat], { who }) => ({ key: "canasta.log.one_card", vars: { name: who(seat) } }),
};

/** Questions, the end of the stock, scores. @type {Record<string, (args: Value[], telling: Telling) => Line>} */
const NEWS = {
  deal: ([deal, dealer, first], { who }) => ({
    key: "canasta.log.deal",
    vars: { deal: Number(deal) + 1, dealer: who(dealer), first: who(first) },
    weight: "head",
  }),
  drawn: (cards, { nameOf }) => ({
    key: "canasta.log.drawn",
    vars: {
      cards: listText(
        cards.map((card, seat) => t("canasta.log.drawn_one", { name: nameOf(seat), card: cardsText(String(card)) })),
      ),
    },
    weight: "head",
  }),
  ask: ([seat], { who }) => ({ key: "canasta.log.ask", vars: { name: who(seat) } }),
  answer: ([seat, yes], { who }) => ({
    key: yes ? "canasta.log.answer_yes" : "canasta.log.answer_no",
    vars: { name: who(seat) },
  }),
  lapse: ([seat], { who }) => ({ key: "canasta.log.lapse", vars: { name: who(seat) }, shown: true }),
  raised: ([side, minimum], telling) => ({
    key: "canasta.log.raised",
    vars: { names: namesOf(telling, Number(side)), minimum: Number(minimum) },
    shown: true,
  }),
  last_chance: ([seat, must], { who }) => ({
    key: must ? "canasta.log.must_take" : "canasta.log.may_take",
    vars: { name: who(seat) },
    shown: true,
  }),
  stock: () => ({ key: "canasta.log.stock", weight: "strong" }),
  lone: ([seat], { who }) => ({ key: "canasta.log.lone", vars: { name: who(seat) }, weight: "strong" }),
  score: ([deal, ...points], telling) => ({
    key: "canasta.log.deal_over",
    vars: { deal: Number(deal) + 1, scores: scores(telling, points.map(Number)) },
    weight: "strong",
  }),
  end: (ends, telling) => ending(telling, ends.map(Number)),
};

/** @param {Note} note @param {PublicView} view @param {(seat: number) => string} nameOf @returns {Line | null} */
export function line([kind, ...args], view, nameOf) {
  const g = gameOf(view);
  const tell = MOVES[kind] ?? NEWS[kind];
  if (!g || !tell) return null;
  return tell(args, { view, nameOf, who: (seat) => nameOf(Number(seat)) });
}
