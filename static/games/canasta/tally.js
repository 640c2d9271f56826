// What a deal and a game have brought, line by line (R4).

/**
 * @typedef {import("#app/games/canasta/view.js").Game} Game
 * @typedef {import("#app/games/canasta/view.js").SheetLine} ScoreLine
 * @typedef {Game["bonus"]} Bonus what a canasta of each kind brings
 * @typedef {{key: string, rule: string, kind?: keyof Bonus, points: (line: ScoreLine, bonus: Bonus) => number}} Item
 * `kind` where the line has how many canastas they are
 */

/** The lines of a deal with the rules behind them. @type {readonly Item[]} */
export const ITEMS = [
  { key: "natural", rule: "3.1.4", kind: "natural", points: (line, bonus) => bonus.natural * line.natural },
  { key: "mixed", rule: "3.1.4", kind: "mixed", points: (line, bonus) => bonus.mixed * line.mixed },
  { key: "out", rule: "4.1", points: (line) => line.out },
  { key: "concealed", rule: "3.5.4", points: (line) => line.concealed },
  { key: "red3", rule: "2.8", points: (line) => line.red3 },
  { key: "melded", rule: "4.2", points: (line) => line.melded },
  { key: "hand", rule: "4.2", points: (line) => line.hand },
  { key: "penalty", rule: "5.4", points: (line) => line.penalty },
];

/** Lines that are left out where they are nothing for anybody. */
const RARE = ["concealed", "penalty"];

/** The items to show for a deal. @param {Record<string, ScoreLine>} lines @param {Bonus} bonus */
export const itemsOf = (lines, bonus) =>
  ITEMS.filter(
    ({ key, points }) => !RARE.includes(key) || Object.values(lines).some((line) => points(line, bonus) !== 0),
  );

/** Finished deals, the first first, each with the totals after it. @param {Game} g */
export function dealsOf(g) {
  /** @type {Record<string, number>} */
  let totals = {};
  return Object.keys(g.sheet)
    .map(Number)
    .sort((a, b) => a - b)
    .map((deal) => {
      const lines = g.sheet[deal] ?? {};
      totals = { ...totals };
      for (const [account, { total }] of Object.entries(lines)) totals[account] = (totals[account] ?? 0) + total;
      return { deal, lines, totals };
    });
}

/** Who gets what by the server's rounded totals (R4.9); of two sides only, else null. @param {Game} g */
export function settlement({ scores, rounded }) {
  if (!rounded || Object.keys(rounded).length !== 2) return null;
  const [one = 0, two = 0] = [scores[0], scores[1]];
  const winner = one === two ? -1 : Number(two > one);
  return { rounded, winner, difference: Math.abs((rounded[0] ?? 0) - (rounded[1] ?? 0)) };
}
