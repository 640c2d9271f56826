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

/** The most that a number may be beside the other options. @param {OptionItem} item @param {Options} values */
export function highOf({ high = Number.POSITIVE_INFINITY, caps = [] }, values) {
  const held = caps.filter(({ when }) => when.values.includes(/** @type {Value} */ (values[when.key])));
  return Math.min(high, ...held.map((cap) => cap.high));
}

/** A value as the other options let it be. @param {OptionItem} item @param {Value} value @param {Options} values */
const capped = (item, value, values) => (typeof value === "number" ? Math.min(value, highOf(item, values)) : value);

/** All options written out; one whose condition does not hold has its default, a number is no more than it may be. @param {OptionSet} set @param {Options} given */
export function complete(set, given) {
  /** @type {Options} */
  const full = {};
  for (const item of set.items) {
    const value = applies(item, full) ? given[item.key] : undefined;
    full[item.key] = capped(item, value ?? defaultOf(item), full);
  }
  return full;
}

/** The options that can be chosen now; a choice of one value is none. @param {OptionSet} set @param {Options} values */
export const offered = (set, values) =>
  set.items.filter((item) => applies(item, values) && (item.type === "number" || (item.values?.length ?? 0) > 1));

/** The values an item offers beside the others, in order. @param {OptionItem} item @param {Options} values @returns {Value[]} */
export function valuesOf(item, values) {
  if (item.type === "choice") return item.values ?? [];
  const low = item.low ?? 0;
  return Array.from({ length: highOf(item, values) - low + 1 }, (_, i) => low + i);
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

/** A whole number within the bounds. @param {OptionItem} item @param {number} n @param {Options} values the other options */
export const clamp = (item, n, values) => Math.max(item.low ?? 0, Math.min(highOf(item, values), Math.round(n) || 0));

/** Only what the set still knows, written out. @param {OptionSet} set @param {Options} [given] */
export function known(set, given = {}) {
  const fits = set.items.filter(({ key, type, values, low = 0, high = 0 }) => {
    const value = given[key];
    if (type === "choice") return value !== undefined && values?.includes(value);
    return typeof value === "number" && value >= low && value <= high;
  });
  return complete(set, Object.fromEntries(fits.map(({ key }) => [key, /** @type {Value} */ (given[key])])));
}

/** The options that are not as a preset (or the defaults) has them, as far as the others let them be so. @param {OptionSet} set @param {Options} values @param {Options} [base] */
export function changed(set, values, base = {}) {
  const full = complete(set, base);
  return set.items.filter((item) => {
    const value = values[item.key];
    return value !== undefined && value !== capped(item, full[item.key] ?? "", values);
  });
}

/**
 * A preset takes the place of another: what was chosen besides the other stays where no preset has a say in it. To
 * choose the same once more takes all changes back.
 * @param {OptionSet} set @param {Options} values @param {string} from name of the preset so far, "" for none @param {string} to
 */
export function represet(set, values, from, to) {
  const presets = set.presets ?? {};
  const named = new Set(Object.values(presets).flatMap(Object.keys));
  const own = from === to ? [] : changed(set, values, presets[from]).filter(({ key }) => !named.has(key));
  const kept = Object.fromEntries(own.map(({ key }) => [key, /** @type {Value} */ (values[key])]));
  return complete(set, { ...kept, ...presets[to] });
}
