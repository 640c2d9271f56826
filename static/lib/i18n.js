// Sentences from catalogs, one per language, with plural rules. No sentence is joined from pieces: values are put
// into whole messages, and names of cards, suits and the like are messages of their own.
import { computed, signal } from "#signals";

/**
 * @typedef {"en" | "ru" | "ja"} Lang
 * @typedef {Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>} Catalog
 * @typedef {Record<string, unknown>} Vars
 */

/** @type {readonly Lang[]} */
export const LANGS = ["en", "ru", "ja"];
/** Each language's own name; the same in every catalog, hence not in any. */
export const LANG_NAMES = { en: "English", ru: "Русский", ja: "日本語" };

export const lang = signal(/** @type {Lang} */ ("en"));
const catalog = signal(/** @type {Catalog} */ ({}));
const plurals = computed(() => new Intl.PluralRules(lang.value));
const numbers = computed(() => new Intl.NumberFormat(lang.value));

/** Put a language's messages in force. @param {Lang} to @param {Catalog[]} catalogs later ones add to earlier ones */
export function use(to, ...catalogs) {
  lang.value = to;
  catalog.value = Object.assign({}, ...catalogs);
}

/** @param {Catalog} more */
export function extend(more) {
  catalog.value = { ...catalog.value, ...more };
}

/** The first of the wanted languages that there is. @param {readonly string[]} wanted e.g. navigator.languages */
export function pick(wanted) {
  for (const tag of wanted) {
    const found = LANGS.find((l) => tag.toLowerCase() === l || tag.toLowerCase().startsWith(`${l}-`));
    if (found) return found;
  }
  return "en";
}

/** @param {string} key */
export const has = (key) => Object.hasOwn(catalog.value, key);

/** The key of a game's own words for something of the table, `<game>.<key>`, where it has them; else everybody's. @param {string} game @param {string} key */
export const keyIn = (game, key) => (has(`${game}.${key}`) ? `${game}.${key}` : key);

/** Those words. @param {string} game @param {string} key */
export const wordIn = (game, key) => t(keyIn(game, key));

/** @param {string} key @param {Vars} vars @returns {string} the message before its values are put in */
function message(key, vars) {
  const found = catalog.value[key];
  if (found === undefined) return key;
  if (typeof found === "string") return found;
  return found[plurals.value.select(Number(vars.n ?? 0))] ?? found.other ?? key;
}

/** A number as the language writes it; with a minus sign, which a hyphen is not: it is read aloud, and no line ends at it. @param {number} n */
export const number = (n) => numbers.value.format(n).replace("-", "\u2212");

/** @param {unknown} value */
const plain = (value) => (typeof value === "number" ? number(value) : String(value));

/** @param {string} key @param {Vars} [vars] */
export function t(key, vars = {}) {
  return message(key, vars).replace(/\{(\w+)\}/g, (hole, name) => (name in vars ? plain(vars[name]) : hole));
}

/**
 * The same for messages whose values are drawn: text and values in turn.
 * @param {string} key @param {Vars} [vars] @returns {unknown[]}
 */
export function parts(key, vars = {}) {
  return message(key, vars)
    .split(/\{(\w+)\}/)
    .map((piece, i) => {
      if (i % 2 === 0) return piece;
      const value = piece in vars ? vars[piece] : `{${piece}}`;
      return typeof value === "number" ? number(value) : value;
    })
    .filter((piece) => piece !== "");
}

/** The language as it is written where the reader is: "en-GB" for "en". @param {string} to @param {readonly string[]} wanted e.g. navigator.languages */
export const regional = (to, wanted) => wanted.find((tag) => tag.toLowerCase().startsWith(`${to}-`)) ?? to;

/** @param {Intl.DateTimeFormatOptions} style */
const dates = (style) => new Intl.DateTimeFormat(regional(lang.value, globalThis.navigator?.languages ?? []), style);

/** @param {number} ms since the epoch */
export const dateText = (ms) => dates({ dateStyle: "medium", timeStyle: "short" }).format(ms);

/** The time of day. @param {number} ms since the epoch */
export const timeText = (ms) => dates({ timeStyle: "short" }).format(ms);

/** @param {string[]} items */
export const listText = (items) => new Intl.ListFormat(lang.value, { type: "conjunction" }).format(items);
