// The logic of a form drawn from option data (app/engine/options.py); the words come from the catalogs.

/**
 * @typedef {import("#app/types/app.d.ts").OptionSet} OptionSet
 * @typedef {import("#app/types/app.d.ts").OptionItem} OptionItem
 * @typedef {import("#app/types/app.d.ts").Options} Options
 * @typedef {import("#app/types/app.d.ts").Value} Value
 */

/** @param {OptionItem} item @returns {Value} */
export const defaultOf = (item) => (item.type === "choice" ? (item.values?.[0] ?? "") : (item.default ?? 0));

/** @param {OptionItem} item @param {Options} values */
const applies = (item, values) =>
  (item.when ?? []).every((when) => when.values.includes(/** @type {Value} */ (values[when.key])));

/** All options written out; one whose condition does not hold has its default. @param {OptionSet} set @param {Options} given */
export function complete(set, given) {
  /** @type {Options} */
  const full = {};
  for (const item of set.items) {
    const value = given[item.key] ?? defaultOf(item);
    full[item.key] = applies(item, full) ? value : defaultOf(item);
  }
  return full;
}

/** The options that can be chosen now; a choice of one value is none. @param {OptionSet} set @param {Options} values */
export const offered = (set, values) =>
  set.items.filter((item) => applies(item, values) && (item.type === "number" || (item.values?.length ?? 0) > 1));

/** The values an item offers, in order. @param {OptionItem} item @returns {Value[]} */
export function valuesOf(item) {
  if (item.type === "choice") return item.values ?? [];
  const low = item.low ?? 0;
  return Array.from({ length: (item.high ?? low) - low + 1 }, (_, i) => low + i);
}

/**
 * The preset that a choice comes from: with the fewest options that are not as it has them, the first of equal ones.
 * "" if the defaults are as near: then it comes from none.
 * @param {OptionSet} set @param {Options} values
 */
export function nearest(set, values) {
  const away = (/** @type {Options | undefined} */ base) => changed(set, values, base).length;
  const presets = Object.entries(set.presets ?? {}).map(([name, base]) => ({ name, away: away(base) }));
  presets.sort((a, b) => a.away - b.away);
  const [best] = presets;
  return best && (best.away === 0 || best.away < away({})) ? best.name : "";
}

/** What a press of + or - adds to a number. @param {OptionItem} item */
export function stepOf({ low = 0, high = 0 }) {
  const range = high - low;
  return range > 1000 ? 30 : range > 100 ? 5 : 1;
}

/** A whole number within the bounds. @param {OptionItem} item @param {number} n */
export const clamp = (item, n) => Math.max(item.low ?? 0, Math.min(item.high ?? n, Math.round(n) || 0));

/** Only what the set still knows, written out. @param {OptionSet} set @param {Options} [given] */
export function known(set, given = {}) {
  const fits = set.items.filter(({ key, type, values, low = 0, high = 0 }) => {
    const value = given[key];
    if (type === "choice") return value !== undefined && values?.includes(value);
    return typeof value === "number" && value >= low && value <= high;
  });
  return complete(set, Object.fromEntries(fits.map(({ key }) => [key, /** @type {Value} */ (given[key])])));
}

/** The options that are not as a preset (or the defaults) has them. @param {OptionSet} set @param {Options} values @param {Options} [base] */
export function changed(set, values, base = {}) {
  const full = complete(set, base);
  return set.items.filter((item) => values[item.key] !== undefined && values[item.key] !== full[item.key]);
}
