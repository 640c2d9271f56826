// What cards are called.
import { t } from "#app/lib/i18n.js";

export const RANKS = "23456789TJQKA";

/** @param {string} card e.g. "TH" */
export const rankOf = (card) => RANKS.indexOf(card.charAt(0));

/** The card that has no suit; suits.js draws a star where others have theirs. */
export const JOKER = "JK";

/** The corner index. @param {string} card or a rank alone */
export const rankText = (card) => (card === JOKER ? card : card.charAt(0) === "T" ? "10" : card.charAt(0));

/** @param {string} suit */
export const suitName = (suit) => t(`suit.${suit}`);

/** Nine of diamonds. @param {string} card */
export const cardName = (card) =>
  card === JOKER
    ? t("card.joker")
    : t("card.name", { rank: t(`rank.${card.charAt(0)}`), suit: t(`suit.of.${card.charAt(1)}`) });
