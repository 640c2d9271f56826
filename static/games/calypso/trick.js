// The cards in the middle: who played what, which card wins so far and why, where each would go. A finished trick stays
// to be looked at, then its cards go where they belong. A next card that falls meanwhile is shown after it.

import { CardFace } from "#app/cards/card.js";
import { cardName } from "#app/cards/names.js";
import { landings, landingText, placeOnScreen } from "#app/games/calypso/landing.js";
import { gameOf, gathered, leadHolds, placeOf, played, seatOf, trickDone } from "#app/games/calypso/view.js";
import { lang, t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { flyFrom, flyTo, glow, rectOf, shownFor } from "#app/ui/motion.js";
import { useLayoutEffect, useMemo, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/games/calypso/landing.js").Landing} Landing
 * @typedef {import("#app/games/calypso/view.js").Game} Game
 * @typedef {{chair: number, card: string}} Laid
 * @typedef {{id: string, cards: Laid[], lands: Landing[], win: [number, string], wait: number, own: boolean}} Leaving `own`: overtaken by the viewer's own card
 * @typedef {{g: Game, lands: Landing[], since: number, flying: string, leaving: Leaving | null}} Seen what was drawn last; since when the trick is finished; which one is being collected
 */

const PLAY_MS = 200;
const COLLECT_MS = 350;
const STAGGER_MS = 50;
/** A finished trick stays for so long, and goes at once after this time when the next card has fallen. */
export const HOLD_MS = 1000;
const OVERTAKEN_MS = 400;
const HURRIED_MS = 200;

/** Where the viewer's last card was in his hand, for its flight. @type {{card: string, rect: DOMRect | null}} */
const lifted = { card: "", rect: null };

/** @param {string} card @param {Element} element */
export function lift(card, element) {
  lifted.card = card;
  lifted.rect = rectOf(element);
}

/** Why a card wins. @param {string} why @param {string} card @returns {string} */
export const whyText = (why, card) => t(`calypso.why.${why}`, { suit: t(`suit.one.${card.charAt(1)}`) });

/** A face that is drawn once, not again for every card that falls elsewhere. @param {string} card */
export const useFace = (card) => useMemo(() => html`<${CardFace} card=${card} />`, [card, lang.value]);

/** A trick's name among all of the game. @param {Game} g */
const idOf = (g) => `${g.round}-${g.hand}-${gathered(g) ? g.no : g.no + 1}`;

/** Show where a card would go while it is pointed at. @param {Landing | undefined} landing @param {boolean} on */
const point = (landing, on) => landing && placeOnScreen(landing)?.classList.toggle("pointed", on);

/** @param {{laid: Laid, place: string, name: string, own: boolean, live: boolean, why: string, safe: boolean, landing: Landing | undefined, lands: string}} props */
function TrickCard({ laid, place, name, own, live, why, safe, landing, lands }) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (!live || !ref.current) return;
    const plate = () => rectOf(document.querySelector(`.mat .plate[data-chair="${laid.chair}"]`));
    flyFrom(ref.current, own && lifted.card === laid.card ? lifted.rect : plate(), PLAY_MS);
  }, []);
  useLayoutEffect(() => () => void point(landing, false), [landing?.kind, landing?.chair, landing?.rank]);
  const face = useFace(laid.card);
  const label = t(why ? "calypso.laid_winning" : "calypso.laid", { name, card: cardName(laid.card), why });
  const [show, hide] = [() => point(landing, true), () => point(landing, false)];
  return html`<div ref=${ref} class=${cls("laid", `at-${place}`, why && "laid-winning")} role="img" tabindex="0" aria-label=${label} aria-description=${lands} title=${lands}
    onMouseEnter=${show} onMouseLeave=${hide} onFocus=${show} onBlur=${hide}>
    ${face}
    ${safe && html`<span class="safe" title=${t("calypso.safe")}><${Icon} name="check" label=${t("calypso.safe")} /></span>`}
  </div>`;
}

/** Cards on their way to where they belong. @param {Element[]} cards @param {Landing[]} lands @param {boolean} hurried @param {() => void} done */
function collect(cards, lands, hurried, done) {
  const places = lands.map(placeOnScreen);
  const [from, to] = [cards.map((card) => card.getBoundingClientRect()), places.map(rectOf)];
  let left = cards.length;
  cards.forEach((card, i) => {
    const landed = () => {
      if (lands[i]?.kind !== "pile") glow(places[i]);
      left -= 1;
      if (left <= 0) done();
    };
    const pace = hurried ? { ms: HURRIED_MS, delay: 0 } : { ms: COLLECT_MS, delay: i * STAGGER_MS };
    const how = { ...pace, done: landed, from: from[i] };
    flyTo(/** @type {HTMLElement} */ (card), to[i] ?? null, how);
  });
}

/** A trick that the next card has overtaken, whole as it was: only a picture. @param {{leaving: Leaving, place: (chair: number) => string, done: () => void}} props */
function LeavingTrick({ leaving, place, done }) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  const [going, setGoing] = useState(leaving.wait <= 0);
  useLayoutEffect(() => {
    const timer = going ? 0 : setTimeout(() => setGoing(true), leaving.wait);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    if (going) collect([...(ref.current?.querySelectorAll(".laid") ?? [])], leaving.lands, true, done);
  }, [going]);
  const [winner, why] = leaving.win;
  const won = leaving.cards.find(({ chair }) => chair === winner)?.card ?? "";
  return html`<div ref=${ref} class="leaving" aria-hidden="true">
    ${leaving.cards.map(({ card, chair }) => html`<div key=${chair} class=${cls("laid", `at-${place(chair)}`, chair === winner && "laid-winning")}><${CardFace} card=${card} /></div>`)}
    ${!going && html`<span class="why">${whyText(why, won)}</span>`}
  </div>`;
}

/** Where the cards on the table go if it ends as it stands; of a finished trick, where they went. @param {Sitting} sitting */
function useLandings(sitting) {
  const g = gameOf(sitting.public);
  const rows = useRef(g.rows);
  if (!gathered(g)) rows.current = g.rows;
  if (!g.win) return [];
  return landings(g, g.trick, g.win[0], rows.current, sitting.public.options.completion_carry === "on");
}

/** The finished trick that a next card has overtaken before it was collected. @param {Seen} was @param {Game} g @param {number} mine the chair of the viewer, -1 for a watcher @returns {Leaving | null} */
function overtaken(was, g, mine) {
  const before = was.g;
  const [lead] = played(g, g.trick, g.leader);
  const next = g.hand === before.hand && g.round === before.round && g.no >= before.no && g.trick !== before.trick;
  if (!gathered(before) || !before.win || !next || !lead || was.flying === idOf(before)) return null;
  const own = lead.chair === mine;
  const wait = own ? 0 : Math.max(0, was.since + shownFor(OVERTAKEN_MS) - performance.now());
  const cards = played(before, before.trick, before.leader);
  return { id: idOf(before), cards, lands: was.lands, win: before.win, wait, own };
}

/** The life of a finished trick. @param {Sitting} sitting @param {Landing[]} lands @param {number} mine @param {{current: HTMLElement | null}} box */
function useCollecting(sitting, lands, mine, box) {
  const g = gameOf(sitting.public);
  const [gone, setGone] = useState("");
  const seen = useRef(/** @type {Seen} */ ({ g, lands, since: performance.now(), flying: "", leaving: null }));
  const [id, done] = [idOf(g), gathered(g)];
  const now = seen.current;
  // while drawing, not after it: no picture has cards of two tricks
  if (now.g !== g) {
    if (sitting.live) now.leaving = overtaken(now, g, sitting.mine ? mine : -1) ?? now.leaving;
    if (done && !(gathered(now.g) && idOf(now.g) === id)) now.since = performance.now();
    now.g = g;
  }
  now.lands = lands;
  useLayoutEffect(() => {
    if (!sitting.live || !done || gone === id) return undefined;
    const timer = setTimeout(() => {
      const cards = [...(box.current?.querySelectorAll(":scope > .laid") ?? [])];
      now.flying = id;
      collect(cards, now.lands, false, () => setGone(id));
    }, shownFor(HOLD_MS));
    return () => clearTimeout(timer);
  }, [id, done]);
  const [, redraw] = useState(0);
  const left = () => {
    now.leaving = null;
    redraw((n) => n + 1);
  };
  return { leaving: now.leaving, left, collected: done && gone === id };
}

/** @param {{sitting: Sitting, mine: number}} props */
export function Trick({ sitting, mine }) {
  const g = gameOf(sitting.public);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const lands = useLandings(sitting);
  const { leaving, left, collected } = useCollecting(sitting, lands, mine, box);
  const place = (/** @type {number} */ chair) => placeOf(g, chair, mine);
  const name = (/** @type {number} */ chair) => sitting.nameOf(seatOf(g, chair));
  // beside cards that are about to go only the viewer's own, which he has just let go
  const shown = (/** @type {Laid} */ { chair }) => !leaving || (leaving.own && chair === mine);
  const cards = collected ? [] : played(g, g.trick, g.leader).filter(shown);
  const [winner, why] = (!leaving && g.win) || [-1, ""];
  const { explain } = sitting;
  const reason = winner >= 0 && !collected ? whyText(why, cards.find(({ chair }) => chair === winner)?.card ?? "") : "";
  return html`<div class=${cls("trick", trickDone(g) && "trick-done")} ref=${box}>
    ${leaving && html`<${LeavingTrick} key=${leaving.id} leaving=${leaving} place=${place} done=${left} />`}
    ${cards.map((laid, i) => {
      const own = laid.chair === mine && sitting.mine;
      const landing = lands[i];
      return html`<${TrickCard} key=${`${idOf(g)}-${laid.chair}`} laid=${laid} place=${place(laid.chair)} name=${name(laid.chair)} own=${own} live=${sitting.live}
        why=${laid.chair === winner ? whyText(why, laid.card) : ""} safe=${own && sitting.safe?.card === laid.card} landing=${landing} lands=${landing ? landingText(landing, name(landing.chair)) : ""} />`;
    })}
    ${
      reason &&
      (explain
        ? html`<button type="button" class="why" aria-label=${t("calypso.why_rule", { why: reason })} onClick=${() => explain(leadHolds(sitting.public.options) ? "2.7" : "2.6")}>${reason}</button>`
        : html`<span class="why" aria-hidden="true">${reason}</span>`)
    }
  </div>`;
}
