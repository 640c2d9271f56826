// What a bot thinks of a card, in words: `opinion.<code>` of the catalogs, filled with what the reason names.
import { gameOf, seatOf } from "#app/games/calypso/view.js";
import { has, t } from "#app/lib/i18n.js";

/**
 * @typedef {import("#app/types/app.d.ts").GameCommand} GameCommand
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").LineValue} LineValue
 * @typedef {import("#app/types/app.d.ts").Opinion} Opinion
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 */

const CARD = /^[2-9TJQKA][SHDC]$/;

/** Cards are drawn, suits and people named. @param {string} name @param {string | number} value @param {(chair: number) => string} who @returns {LineValue} */
function filled(name, value, who) {
  if (typeof value === "string" && CARD.test(value)) return { card: value };
  if (name === "suit") return t(`suit.${value}`);
  if (name === "chair") return who(Number(value));
  return value;
}

/** @param {Opinion["reasons"][number]} reason @param {(chair: number) => string} who @returns {Line} */
function reasonLine({ code, params }, who) {
  const vars = Object.entries(params).map(([name, value]) => [name, filled(name, value, who)]);
  const name = params.chair === undefined ? [] : [["name", who(Number(params.chair))]];
  return { key: `opinion.${code}`, vars: Object.fromEntries([...name, ...vars]) };
}

/** What is done, as a sentence takes it. @param {GameCommand} command @returns {LineValue} */
export const deed = (command) => (typeof command.card === "string" ? { card: command.card } : String(command.type));

/** Why, as far as there are words for it. @param {Opinion} opinion @param {PublicView} view @param {(seat: number) => string} nameOf @returns {Line[]} */
export function reasons(opinion, view, nameOf) {
  const g = gameOf(view);
  const who = (/** @type {number} */ chair) => nameOf(seatOf(g, chair));
  return opinion.reasons.filter(({ code }) => has(`opinion.${code}`)).map((reason) => reasonLine(reason, who));
}

/** Where a command lies on the page. @param {GameCommand} command */
export const place = (command) => (typeof command.card === "string" ? `.hand [data-card="${command.card}"]` : "");

/** Whether a card is to be played. @param {import("#app/types/app.d.ts").Sitting} sitting */
export const fits = (sitting) => sitting.private.legal !== undefined;
