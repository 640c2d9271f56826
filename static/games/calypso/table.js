// The table: plates around the mat, the trick in the middle, the hand below. The viewer sits south, the next
// player clockwise west, whatever chair he has.

import { CardBack, CardFace } from "#app/cards/card.js";
import { cardName } from "#app/cards/names.js";
import { SuitBadge } from "#app/cards/suits.js";
import { Ceremony } from "#app/games/calypso/ceremony.js";
import { useCompletions } from "#app/games/calypso/completion.js";
import { Hand } from "#app/games/calypso/hand.js";
import { Plate } from "#app/games/calypso/plate.js";
import { Ranking } from "#app/games/calypso/ranking.js";
import { Trick, whyText } from "#app/games/calypso/trick.js";
import {
  absentSuit,
  chairCount,
  chairOf,
  gameOf,
  isSolo,
  placeOf,
  played,
  seatOf,
  sidesOf,
} from "#app/games/calypso/view.js";
import { t } from "#app/lib/i18n.js";
import { Dialog } from "#app/ui/dialog.js";
import { cls, html } from "#app/ui/html.js";
import { flyFrom, rectOf } from "#app/ui/motion.js";
import { useLayoutEffect, useRef, useState } from "#hooks";

/** @typedef {import("#app/types/app.d.ts").Sitting} Sitting */

const DEALER_MS = 600;

/** The dealer's mark goes from one plate to the next. @param {number} dealer chair @param {boolean} live */
function useDealer(dealer, live) {
  const last = useRef(/** @type {DOMRect | null} */ (null));
  useLayoutEffect(() => {
    const mark = document.querySelector(".mat .dealer");
    if (!(mark instanceof HTMLElement)) return;
    const here = rectOf(mark);
    if (live) flyFrom(mark, last.current, DEALER_MS);
    last.current = here;
  }, [dealer]);
}

/** The suit that three players leave out. @param {{suit: string}} props */
function Nobody({ suit }) {
  if (!suit) return null;
  const said = t(`calypso.nobody.${suit}`);
  return html`<span class="nobody" role="img" aria-label=${said} title=${said}><span class="nobody-badge" aria-hidden="true"><${SuitBadge} suit=${suit} label="" /></span><span>${t("calypso.nobody")}</span></span>`;
}

/** @param {{sitting: Sitting}} props */
export function Table({ sitting }) {
  const g = gameOf(sitting.public);
  const mine = chairOf(g, sitting.seat);
  const chairs = Array.from({ length: chairCount(g) }, (_, i) => i);
  const [rows, setRows] = useState(false);
  const drawing = g.phase === "draw";
  useDealer(g.dealer, sitting.live);
  useCompletions(g, sitting.live);
  return html`<div class=${cls("calypso", sitting.open && "calypso-open", !sitting.live && "calypso-review", !sitting.mine && sitting.live && "calypso-watch", chairs.length === 3 && "calypso-three", drawing && "calypso-draw")}>
    <div class="mat">
      ${drawing && html`<${Ceremony} sitting=${sitting} />${sitting.notices}`}
      ${
        !drawing &&
        html`${chairs.map((chair) => html`<${Plate} key=${chair} sitting=${sitting} chair=${chair} mine=${mine} open=${() => setRows(true)} />`)}
      <${Trick} sitting=${sitting} mine=${mine} />
      <${Nobody} suit=${absentSuit(g)} />
      ${isSolo(g) && html`<${Ranking} sitting=${sitting} brief />`}
      <span class="stock" title=${t("calypso.stock_help")}>${g.left > 0 && html`<${CardBack} />`}<span class="wide-text">${t("calypso.stock", { n: g.left })}</span><span class="narrow-only" aria-hidden="true">${g.left}</span></span>
      ${sitting.notices}`
      }
    </div>
    <${Hand} sitting=${sitting} />
    ${
      rows &&
      html`<${Dialog} title=${t("calypso.rows")} close=${() => setRows(false)}>
      <div class="all-rows">${sidesOf(g, mine)
        .flat()
        .map(
          (chair) => html`<${Plate} key=${chair} sitting=${sitting} chair=${chair} mine=${mine} />`,
        )}</div></${Dialog}>`
    }
  </div>`;
}

/** The last finished trick, while the next one is played. @param {Sitting} sitting */
export function before(sitting) {
  const g = gameOf(sitting.public);
  if (!g.last) return null;
  const [leader, fallen, winner, why] = g.last;
  const mine = chairOf(g, sitting.seat);
  const cards = played(g, fallen, leader);
  const won = cards.find(({ chair }) => chair === winner)?.card ?? "";
  const text = t("calypso.last_won", { name: sitting.nameOf(seatOf(g, winner)), why: whyText(why, won) });
  const content = html`<div class=${cls("trick trick-small", cards.length === 3 && "trick-three")}>${cards.map(
    ({ card, chair }, i) => {
      const name = sitting.nameOf(seatOf(g, chair));
      return html`<figure key=${chair} class=${`laid at-${placeOf(g, chair, mine)}${chair === winner ? " laid-winning" : ""}`} role="img" aria-label=${t("calypso.laid", { name, card: cardName(card), why: "" })}>
      <${CardFace} card=${card} /><figcaption aria-hidden="true">${i === 0 ? t("calypso.led_by", { name }) : name}</figcaption></figure>`;
    },
  )}</div><p class="last-won">${text}</p>`;
  return { title: t("calypso.last_trick"), content, text };
}
