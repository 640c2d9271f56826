// Who drew which card in the ceremony, and what each has chosen.

import { CardFace } from "#app/cards/card.js";
import { SuitBadge } from "#app/cards/suits.js";
import { chooser } from "#app/games/calypso/besides.js";
import { gameOf, isSolo } from "#app/games/calypso/view.js";
import { t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/games/calypso/view.js").Draw} Draw
 */

/** Where a seat has placed itself, in words. @param {Draw} draw @param {number} seat */
function placeText(draw, seat) {
  const pick = draw.picks[seat];
  return pick ? t("calypso.draw.place", { n: pick[0] + 1 }) : "";
}

/** Who drew what, in the order of choosing. @param {{sitting: Sitting, draw: Draw}} props */
export function Drawn({ sitting, draw }) {
  const { seats } = sitting.public;
  const now = chooser(draw);
  const pairs = !isSolo(gameOf(sitting.public));
  return html`<ol class=${cls("drawn", pairs && "drawn-pairs")}>${[...draw.order].map(Number).map((seat) => {
    const pick = draw.picks[seat];
    return html`<li key=${seat} class=${cls("drawn-one", seat === now && "drawn-now")} aria-current=${seat === now ? "step" : undefined}>
      <span class="drawn-card"><${CardFace} card=${draw.cards[seat] ?? ""} /></span>
      <span class="drawn-name">${seats[seat]?.kind === "bot" && html`<${Icon} name="bot" />`}<span>${sitting.nameOf(seat)}</span>${sitting.mine && seat === sitting.seat && html`<span class="tag tag-you">${t("seat.you")}</span>`}</span>
      <span class="drawn-pick">${
        pick
          ? html`<${SuitBadge} suit=${pick[1]} label=${t(`suit.${pick[1]}`)} /><span class="quiet">${placeText(draw, seat)}</span>`
          : html`<span class="quiet">${t(seat === now ? "calypso.draw.now" : "calypso.draw.waits")}</span>`
      }</span>
    </li>`;
  })}</ol>`;
}

/** What the ceremony has led to, in the pause before the first hand. @param {{sitting: Sitting}} props */
export function CeremonyResult({ sitting }) {
  const { draw } = gameOf(sitting.public);
  return draw ? html`<${Drawn} sitting=${sitting} draw=${draw} />` : null;
}
