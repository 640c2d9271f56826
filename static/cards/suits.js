// Our own suit shapes, 100 x 100; K: the star of a joker ("JK"). A suit is told by shape, letter and colour, never by colour alone.
import { t } from "#app/lib/i18n.js";
import { html } from "#app/ui/html.js";

/** @type {Record<string, string>} */
export const SUIT_PATHS = {
  S: "M50 4C37 24 10 40 10 62c0 13 10 21 21 21 6 0 11-2 15-7-1 9-5 14-11 18v2h30v-2c-6-4-10-9-11-18 4 5 9 7 15 7 11 0 21-8 21-21C90 40 63 24 50 4Z",
  H: "M50 92C42 78 8 58 8 32 8 18 18 8 30 8c9 0 16 5 20 13C54 13 61 8 70 8c12 0 22 10 22 24 0 26-34 46-42 60Z",
  D: "M50 4 86 50 50 96 14 50Z",
  C: "M50 6c12 0 21 9 21 20 0 7-3 12-8 16 3-1 6-2 9-2 12 0 21 9 21 21s-9 21-21 21c-7 0-13-3-17-9 1 9 5 15 11 19v2H34v-2c6-4 10-10 11-19-4 6-10 9-17 9C16 82 7 73 7 61s9-21 21-21c3 0 6 1 9 2-5-4-8-9-8-16C29 15 38 6 50 6Z",
  K: "M50 3 61.500 36.500 97 37 68.500 58 79 92 50 71.500 21 92 31.500 58 3 37 38.500 36.500Z",
};

/** @param {{suit: string, label?: string}} props */
export function Suit({ suit, label }) {
  return html`<svg class=${`suit suit-${suit}`} viewBox="0 0 100 100" role=${label ? "img" : undefined} aria-label=${label} aria-hidden=${label ? undefined : "true"}>
    <path d=${SUIT_PATHS[suit]} />
  </svg>`;
}

/** A suit as somebody's own: shape and letter on a round badge; without a label where words beside it name the suit. @param {{suit: string, label: string}} props */
export function SuitBadge({ suit, label }) {
  return html`<span class=${`badge suit-${suit}`} role=${label ? "img" : undefined} aria-label=${label || undefined} title=${label || undefined} aria-hidden=${label ? undefined : "true"}>
    <${Suit} suit=${suit} /><span class="badge-letter" aria-hidden="true">${t(`suit.letter.${suit}`)}</span>
  </span>`;
}
