// What a bot thinks of a command, in words: what is done, and why by `canasta.opinion.<code>` (bot/advise.py).
import { ownOf } from "#app/games/canasta/view.js";
import { cardsText, rankWord } from "#app/games/canasta/words.js";
import { has, listText, t } from "#app/lib/i18n.js";
import { priced } from "#app/lib/reasons.js";

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

/** Reasons that speak against what is done (app/games/canasta/bot/advise.py). */
const AGAINST = [
  "spends_wild",
  "few_left",
  "goes_out_behind",
  "partner_holds",
  "hand_costs",
  "gives_pile",
  "breaks_pair",
  "fits_meld",
];

/** Whoever says no to going out thinks of the same the other way round. @param {string} code @param {GameCommand} command */
const isAgainst = (code, { type, yes }) =>
  type === "answer" && yes !== true ? code === "catches" : AGAINST.includes(code);

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

/** Why, as far as there are words for it, and what speaks against it. @param {Opinion} opinion @returns {Line[]} */
export function reasons(opinion) {
  const lines = opinion.reasons
    .filter(({ code }) => has(`canasta.opinion.${code}`))
    .map(ahead)
    .map(({ code, params }) => ({
      key: `canasta.opinion.${code}`,
      vars: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, filled(name, value)])),
      ...(isAgainst(code, opinion.command) && { against: true }),
    }));
  return priced(opinion, lines, "canasta.opinion.price");
}

/** Cards of the hand, copies by number as the hand has them. @param {string[]} cards */
function inHand(cards) {
  /** @type {Record<string, number>} */
  const copies = {};
  return cards.map((card) => {
    const copy = copies[card] ?? 0;
    copies[card] = copy + 1;
    return `.hand [data-key="${card}${copy}"]`;
  });
}

/** Where a command lies on the page: what is pressed for it, and the cards that go with it. @param {GameCommand} command */
export function place({ type, card, with: pair, melds }) {
  if (type === "discard") return inHand([String(card)]).join();
  const laid = /** @type {Group[]} */ (melds ?? []).flatMap((group) => group.cards);
  if (type === "meld") return inHand(laid).join();
  const taken = /** @type {string[]} */ (pair ?? []);
  if (type === "take") return [".discards .pile-card", ...inHand([...taken, ...laid])].join();
  return { draw: ".stock .pile-card", ask: ".deed-ask", go_out: ".deed-stage_out" }[type] ?? "";
}

/** Whether something is to be decided. @param {import("#app/types/app.d.ts").Sitting} sitting */
export const fits = (sitting) => Boolean(ownOf(sitting).may);
