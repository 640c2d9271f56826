// Sentences: what to do now, why something may not be done, how a deal ended, what is heard and read out.

import { drawOf, targetOf } from "#app/games/canasta/sides.js";
import { cardsOf, chairOf, gameOf, mayOf, membersOf, onTurn, ownOf, seatOf } from "#app/games/canasta/view.js";
import { nameOfCard, ranksSaid, rankWord } from "#app/games/canasta/words.js";
import { has, listText, t } from "#app/lib/i18n.js";

export { line } from "#app/games/canasta/log.js";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").LineValue} LineValue
 * @typedef {import("#app/types/app.d.ts").Message} Message
 * @typedef {import("#app/types/app.d.ts").Note} Note
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").Refusal} Refusal
 */

// ---- refusals

/** Cards are drawn, ranks have words; what counts as a number decides the plural. @param {string} name @param {import("#app/types/app.d.ts").Value} value @returns {LineValue} */
function shown(name, value) {
  if (name === "card") return { card: String(value) };
  if (name === "rank") return rankWord(String(value));
  return typeof value === "boolean" ? String(value) : value;
}

/** @param {Refusal["params"]} params */
const varsOf = ({ rule: _, ...rest }) =>
  Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, shown(name, value)]));

/** The sentence for a refusal by the server: the rule can be shown with it. @param {Refusal} refusal @param {PublicView} view @returns {Line | null} */
export function refusal({ code, params }, view) {
  const { rule } = params;
  if (rule === undefined && code !== "rule.not_in_hand") return null;
  const vars = varsOf(params);
  const named = rule === undefined ? {} : { rule: String(rule) };
  if (code === "rule.frozen_needs_natural_pair") {
    // it is the same for a side without a meld, but for another reason
    const why = gameOf(view)?.frozen ? "frozen" : "unopened";
    return { key: `canasta.do.pair.${why}`, vars, ...named };
  }
  if (code === "rule.stock_empty" && rule === "3.6.2") return { key: "canasta.do.ask_no_stock", vars, ...named };
  return { key: `error.${code}`, vars, ...named };
}

/** Who has to act, a seat; -1 if nobody. @param {PublicView} view */
export function waitedFor(view) {
  const g = gameOf(view);
  return g.turn === undefined ? -1 : seatOf(g, g.turn);
}

/** Why the pile cannot be taken, as the seat is told beforehand: by the whole hand, not by chosen cards. @param {Sitting} sitting @returns {Line | null} */
export function untakeable(sitting) {
  const { take } = ownOf(sitting);
  const g = gameOf(sitting.public);
  if (g.asked) return { key: "error.rule.asked_take", rule: "3.6.2" };
  if (!take) return { key: "error.rule.empty_pile", rule: "3.4.1" };
  const { code, params = {} } = take;
  if (!code) return null;
  if (code === "rule.below_minimum") return { key: "canasta.do.take_short", vars: varsOf(params), rule: "3.4.6" };
  if (code === "rule.too_few_cards" || code === "rule.too_few_naturals")
    return { key: "canasta.do.no_match", vars: { card: { card: g.top ?? "" } }, rule: "3.4.3" };
  return refusal({ code, params }, sitting.public);
}

/** That the pile can be taken, and with what where only a pair does. @param {Sitting} sitting */
export function takeable(sitting) {
  const { must, need } = ownOf(sitting);
  if (must) return "canasta.ui.must_take";
  return gameOf(sitting.public).frozen || need !== undefined ? "canasta.ui.can_take_pair" : "canasta.ui.can_take";
}

/** Why the pile cannot be taken, in three words where there are such. @param {Line} bar */
export const shortly = ({ key }) => (has(`${key}.short`) ? `${key}.short` : "canasta.ui.cannot_take");

/** Why something may not be done now, before it is asked; null if it may. @param {Sitting} sitting @param {string} what a command's type @returns {Line | null} */
export function refuse(sitting, what) {
  const g = gameOf(sitting.public);
  if (sitting.offline) return { key: "canasta.do.wait_link" };
  if (mayOf(sitting).includes(what)) return null;
  const seat = waitedFor(sitting.public);
  if (seat < 0) return { key: "error.rule.between" };
  if (g.phase === "ask") return { key: "error.rule.asking", rule: "3.6.4" };
  if (!onTurn(sitting)) return { key: "canasta.do.not_turn", vars: { name: sitting.nameOf(seat) } };
  if (g.phase === "draw") {
    const must = ownOf(sitting).must;
    if (what === "draw") return { key: must ? "error.rule.must_take" : "error.rule.stock_empty", rule: "3.7.3" };
    if (what === "take") return untakeable(sitting);
    if (what === "pass") return { key: "error.rule.pass_not_now", rule: "3.7.3" };
    if (what !== "ask") return { key: "error.rule.draw_first", rule: "3.3.2" };
  } else if (what === "draw" || what === "take") return { key: "error.rule.drawn_already", rule: "3.3.2" };
  return null;
}

// ---- what to do now

/** @param {string} key @param {Line["vars"]} [vars] @returns {Message} */
const turn = (key, vars) => ({ line: { key, ...(vars && { vars }) }, tone: "turn" });
/** @param {string} key @param {Line["vars"]} [vars] @returns {Message} */
const plain = (key, vars) => ({ line: { key, ...(vars && { vars }) }, tone: "plain" });

/** A question waits for its answer. @param {Sitting} sitting @returns {Message} */
function questioned(sitting) {
  const g = gameOf(sitting.public);
  const name = sitting.nameOf(waitedFor(sitting.public));
  if (sitting.mine && mayOf(sitting).includes("answer")) return turn("canasta.do.answer", { name });
  const partners = membersOf(g, g.sides[g.turn ?? 0] ?? 0).filter(
    (chair) => chair !== g.turn && !g.asked?.yes?.[chair],
  );
  const names = listText(partners.map((chair) => sitting.nameOf(seatOf(g, chair))));
  return onTurn(sitting) ? plain("canasta.do.asked", { names }) : plain("canasta.do.asks", { name, names });
}

/** How many cards a draw brings now. @param {PublicView} view */
export const drawn = (view) => Math.max(1, Math.min(drawOf(view), gameOf(view).stock));

/** Before drawing. @param {Sitting} sitting @returns {Message} */
function drawing(sitting) {
  const g = gameOf(sitting.public);
  const may = mayOf(sitting);
  if (ownOf(sitting).must) return turn("canasta.do.must_take");
  if (may.includes("pass")) return turn("canasta.do.last_chance");
  if (g.asked?.state === "yes") return turn("canasta.do.draw_yes");
  if (g.asked?.state === "no") return turn("canasta.do.draw_no");
  return may.includes("take") ? turn("canasta.do.draw_or_take") : turn("canasta.do.draw", { n: drawn(sitting.public) });
}

/** The pile's top card is in the tray: what is left to do, drawing no more. @param {boolean} ready nothing is known against what is staged @returns {Message} */
export const taking = (ready) => turn(ready ? "canasta.do.take_ready" : "canasta.do.take_lacks");

/** After drawing. @param {Sitting} sitting @returns {Message} */
function melding(sitting) {
  const g = gameOf(sitting.public);
  const { need, out } = ownOf(sitting);
  if (g.asked?.state === "yes") return turn("canasta.do.go_out");
  if (out) return turn("canasta.do.may_go_out");
  if (!mayOf(sitting).includes("meld")) return turn("canasta.do.discard");
  if (g.asked?.state === "no") return turn("canasta.do.no");
  return typeof need === "number" ? turn("canasta.do.meld_need", { need }) : turn("canasta.do.meld");
}

/** @param {Sitting} sitting @returns {Message | null} */
export function prompt(sitting) {
  const g = gameOf(sitting.public);
  const seat = waitedFor(sitting.public);
  if (seat < 0 || !["draw", "ask", "play"].includes(g.phase)) return null;
  if (sitting.mine && sitting.pending.length) return plain("canasta.do.sending");
  if (g.phase === "ask") return questioned(sitting);
  if (onTurn(sitting)) return g.phase === "draw" ? drawing(sitting) : melding(sitting);
  const name = sitting.nameOf(seat);
  const out = sitting.mine && chairOf(g, sitting.seat) < 0;
  return plain(out ? "canasta.do.sit_out" : "canasta.do.wait", { name });
}

// ---- where the game stands

/** How the deal ended. @param {PublicView} view @param {(seat: number) => string} nameOf @returns {Line} */
export function pause(view, nameOf) {
  const g = gameOf(view);
  const how = g.ended !== "out" ? (g.ended ?? "over") : g.out?.concealed ? "concealed" : "out";
  const name = g.out && { name: nameOf(seatOf(g, g.out.chair)) };
  return { key: `canasta.status.ended.${how}`, vars: { n: g.deal + 1, ...name } };
}

/** @param {PublicView} view */
export function status(view) {
  const g = gameOf(view);
  const target = targetOf(view);
  if (!target) return [{ line: { key: "canasta.status.only" }, short: { key: "canasta.status.only_short" } }];
  const fact = (/** @type {string} */ key, /** @type {number} */ n) => ({
    line: { key: `canasta.status.${key}`, vars: { n } },
    short: { key: `canasta.status.${key}_short`, vars: { n } },
  });
  return [fact("target", target), fact("deal", Math.max(0, g.deal) + 1)];
}

/** @type {Record<string, import("#app/lib/cues.js").Cue>} */
const SOUNDS = { discard: "card", meld: "card", threes: "card", take: "card", canasta: "done", out: "done" };

/** How a note sounds. @param {Note} note @param {PublicView} _view @param {number} _seat @returns {import("#app/lib/cues.js").Cue | ""} */
export const sound = ([kind], _view, _seat) => SOUNDS[kind] ?? "";

/** Who will play with whom. @param {import("#app/types/app.d.ts").Options} options @returns {Line | null} */
export const seating = ({ mode = "4p", seating: how }) => ({
  key: `canasta.seating.${how === "draw" ? "draw_" : ""}${mode}`,
});

// ---- read out

/** H reads the hand: how many of each rank. @param {Sitting} sitting */
export function readHand(sitting) {
  const hand = ownOf(sitting).hand ?? {};
  const n = Object.values(hand).reduce((sum, count) => sum + count, 0);
  return n ? t("canasta.say.hand", { n, cards: ranksSaid(hand) }) : t("canasta.say.empty_hand");
}

/** T reads the pile: top card, number, whether it is frozen; and the stock. @param {Sitting} sitting */
export function readPile(sitting) {
  const g = gameOf(sitting.public);
  const all = [g.top ? t("canasta.say.pile", { n: g.pile, card: nameOfCard(g.top) }) : t("canasta.say.no_pile")];
  if (g.frozen === "always") all.push(t("canasta.say.always_frozen"));
  else if (g.frozen) all.push(t("canasta.say.frozen", { card: nameOfCard(g.frozen) }));
  all.push(g.stock ? t("canasta.say.stock", { n: g.stock }) : t("canasta.say.no_stock"));
  const pile = g.cards ?? ownOf(sitting).pile;
  if (pile) all.push(t("canasta.say.whole_pile", { cards: listText(cardsOf(pile).map(nameOfCard)) }));
  return all.join(" ");
}
