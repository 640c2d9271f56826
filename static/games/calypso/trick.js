// The cards in the middle: who played what, which card wins so far and why; a finished trick goes to its winner.

import { CardFace } from "#app/cards/card.js";
import { cardName } from "#app/cards/names.js";
import { gameOf, placeOf, played, seatOf, trickDone } from "#app/games/calypso/view.js";
import { t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { flyFrom, flyTo, rectOf } from "#app/ui/motion.js";
import { useLayoutEffect, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {{chair: number, card: string}} Laid
 * @typedef {{id: number, cards: Laid[], winner: number}} Leaving
 */

const PLAY_MS = 200;
const COLLECT_MS = 340;

/** Where the viewer's last card was in his hand, for its flight. @type {{card: string, rect: DOMRect | null}} */
const lifted = { card: "", rect: null };

/** @param {string} card @param {Element} element */
export function lift(card, element) {
  lifted.card = card;
  lifted.rect = rectOf(element);
}

/** Why a card wins. @param {string} why @param {string} card @returns {string} */
export const whyText = (why, card) => t(`calypso.why.${why}`, { suit: t(`suit.one.${card.charAt(1)}`) });

/** @param {number} chair */
const plateOf = (chair) => document.querySelector(`.plate[data-chair="${chair}"]`);

/** @param {{laid: Laid, place: string, name: string, own: boolean, live: boolean, why: string, safe: boolean}} props */
function TrickCard({ laid, place, name, own, live, why, safe }) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (!live || !ref.current) return;
    const from = own && lifted.card === laid.card ? lifted.rect : rectOf(plateOf(laid.chair));
    flyFrom(ref.current, from, PLAY_MS);
  }, []);
  const label = t(why ? "calypso.laid_winning" : "calypso.laid", { name, card: cardName(laid.card), why });
  return html`<div ref=${ref} class=${cls("laid", `at-${place}`, why && "laid-winning")} role="img" aria-label=${label}>
    <${CardFace} card=${laid.card} />
    ${safe && html`<span class="safe" title=${t("calypso.safe")}><${Icon} name="check" label=${t("calypso.safe")} /></span>`}
  </div>`;
}

/** A trick on its way to the winner: only a picture. @param {{leaving: Leaving, place: (chair: number) => string, done: () => void}} props */
function LeavingTrick({ leaving, place, done }) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const cards = [...(ref.current?.children ?? [])];
    const to = rectOf(plateOf(leaving.winner));
    let left = cards.length;
    const landed = () => {
      left -= 1;
      if (left <= 0) done();
    };
    for (const [i, card] of cards.entries()) {
      flyTo(/** @type {HTMLElement} */ (card), to, { ms: COLLECT_MS, delay: i * 40, done: landed });
    }
  }, []);
  return html`<div ref=${ref} class="leaving" aria-hidden="true">
    ${leaving.cards.map(({ card, chair }) => html`<div key=${chair} class=${`laid at-${place(chair)}`}><${CardFace} card=${card} /></div>`)}
  </div>`;
}

/** @param {Sitting} sitting */
function useLeaving(sitting) {
  const g = gameOf(sitting.public);
  const [leaving, setLeaving] = useState(/** @type {Leaving | null} */ (null));
  const before = useRef(g);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = g;
    if (!sitting.live || was.trick === g.trick || !trickDone(was)) return;
    const winner = was.win?.[0] ?? 0;
    setLeaving({ id: performance.now(), cards: played(was, was.trick, was.leader), winner });
  }, [g]);
  return { leaving, done: () => setLeaving(null) };
}

/** @param {{sitting: Sitting, mine: number}} props */
export function Trick({ sitting, mine }) {
  const g = gameOf(sitting.public);
  const { leaving, done } = useLeaving(sitting);
  const place = (/** @type {number} */ chair) => placeOf(g, chair, mine);
  const cards = played(g, g.trick, g.leader);
  const [winner, why] = g.win ?? [-1, ""];
  const finished = trickDone(g);
  return html`<div class=${cls("trick", finished && "trick-done")}>
    ${leaving && html`<${LeavingTrick} key=${leaving.id} leaving=${leaving} place=${place} done=${done} />`}
    ${cards.map((laid) => {
      const own = laid.chair === mine && sitting.mine;
      return html`<${TrickCard} key=${`${g.round}-${g.hand}-${finished ? g.no : g.no + 1}-${laid.chair}`} laid=${laid} place=${place(laid.chair)} name=${sitting.nameOf(seatOf(g, laid.chair))}
        own=${own} live=${sitting.live} why=${laid.chair === winner ? whyText(why, laid.card) : ""} safe=${own && sitting.safe?.card === laid.card} />`;
    })}
    ${g.win && html`<span class="why" aria-hidden="true">${whyText(why, cards.find(({ chair }) => chair === winner)?.card ?? "")}</span>`}
  </div>`;
}
