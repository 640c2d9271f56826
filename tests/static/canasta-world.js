// Views of Canasta as the server sends them, for what the pages make of them.

import { readFileSync } from "node:fs";
import { use } from "../../static/lib/i18n.js";

export const read = (path) => JSON.parse(readFileSync(new URL(`../../static/${path}`, import.meta.url), "utf8"));
export const speak = (lang) => use(lang, read(`i18n/${lang}.json`), read(`games/canasta/i18n/${lang}.json`));

export const game = (more = {}) => ({
  mode: "4p",
  chairs: { 0: 2, 1: 0, 2: 3, 3: 1 },
  sides: { 0: 0, 1: 1, 2: 0, 3: 1 },
  phase: "draw",
  deal: 0,
  dealer: 1,
  turn: 2,
  counts: { 0: 11, 1: 11, 2: 11, 3: 11 },
  stock: 40,
  pile: 5,
  top: "8C",
  melds: { 0: {}, 1: {} },
  by: { 0: {}, 1: {} },
  threes: { 0: "", 1: "" },
  minimum: { 0: 50, 1: 50 },
  scores: { 0: 0, 1: 0 },
  values: {},
  req: 1,
  sheet: {},
  ...more,
});
export const view = (more, options = {}) => ({
  phase: "playing",
  turn: 5,
  options: { mode: "4p", target: "standard", ...options },
  seats: Object.fromEntries(Object.keys(more?.chairs ?? { 0: 0, 1: 0, 2: 0, 3: 0 }).map((seat) => [seat, {}])),
  g: game(more),
});
const NAMES = ["Ann", "Bo", "Di", "Ed", "Flo", "Gus"];
export const nameOf = (seat) => NAMES[seat];
export const sitting = (own, more, rest = {}) => ({
  public: view(more),
  private: own,
  seat: 0,
  mine: true,
  live: true,
  offline: false,
  pending: [],
  nameOf,
  ...rest,
});
