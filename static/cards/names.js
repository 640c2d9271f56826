// What cards are called.
import { t } from "#app/lib/i18n.js";

export const RANKS = "23456789TJQKA";

/** @param {string} card e.g. "TH" */
export const rankOf = (card) => RANKS.indexOf(card.charAt(0));

/** The corner index. @param {string} card or a rank alone */
export const rankText = (card) => (card.charAt(0) === "T" ? "10" : card.charAt(0));

/** @param {string} suit */
export const suitName = (suit) => t(`suit.${suit}`);

/** Nine of diamonds. @param {string} card */
export const cardName = (card) =>
  t("card.name", { rank: t(`rank.${card.charAt(0)}`), suit: t(`suit.of.${card.charAt(1)}`) });
