// Cards, ranks and names as sentences of Canasta want them.

import { cardName, rankText } from "#app/cards/names.js";
import { cardsOf } from "#app/games/canasta/view.js";
import { listText, t } from "#app/lib/i18n.js";

const SIGNS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });

export const JOKER = "JK";

/** The joker, or nine of diamonds. @param {string} card */
export const nameOfCard = (card) => (card === JOKER ? t("canasta.say.joker") : cardName(card));

/** King. @param {string} rank */
export const rankWord = (rank) => t(`rank.${rank.charAt(0)}`);

/** K♥ K♠ 2♣ as text. @param {string} cards */
export const cardsText = (cards) =>
  cardsOf(cards)
    .map((card) => (card === JOKER ? t("canasta.say.joker") : `${rankText(card)}${SIGNS[card.charAt(1)] ?? ""}`))
    .join(" ");

/** The order in which a hand is told: wild cards, then from aces down, black threes last. */
const TOLD = ["JK", "2", "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3"];

/** @param {string} card */
const told = (card) => (card === JOKER ? JOKER : card.charAt(0));

/** Two kings, one joker: suits mean nothing here. @param {Record<string, number>} hand how many there are of each card */
export function ranksSaid(hand) {
  const all = TOLD.map((rank) => {
    const n = Object.entries(hand).reduce((sum, [card, count]) => sum + (told(card) === rank ? count : 0), 0);
    return n ? t(`canasta.say.rank.${rank}`, { n }) : "";
  });
  return listText(all.filter(Boolean));
}

/** The same for cards on the wire. @param {string} cards */
export function cardsSaid(cards) {
  /** @type {Record<string, number>} */
  const hand = {};
  for (const card of cardsOf(cards)) hand[card] = (hand[card] ?? 0) + 1;
  return ranksSaid(hand);
}
