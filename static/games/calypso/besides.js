// What there is besides playing cards, in sentences: the ceremony (R1.8), and revokes that may be claimed (R5.3 to R5.11).

import { gameOf, suitLed } from "#app/games/calypso/view.js";
import { t } from "#app/lib/i18n.js";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/types/app.d.ts").Message} Message
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/games/calypso/view.js").Game} Game
 * @typedef {import("#app/games/calypso/view.js").Draw} Draw
 * @typedef {import("#app/games/calypso/view.js").ClaimView} ClaimView
 */

/** The seat that has to choose, -1 if all have. @param {Draw} draw */
export const chooser = (draw) => Number([...draw.order].find((seat) => !draw.picks[seat]) ?? -1);

/** What the action bar says. @param {Sitting} sitting @returns {Message | null} */
export function choosing(sitting) {
  const { draw, phase } = gameOf(sitting.public);
  if (!draw || phase !== "draw") return null;
  const seat = chooser(draw);
  if (sitting.mine && seat === sitting.seat) {
    const places = Object.keys(draw.open ?? {});
    return { line: { key: places.length > 1 ? "calypso.draw.choose" : "calypso.draw.choose_suit" }, tone: "turn" };
  }
  return { line: { key: "calypso.draw.chooses", vars: { name: sitting.nameOf(seat) } }, tone: "plain" };
}

/** Whether something can be claimed now: a trick of this hand is gathered, and its claims are open. @param {Game} g */
export const claimable = (g) =>
  g.claims !== undefined && g.round >= 0 && g.no > 0 && g.phase !== "over" && g.sheet[g.round] === undefined;

/** What the action bar says where cards can be taken back. @param {Sitting} sitting @returns {Message | null} */
export function lying(sitting) {
  const g = gameOf(sitting.public);
  if (sitting.private.back && sitting.mine) return { line: { key: "calypso.claim.may_take_back" }, tone: "turn" };
  return g.phase === "gather" ? { line: { key: "calypso.claim.lies" }, tone: "plain" } : null;
}

/** What one is told when it is one's turn and nothing is prevented. @param {Game} g @returns {Message | null} */
export function unguarded(g) {
  const led = g.claims && suitLed(g);
  return led ? { line: { key: `calypso.claim.follow.${led}`, vars: { mark: { mark: led } } }, tone: "turn" } : null;
}

/** What a claim was about. @param {ClaimView} claim @param {(chair: number) => string} who @returns {Line} */
export function claimLine(claim, who) {
  const { by, offender, trick, hand, upheld, led, card, proof } = claim;
  const vars = { by: who(by), name: who(offender), trick, hand: hand + 1 };
  if (!upheld) return { key: "calypso.claim.false", vars };
  const cards = { ...vars, suit: t(`suit.one.${led}`), card: { card: String(card) } };
  if (!proof) return { key: "calypso.claim.true", vars: cards };
  return { key: "calypso.claim.proved", vars: { ...cards, proof: { card: proof } } };
}
