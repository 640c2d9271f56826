// Why a bot would do something: what speaks for it comes first, what speaks against it is told as such.

/**
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").Opinion} Opinion
 */

/** What only speaks against the best that can be done would be read as advice against it. @param {Opinion} opinion @param {Line[]} lines @param {string} price words for that @returns {Line[]} */
export function priced({ points }, lines, price) {
  const paid = points === 0 && lines.length > 0 && lines.every(({ against }) => against);
  return paid ? [{ key: price }, ...lines.map(({ against: _, ...line }) => line)] : lines;
}

/** @param {Line[]} lines @returns {{pros: Line[], cons: Line[]}} */
export const weighed = (lines) => ({
  pros: lines.filter(({ against }) => !against),
  cons: lines.filter(({ against }) => against),
});

/** As they are read out. @param {Line[]} lines @returns {Line[]} */
export function inTurn(lines) {
  const { pros, cons } = weighed(lines);
  return cons.length ? [...pros, { key: "hint.but" }, ...cons] : pros;
}
