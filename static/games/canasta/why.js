// The rules that refusals and score lines refer to, told in a few sentences (RULES.md has them in full).
import { t } from "#app/lib/i18n.js";

/** How many sentences each has. @type {Record<string, number>} */
const TOLD = {
  alone: 2,
  red: 4,
  black: 3,
  black_meld: 3,
  frozen: 4,
  minimum: 4,
  meld: 4,
  canasta: 4,
  finish: 3,
  group: 3,
  turn: 3,
  never: 3,
  pair: 3,
  take: 4,
  out: 4,
  concealed: 4,
  ask: 4,
  asking: 4,
  answer: 3,
  stock: 4,
  bonuses: 4,
  cards: 3,
  sum: 2,
  unlaid: 2,
  total: 3,
  settle: 3,
  mistakes: 3,
};

/** Which of them a number in RULES.md is told by. @type {Record<string, keyof typeof TOLD>} */
const RULES = {
  1.6: "alone",
  2.7: "red",
  2.8: "red",
  2.9: "black",
  "2.10": "black_meld",
  2.11: "frozen",
  2.12: "frozen",
  "3.0.1": "minimum",
  "3.1.1": "meld",
  "3.1.2": "meld",
  "3.1.3": "meld",
  "3.1.4": "canasta",
  "3.1.6": "minimum",
  "3.2.1": "finish",
  3.3: "group",
  "3.3.2": "turn",
  "3.4.1": "never",
  "3.4.2": "pair",
  "3.4.3": "take",
  "3.4.4": "take",
  "3.4.5": "take",
  "3.4.6": "pair",
  "3.5.1": "out",
  "3.5.4": "concealed",
  "3.5.5": "concealed",
  "3.6.1": "ask",
  "3.6.2": "asking",
  "3.6.3": "answer",
  "3.6.4": "answer",
  "3.7.1": "stock",
  "3.7.3": "stock",
  4.1: "bonuses",
  4.2: "cards",
  4.3: "sum",
  4.4: "red",
  4.5: "unlaid",
  4.6: "total",
  4.9: "settle",
  5.3: "mistakes",
  5.4: "mistakes",
};

/** A rule by its number, whatever part of it is meant: "3.4.3b" is told as 3.4.3. @param {string} rule */
export function why(rule) {
  const name = RULES[rule.match(/^\d+(\.\d+)+/)?.[0] ?? ""];
  if (!name) return null;
  const lines = Array.from({ length: TOLD[name] ?? 0 }, (_, i) => ({ key: `canasta.why.${name}.${i + 1}` }));
  return { title: t(`canasta.why.${name}`), lines };
}
