// What a bot thinks of a card, in words: `opinion.<code>` of the catalogs, filled with what the reason names.
import { gameOf, isSolo, seatOf } from "#app/games/calypso/view.js";
import { has, t } from "#app/lib/i18n.js";
import { priced } from "#app/lib/reasons.js";

/**
 * @typedef {import("#app/types/app.d.ts").GameCommand} GameCommand
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").LineValue} LineValue
 * @typedef {import("#app/types/app.d.ts").Opinion} Opinion
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 */

/** Reasons that speak against a card (app/games/calypso/bot/advise.py). */
const AGAINST = ["gives", "loses_own", "spends_trump", "leads_own", "costs"];
const CARD = /^[2-9TJQKA][SHDC]$/;

/** Cards are drawn, suits and people named. @param {string} name @param {string | number} value @param {(chair: number) => string} who @returns {LineValue} */
function filled(name, value, who) {
  if (typeof value === "string" && CARD.test(value)) return { card: value };
  if (name === "suit") return t(`suit.${value}`);
  if (name === "chair") return who(Number(value));
  return value;
}

/** There are other words for some reasons where nobody has a side. @param {Opinion["reasons"][number]} reason @param {(chair: number) => string} who @param {boolean} solo @returns {Line} */
function reasonLine({ code, params }, who, solo) {
  const vars = Object.entries(params).map(([name, value]) => [name, filled(name, value, who)]);
  const name = params.chair === undefined ? [] : [["name", who(Number(params.chair))]];
  const alone = `opinion.${code}.solo`;
  return {
    key: solo && has(alone) ? alone : `opinion.${code}`,
    vars: Object.fromEntries([...name, ...vars]),
    ...(AGAINST.includes(code) && { against: true }),
  };
}

/** What is done, as a sentence takes it. @param {GameCommand} command @returns {LineValue} */
export const deed = (command) => (typeof command.card === "string" ? { card: command.card } : String(command.type));

/** Why, as far as there are words for it. @param {Opinion} opinion @param {PublicView} view @param {(seat: number) => string} nameOf @returns {Line[]} */
export function reasons(opinion, view, nameOf) {
  const g = gameOf(view);
  const who = (/** @type {number} */ chair) => nameOf(seatOf(g, chair));
  const known = opinion.reasons.filter(({ code }) => has(`opinion.${code}`));
  const lines = known.map((reason) => reasonLine(reason, who, isSolo(g)));
  return priced(opinion, lines, "opinion.price");
}

/** Where a command lies on the page. @param {GameCommand} command */
export const place = (command) => (typeof command.card === "string" ? `.hand [data-card="${command.card}"]` : "");

/** Whether a card is to be played. @param {import("#app/types/app.d.ts").Sitting} sitting */
export const fits = (sitting) => sitting.private.legal !== undefined;
