// The examples of the short rules, in the order in which they are told (R7.16).

/**
 * @typedef {{key: string, cards: string[], yes: boolean}} MeldExample
 * @typedef {{key: string, top: string, hand: string[], meld: string[], minimum: number, frozen: string, yes: boolean}} PileExample
 * `meld`: what the side has on the table; `minimum`: 0 once it has melded; `frozen`: the card that lies across the pile
 */

/** What cards are worth. @type {readonly {points: number, cards: string[]}[]} */
export const VALUES = [
  { points: 50, cards: ["JK"] },
  { points: 20, cards: ["AS", "2H"] },
  { points: 10, cards: ["KH", "QD", "JC", "TS", "9H", "8D"] },
  { points: 5, cards: ["7S", "6H", "5D", "4C", "3S"] },
];

/** Is it a meld? @type {readonly MeldExample[]} */
export const MELDS = [
  { key: "wild", cards: ["KS", "KD", "2H"], yes: true },
  { key: "run", cards: ["7S", "8S", "9S"], yes: false },
  { key: "one", cards: ["QS", "2H", "JK"], yes: false },
  { key: "wilds", cards: ["9H", "9C", "2S", "2D", "JK"], yes: true },
];

/** Seven cards. @type {readonly {key: "natural" | "mixed", cards: string[]}[]} */
export const CANASTAS = [
  { key: "natural", cards: ["KS", "KH", "KD", "KC", "KS", "KH", "KD"] },
  { key: "mixed", cards: ["8S", "8H", "8D", "8C", "8H", "2S", "JK"] },
];

/** From which total on which minimum holds (R3.0.1). @type {readonly {key: string, minimum: number}[]} */
export const BANDS = [
  { key: "below", minimum: 15 },
  { key: "low", minimum: 50 },
  { key: "middle", minimum: 90 },
  { key: "high", minimum: 120 },
];

/** First melds of a side that needs 50. */
export const FIRST = {
  minimum: 50,
  melds: [
    ["AS", "AH", "2C"],
    ["5H", "5D", "5C"],
  ],
};

/** May the pile be taken by a side that has not melded? @type {readonly PileExample[]} */
export const UNOPENED = [
  {
    key: "opens",
    top: "9D",
    hand: ["9S", "9H", "QS", "QH", "QD", "4C"],
    meld: [],
    minimum: 50,
    frozen: "",
    yes: true,
  },
  { key: "no_pair", top: "AD", hand: ["AS", "2H", "KS", "KH", "KD"], meld: [], minimum: 50, frozen: "", yes: false },
];

/** Three ways to take a pile that is not frozen. @type {readonly PileExample[]} */
export const OPENED = [
  { key: "pair", top: "JD", hand: ["JS", "JH"], meld: [], minimum: 0, frozen: "", yes: true },
  { key: "with_wild", top: "JD", hand: ["JS", "2C"], meld: [], minimum: 0, frozen: "", yes: true },
  { key: "onto", top: "JD", hand: [], meld: ["JS", "JH", "JC"], minimum: 0, frozen: "", yes: true },
];

/** May a frozen pile be taken? @type {readonly PileExample[]} */
export const FROZEN = [
  { key: "one_seven", top: "7D", hand: ["7C", "2H"], meld: ["7S", "7H", "7D"], minimum: 0, frozen: "2S", yes: false },
  { key: "two_sevens", top: "7D", hand: ["7C", "7S"], meld: [], minimum: 0, frozen: "2S", yes: true },
];

/** Going out: what lies on the table, what is laid, what is discarded. */
export const OUT = {
  canasta: ["KS", "KH", "KD", "KC", "KS", "KH", "2D"],
  hand: ["6S", "6H", "6D", "KD"],
  discard: "4C",
};

/** What canastas bring, as a table's view has it. */
export const BONUS = { natural: 500, mixed: 300 };

/** One side's deal, counted. @type {import("#app/games/canasta/view.js").SheetLine} */
export const DEAL = {
  natural: 1,
  mixed: 1,
  out: 100,
  concealed: 0,
  red3: 200,
  melded: 235,
  hand: -45,
  penalty: 0,
  total: 1290,
};
