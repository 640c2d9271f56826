// Lines with cards and suits in them: drawn for the eye, spelt out for the reader.

import { cardName, rankText } from "#app/cards/names.js";
import { Suit } from "#app/cards/suits.js";
import { lang, parts, t } from "#app/lib/i18n.js";
import { html } from "#app/ui/html.js";

/** @typedef {import("#app/types/app.d.ts").Line} Line */

/** @param {unknown} value @returns {value is {card: string}} */
const isCard = (value) => typeof value === "object" && value !== null && "card" in value;
/** @param {unknown} value @returns {value is {mark: string}} */
const isMark = (value) => typeof value === "object" && value !== null && "mark" in value;

/** @param {Line} line */
export function spoken({ key, aloud = key, vars = {} }) {
  const named = Object.entries(vars).map(([name, value]) => {
    if (isCard(value)) return [name, cardName(value.card)];
    return [name, isMark(value) ? "" : value];
  });
  return t(aloud, Object.fromEntries(named));
}

/** @param {{card: string}} props */
export function CardToken({ card }) {
  return html`<span class=${`token suit-${card[1]}`} role="img" aria-label=${cardName(card)}><span aria-hidden="true">${rankText(card)}</span><${Suit} suit=${card[1] ?? ""} /></span>`;
}

/** @param {{line: Line}} props */
export function Rich({ line }) {
  return parts(line.key, line.vars).map((part, i) => {
    if (isCard(part)) return html`<${CardToken} key=${i} card=${part.card} />`;
    if (isMark(part))
      // stays with its word; where words have no spaces between them the mark has none either
      return html`${lang.value === "ja" ? "\u2060" : "\u00a0"}<span key=${i} class=${`token suit-${part.mark}`}><${Suit} suit=${part.mark} /></span>`;
    return part;
  });
}
