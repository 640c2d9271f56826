// The rules that refusals and winning cards refer to, told in a few sentences (RULES.md has them in full).
import { t } from "#app/lib/i18n.js";

/** By number in RULES.md: how many sentences, and under which name. @type {Record<string, [name: string, lines: number]>} */
const RULES = {
  2.2: ["follow", 3],
  2.6: ["wins", 4],
  2.7: ["holds", 4],
  "2.10": ["free", 4],
  3.2: ["lands", 3],
};

/** A rule, whatever part of it is meant: "2.6b" is told as 2.6. @param {string} rule */
export function why(rule) {
  const found = RULES[rule.match(/^\d+\.\d+/)?.[0] ?? ""];
  if (!found) return null;
  const [name, count] = found;
  const lines = Array.from({ length: count }, (_, i) => ({ key: `calypso.rule.${name}.${i + 1}` }));
  return { title: t(`calypso.rule.${name}`), lines };
}
