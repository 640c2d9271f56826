// What a bot thinks of a command, in words: what is done, and why by `canasta.opinion.<code>` (bot/advise.py).
import { ownOf } from "#app/games/canasta/view.js";
import { cardsText, rankWord } from "#app/games/canasta/words.js";
import { has, listText, t } from "#app/lib/i18n.js";

/**
 * @typedef {import("#app/types/app.d.ts").GameCommand} GameCommand
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").LineValue} LineValue
 * @typedef {import("#app/types/app.d.ts").Opinion} Opinion
 * @typedef {import("#app/games/canasta/view.js").Group} Group
 */

/** @param {unknown} groups */
const groupsText = (groups) =>
  listText(/** @type {Group[]} */ (groups ?? []).map(({ cards }) => cardsText(cards.join(""))));

/** @param {unknown} cards */
const list = (cards) => cardsText(/** @type {string[]} */ (cards ?? []).join(""));

/** What each command is called. @type {Record<string, (command: GameCommand) => string>} */
const DEEDS = {
  take: ({ with: cards, melds }) => {
    const more = groupsText(melds);
    const vars = { cards: list(cards), more };
    if (!vars.cards) return t("canasta.deed.take");
    return t(more ? "canasta.deed.take_more" : "canasta.deed.take_with", vars);
  },
  meld: ({ melds }) => t("canasta.deed.meld", { cards: groupsText(melds) }),
  discard: ({ card }) => t("canasta.deed.discard", { card: cardsText(String(card)) }),
  answer: ({ yes }) => t(yes ? "canasta.deed.yes" : "canasta.deed.no"),
};

/** What is done, as a sentence takes it after a colon. @param {GameCommand} command @returns {LineValue} */
export const deed = (command) => DEEDS[command.type]?.(command) ?? t(`canasta.deed.${command.type}`);

/** @param {string} name @param {string | number} value @returns {LineValue} */
function filled(name, value) {
  if (name === "rank") return rankWord(String(value));
  return name === "card" ? { card: String(value) } : value;
}

/** Going out leads, or does not. @param {Opinion["reasons"][number]} reason */
function ahead(reason) {
  const points = Number(reason.params.points);
  if (reason.code !== "goes_out" || points >= 0) return reason;
  return { code: "goes_out_behind", params: { ...reason.params, points: -points } };
}

/** Why, as far as there are words for it. @param {Opinion} opinion @returns {Line[]} */
export const reasons = (opinion) =>
  opinion.reasons
    .filter(({ code }) => has(`canasta.opinion.${code}`))
    .map(ahead)
    .map(({ code, params }) => ({
      key: `canasta.opinion.${code}`,
      vars: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, filled(name, value)])),
    }));

/** Where a command lies on the page. @param {GameCommand} command */
export function place({ type, card }) {
  if (type === "discard") return `.hand [data-card="${card}"]`;
  return { draw: ".piles .stock", take: ".piles .discards", ask: ".deed-ask", go_out: ".deed-stage_out" }[type] ?? "";
}

/** Whether something is to be decided. @param {import("#app/types/app.d.ts").Sitting} sitting */
export const fits = (sitting) => Boolean(ownOf(sitting).may);
