// The viewer's hand: sorted, legal cards lifted, a card that may not be played says why.

import { cardName } from "#app/cards/names.js";
import { ClaimActions, ClaimButton } from "#app/games/calypso/claims.js";
import { prompt } from "#app/games/calypso/lines.js";
import { orderFor, SORTS, sortHand } from "#app/games/calypso/order.js";
import { usePlaying } from "#app/games/calypso/playing.js";
import { useFace } from "#app/games/calypso/trick.js";
import { chairOf, gameOf, isLegal, partnerOf } from "#app/games/calypso/view.js";
import { t } from "#app/lib/i18n.js";
import { ActionBar } from "#app/ui/actionbar.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { flyFrom, lively, rectOf } from "#app/ui/motion.js";
import { setSort, sortOf } from "#app/ui/prefs.js";
import { Rich } from "#app/ui/rich.js";
import { useRoving } from "#app/ui/roving.js";
import { useLayoutEffect } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {{card: string, key: string, first: boolean}} Held
 */

const DEAL_MS = 320;
const DEAL_STEP = 42;

/** A fresh hand comes from the pack, card by card. @param {{current: HTMLElement | null}} box @param {string} deal which one, "" for none that is fresh */
function useDealing(box, deal) {
  useLayoutEffect(() => {
    const from =
      deal && lively() ? rectOf(document.querySelector(".stock .card") ?? document.querySelector(".stock")) : null;
    if (!from || !box.current) return;
    const cards = [...box.current.querySelectorAll("button.held")];
    const places = cards.map((card) => card.getBoundingClientRect());
    for (const [i, card] of cards.entries()) {
      flyFrom(/** @type {HTMLElement} */ (card), from, DEAL_MS, i * DEAL_STEP, places[i]);
    }
  }, [deal]);
}

/** @param {{held: Held, state: string, index: number, at: number, raised: boolean, into: (i: number) => void, press: (event: MouseEvent, card: string) => void}} props */
function HeldCard({ held, state, index, at, raised, into, press }) {
  const name = cardName(held.card);
  const face = useFace(held.card);
  const label = state === "idle" ? name : t(`calypso.card.${state}`, { card: name });
  return html`<div class=${cls("held-slot", held.first && index > 0 && "held-first")}>
    <button type="button" class=${cls("held", `held-${state}`, raised && "held-raised")} tabindex=${index === at ? 0 : -1} aria-label=${label} aria-pressed=${raised ? "true" : undefined}
      aria-disabled=${state === "barred" ? "true" : undefined} data-card=${held.card} onFocus=${() => into(index)} onClick=${(/** @type {MouseEvent} */ event) => press(event, held.card)}>
      ${face}
      ${state === "sending" && html`<span class="sending"><span class="spin" aria-hidden="true" /></span>`}
    </button>
  </div>`;
}

/** The order of the hand, where there is room to choose it. @param {{sort: string}} props */
function SortMenu({ sort }) {
  return html`<label class="sort-menu"><${Icon} name="sort" /><span class="unseen">${t("set.sort")}</span>
    <select value=${sort} title=${t("set.sort")} onChange=${(/** @type {Event} */ e) => setSort("calypso", /** @type {HTMLSelectElement} */ (e.target).value)}>
      ${SORTS.map((one) => html`<option key=${one} value=${one} selected=${one === sort}>${t(`calypso.sort.${one}`)}</option>`)}
    </select></label>`;
}

/** How each card of the hand stands: of equal ones only the first is on its way. @param {Held[]} cards @param {string | undefined} legal @param {string} sending */
function statesOf(cards, legal, sending) {
  let marked = false;
  return cards.map(({ card }) => {
    if (sending) {
      const first = card === sending && !marked;
      marked ||= first;
      return first ? "sending" : "idle";
    }
    if (legal === undefined) return "idle";
    return isLegal(card, legal) ? "legal" : "barred";
  });
}

/** @param {{sitting: Sitting, cards: Held[], sort: string}} props */
function OwnHand({ sitting, cards, sort }) {
  const g = gameOf(sitting.public);
  const legal = /** @type {string | undefined} */ (sitting.public.paused ? undefined : sitting.private.legal);
  const { raised, sending, setRaised, play, press, down } = usePlaying(sitting);
  const starts = cards.flatMap(({ first }, i) => (first ? [i] : []));
  const roving = useRoving(starts, cards.length, sitting.live);
  useDealing(roving.box, sitting.live && g.no === 0 && !g.trick && cards.length > 12 ? `${g.round}.${g.hand}` : "");
  const states = statesOf(cards, legal, sending);
  const card = raised.slice(0, 2);
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") {
      setRaised("");
      sitting.say(null);
    } else roving.keys(event);
  };
  // while a card may be taken back, for moments, that is all there is to do
  const back = sitting.mine && sitting.private.back === true;
  const lifted = () => roving.box.current?.querySelector(".held-raised") ?? null;
  return html`${
    sitting.controls ??
    html`<${ActionBar} message=${sitting.message ?? prompt(sitting)} explain=${sitting.explain} remark=${sitting.remark}>
      ${raised && html`<button type="button" class="button-main play-button" aria-label=${t("calypso.play", { card: cardName(card) })} onClick=${() => play(card, lifted())}><${Rich} line=${{ key: "calypso.play", vars: { card: { card } } }} /></button>`}
      <${ClaimActions} sitting=${sitting} />
      <span class="action-tools">${!back && html`${sitting.tools}<${ClaimButton} sitting=${sitting} small />`}${cards.length > 0 && html`<${SortMenu} sort=${sort} />`}</span>
    </${ActionBar}>`
  }
  <div class=${cls("hand", legal !== undefined && !sending && "hand-turn")} ref=${roving.box} role="group" aria-label=${t("calypso.your_hand", { n: cards.length })} onKeyDown=${keys}
    onPointerDown=${down} onFocusIn=${roving.enter} onFocusOut=${roving.out}>
    ${cards.map(
      (
        held,
        i,
      ) => html`<${HeldCard} key=${held.key} held=${held} state=${states[i]} index=${i} at=${roving.index} raised=${raised === held.key} into=${roving.into}
        press=${(/** @type {MouseEvent} */ event, /** @type {string} */ which) => press(event, which, held.key)} />`,
    )}
  </div>`;
}

/** @param {{sitting: Sitting}} props */
export function Hand({ sitting }) {
  const g = gameOf(sitting.public);
  if (!sitting.mine && sitting.live) {
    return html`<${ActionBar} message=${sitting.message ?? prompt(sitting)} explain=${sitting.explain} remark=${sitting.remark}><span class="action-tools">${sitting.tools}</span></${ActionBar}>`;
  }
  const chair = chairOf(g, sitting.seat);
  const [own, partner] = [g.trumps.charAt(chair), g.trumps.charAt(partnerOf(g, chair))];
  const sort = sortOf("calypso", SORTS);
  const hand = /** @type {Record<string, number>} */ (sitting.private.hand ?? {});
  return html`<${OwnHand} sitting=${sitting} cards=${sortHand(hand, orderFor(sort, own, partner), sort)} sort=${sort} />`;
}
