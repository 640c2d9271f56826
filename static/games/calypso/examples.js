// The examples of the short rules. The reader sits south and owns spades, the partner hearts.

/**
 * @typedef {"south" | "west" | "north" | "east"} Place
 * @typedef {{key: string, leader: number, cards: string[], winner: number, why: string}} Example `leader`: chair;
 * `cards` in order of play; `why`: as the table itself says it
 */

/** Clockwise from the reader. @type {readonly Place[]} */
export const CHAIRS = ["south", "west", "north", "east"];
export const TRUMPS = "SDHC";

/** Every way to win a trick, one each. @type {readonly Example[]} */
export const TRICKS = [
  { key: "high", leader: 1, cards: ["7S", "JS", "KS", "4S"], winner: 3, why: "lead" },
  { key: "own", leader: 0, cards: ["6S", "TS", "KS", "AS"], winner: 0, why: "trump_led" },
  { key: "ruff", leader: 2, cards: ["TC", "AC", "3S", "KC"], winner: 0, why: "ruff" },
  { key: "over", leader: 3, cards: ["QH", "9S", "JD", "AH"], winner: 1, why: "overruff" },
  { key: "equal", leader: 0, cards: ["KD", "4D", "2D", "KD"], winner: 0, why: "equal" },
];

/** Who played the nth card. @param {Example} example @param {number} n */
export const chairAt = ({ leader }, n) => (leader + n) % CHAIRS.length;

/** What becomes of a trick that the reader has won: each card and where it goes. */
export const TAKEN = [
  { card: "9S", to: "mine" },
  { card: "JH", to: "partner" },
  { card: "5H", to: "partner" },
  { card: "5H", to: "pile" },
];
export const ROWS = { mine: "23469TJ", partner: "257JA" };

/** One player's round, counted. */
export const ROUND = { done: 1, row: 8, pile: 24 };

/** A hand against a lead: what may be played. @type {readonly {key: string, lead: string, hand: string[], legal: string}[]} */
export const HANDS = [
  { key: "follow", lead: "TD", hand: ["KS", "7S", "QH", "9D", "3D", "TC"], legal: "D" },
  { key: "void", lead: "TD", hand: ["KS", "7S", "QH", "TC", "4C", "2C"], legal: "SHC" },
];
