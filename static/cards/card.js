// Card faces, drawn: big index, four colours with a letter, pips in the old places, courts as monograms.
import { JOKER, RANKS, rankText } from "#app/cards/names.js";
import { SUIT_PATHS } from "#app/cards/suits.js";
import { t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";

const [L, M, R] = [47, 64, 81];
const [A, B, C2, D, E] = [34, 52, 70, 88, 106];

/** Where the pips of a number card lie, by rank. @type {Record<string, number[][]>} */
const PIPS = {
  2: [
    [M, A],
    [M, E],
  ],
  3: [
    [M, A],
    [M, C2],
    [M, E],
  ],
  4: [
    [L, A],
    [R, A],
    [L, E],
    [R, E],
  ],
  5: [
    [L, A],
    [R, A],
    [M, C2],
    [L, E],
    [R, E],
  ],
  6: [
    [L, A],
    [R, A],
    [L, C2],
    [R, C2],
    [L, E],
    [R, E],
  ],
  7: [
    [L, A],
    [R, A],
    [M, B],
    [L, C2],
    [R, C2],
    [L, E],
    [R, E],
  ],
  8: [
    [L, A],
    [R, A],
    [M, B],
    [L, C2],
    [R, C2],
    [M, D],
    [L, E],
    [R, E],
  ],
  9: [
    [L, A],
    [R, A],
    [L, 58],
    [R, 58],
    [M, C2],
    [L, 82],
    [R, 82],
    [L, E],
    [R, E],
  ],
  T: [
    [L, A],
    [R, A],
    [M, 46],
    [L, 58],
    [R, 58],
    [L, 82],
    [R, 82],
    [M, 94],
    [L, E],
    [R, E],
  ],
};

/** @param {number} x centre @param {number} y centre @param {number} size @param {string} suit */
function pip(x, y, size, suit) {
  const turn = y > 71 ? ` rotate(180 ${size / 2} ${size / 2})` : "";
  return html`<path key=${`${x}-${y}`} d=${SUIT_PATHS[suit]} transform=${`translate(${x - size / 2} ${y - size / 2})${turn} scale(${size / 100})`} />`;
}

/** @param {string} rank @param {string} suit */
function middle(rank, suit) {
  if (PIPS[rank]) return PIPS[rank].map(([x = 0, y = 0]) => pip(x, y, 16, suit));
  if (rank === "A") return html`<path d=${SUIT_PATHS[suit]} transform="translate(35 45) scale(.5)" />`;
  return html`<g>
    <rect class="court" x="38" y="24" width="48" height="92" rx="5" />
    <text class="court-letter" x="62" y="86" text-anchor="middle">${rank}</text>
    <path d=${SUIT_PATHS[suit]} transform="translate(42 28) scale(.14)" />
    <path d=${SUIT_PATHS[suit]} transform="translate(82 112) rotate(180) scale(.14)" />
  </g>`;
}

/** No rank, no suit: the word down the side, a star. @param {{class?: string}} props */
function JokerFace({ class: more }) {
  return html`<svg class=${cls("card suit-K", more)} viewBox="0 0 100 140" aria-hidden="true">
    <rect class="card-paper" x="1" y="1" width="98" height="138" rx="9" />
    <g class="card-full">
      <rect class="court" x="38" y="24" width="48" height="92" rx="5" />
      <path d=${SUIT_PATHS.K} transform="translate(43 51) scale(.38)" />
      <path d=${SUIT_PATHS.K} transform="translate(4 6) scale(.27)" />
      ${[..."JOKER"].map((letter, i) => html`<text key=${i} class="card-joker" x="17.5" y=${52 + i * 19} text-anchor="middle">${letter}</text>`)}
    </g>
    <g class="card-small">
      <text class="small-joker" x="50" y="40" text-anchor="middle">${rankText(JOKER)}</text>
      <path d=${SUIT_PATHS.K} transform="translate(20 56) scale(.6)" />
    </g>
  </svg>`;
}

/** A card face; where cards are small, style sheets show the one with the great index instead. It says nothing to readers: whoever shows it names it. @param {{card: string, class?: string}} props */
export function CardFace({ card, class: more }) {
  if (card === JOKER) return html`<${JokerFace} class=${more} />`;
  const [rank, suit] = [card.charAt(0), card.charAt(1)];
  const letter = t(`suit.letter.${suit}`);
  return html`<svg class=${cls("card", `suit-${suit}`, more)} viewBox="0 0 100 140" aria-hidden="true">
    <rect class="card-paper" x="1" y="1" width="98" height="138" rx="9" />
    <g class="card-full">
      ${middle(rank, suit)}
      <text class=${cls("card-rank", rank === "T" && "card-rank-ten")} x="6" y="34">${rankText(rank)}</text>
      <path d=${SUIT_PATHS[suit]} transform="translate(6.5 40) scale(.2)" />
      <text class="card-letter" x="16.5" y="76" text-anchor="middle">${letter}</text>
    </g>
    <g class="card-small">
      <text class="small-rank" x="50" y="58" text-anchor="middle">${rankText(rank)}</text>
      <path d=${SUIT_PATHS[suit]} transform="translate(27 70) scale(.46)" />
      <text class="small-letter" x="88" y="132" text-anchor="end">${letter}</text>
    </g>
  </svg>`;
}

export function CardBack() {
  return html`<svg class="card card-back" viewBox="0 0 100 140" aria-hidden="true">
    <rect class="card-paper" x="1" y="1" width="98" height="138" rx="9" />
    <rect class="card-weave" x="8" y="8" width="84" height="124" rx="5" />
    <path class="card-lattice" d="M8 36 36 8M8 64 64 8M8 92 92 8M8 120 92 36M24 132 92 64M52 132 92 92M80 132l12-12M92 36 64 8M92 64 36 8M92 92 8 8M92 120 8 36M76 132 8 64M48 132 8 92M20 132 8 120" />
  </svg>`;
}

/** @param {string} card */
export const isCard = (card) => card.length === 2 && RANKS.includes(card.charAt(0)) && "SHDC".includes(card.charAt(1));
