// The examples of the short rules. The reader sits south and owns spades, the partner hearts; of three players the one
// to the right does.

/**
 * @typedef {"south" | "west" | "north" | "east"} Place
 * @typedef {{key: string, leader: number, cards: string[], winner: number, why: string, chairs?: readonly Place[]}} Example
 * `leader`: chair; `cards` in order of play; `why`: as the table itself says it; `chairs` where they are not four
 */

/** Clockwise from the reader. @type {readonly Place[]} */
export const CHAIRS = ["south", "west", "north", "east"];
export const TRUMPS = "SDHC";
/** Three of them: nobody owns clubs. @type {readonly Place[]} */
export const THREE = ["south", "west", "east"];
export const NOBODYS = "C";

/** Every way to win a trick, one each. @type {readonly Example[]} */
export const TRICKS = [
  { key: "high", leader: 1, cards: ["7S", "JS", "KS", "4S"], winner: 3, why: "lead" },
  { key: "own", leader: 0, cards: ["6S", "TS", "KS", "AS"], winner: 0, why: "trump_led" },
  { key: "ruff", leader: 2, cards: ["TC", "AC", "3S", "KC"], winner: 0, why: "ruff" },
  { key: "over", leader: 3, cards: ["QH", "9S", "JD", "AH"], winner: 1, why: "overruff" },
  { key: "equal", leader: 0, cards: ["KD", "4D", "2D", "KD"], winner: 0, why: "equal" },
];

/** A trick of three. @type {Example} */
export const OF_THREE = {
  key: "three",
  leader: 2,
  cards: ["TH", "QH", "4D"],
  winner: 1,
  why: "ruff",
  chairs: THREE,
};

/** All Fours: a trump that could have followed, and is not high enough. @type {Example} */
export const HIGHER = { key: "higher", leader: 1, cards: ["9D", "KD", "3D", "7S"], winner: 1, why: "trump_led" };

/** Who played the nth card. @param {Example} example @param {number} n */
export const chairAt = ({ leader, chairs = CHAIRS }, n) => (leader + n) % chairs.length;

/** What becomes of a trick that the reader has won: each card and where it goes. */
export const TAKEN = [
  { card: "9S", to: "mine" },
  { card: "JH", to: "partner" },
  { card: "5H", to: "partner" },
  { card: "5H", to: "pile" },
];
/** The same for one who plays for himself. */
export const ALONE = [
  { card: "9S", to: "mine" },
  { card: "JH", to: "heap" },
];
export const ROWS = { mine: "23469TJ", partner: "257JA" };

/** One player's round, counted. */
export const ROUND = { done: 1, row: 8, pile: 24 };

/** A hand against a lead: what may be played. @type {readonly {key: string, lead: string, hand: string[], legal: string}[]} */
export const HANDS = [
  { key: "follow", lead: "TD", hand: ["KS", "7S", "QH", "9D", "3D", "TC"], legal: "D" },
  { key: "void", lead: "TD", hand: ["KS", "7S", "QH", "TC", "4C", "2C"], legal: "SHC" },
];

/** The same under All Fours. */
export const FREE = { key: "free", lead: "TD", hand: ["KS", "7S", "QH", "9D", "3D", "TC"], legal: "DS" };
