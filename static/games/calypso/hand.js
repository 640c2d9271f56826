// The viewer's hand: sorted, legal cards lifted, a card that may not be played says why. One click plays; on touch the
// first tap lifts a card and the second plays it.

import { CardFace } from "#app/cards/card.js";
import { cardName } from "#app/cards/names.js";
import { prompt, refuse } from "#app/games/calypso/lines.js";
import { sortHand, suitOrder } from "#app/games/calypso/order.js";
import { lift } from "#app/games/calypso/trick.js";
import { chairOf, gameOf, isLegal, partnerOf } from "#app/games/calypso/view.js";
import { t } from "#app/lib/i18n.js";
import { ActionBar } from "#app/ui/actionbar.js";
import { cls, html } from "#app/ui/html.js";
import { interrupt } from "#app/ui/live.js";
import { shake } from "#app/ui/motion.js";
import { Rich, spoken } from "#app/ui/rich.js";
import { useEffect, useLayoutEffect, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {{card: string, key: string, first: boolean}} Held
 */

/** Where an arrow key leads. @param {Held[]} cards @param {number} at @param {string} key @returns {number} */
export function moveTo(cards, at, key) {
  const last = cards.length - 1;
  if (key === "ArrowRight") return Math.min(last, at + 1);
  if (key === "ArrowLeft") return Math.max(0, at - 1);
  if (key === "Home") return 0;
  if (key === "End") return last;
  const starts = cards.flatMap((held, i) => (held.first ? [i] : []));
  if (key === "ArrowDown") return starts.find((i) => i > at) ?? at;
  if (key === "ArrowUp") return starts.filter((i) => i < at).at(-1) ?? at;
  return at;
}

/** The focus stays at its place in the hand when a card has gone. @param {Held[]} cards @param {boolean} live */
function useRoving(cards, live) {
  const [at, setAt] = useState(0);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const inside = useRef(false);
  const index = Math.min(at, Math.max(0, cards.length - 1));
  const focus = (/** @type {number} */ i) =>
    /** @type {HTMLElement | undefined} */ (box.current?.querySelectorAll("button.held")[i])?.focus();
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body) focus(index);
  }, [cards.length]);
  useEffect(() => {
    if (!live) return undefined;
    /** Where nothing has the focus, arrows lead into the hand. @param {KeyboardEvent} event */
    const come = (event) => {
      if (!event.key.startsWith("Arrow") || document.activeElement !== document.body) return;
      event.preventDefault();
      focus(index);
    };
    addEventListener("keydown", come);
    return () => removeEventListener("keydown", come);
  }, [live, index]);
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const to = moveTo(cards, index, event.key);
    if (to === index && !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    setAt(to);
    focus(to);
  };
  /** @param {FocusEvent} event */
  const out = (event) => {
    if (event.relatedTarget) inside.current = false;
  };
  return { box, index, keys, into: (/** @type {number} */ i) => setAt(i), enter: () => (inside.current = true), out };
}

/** @param {{held: Held, state: string, index: number, at: number, raised: boolean, into: (i: number) => void, press: (event: MouseEvent, card: string) => void}} props */
function HeldCard({ held, state, index, at, raised, into, press }) {
  const name = cardName(held.card);
  const label = state === "idle" ? name : t(`calypso.card.${state}`, { card: name });
  return html`<div class=${cls("held-slot", held.first && index > 0 && "held-first")}>
    <button type="button" class=${cls("held", `held-${state}`, raised && "held-raised")} tabindex=${index === at ? 0 : -1} aria-label=${label} aria-pressed=${raised ? "true" : undefined}
      aria-disabled=${state === "barred" ? "true" : undefined} data-card=${held.card} onFocus=${() => into(index)} onClick=${(/** @type {MouseEvent} */ event) => press(event, held.card)}>
      <${CardFace} card=${held.card} />
      ${state === "sending" && html`<span class="sending"><span class="spin" aria-hidden="true" /></span>`}
    </button>
  </div>`;
}

/** @param {Sitting} sitting */
function usePlaying(sitting) {
  const [raised, setRaised] = useState("");
  const touch = useRef(false);
  const sending = /** @type {string} */ (sitting.pending.find((cmd) => cmd.type === "play")?.card ?? "");
  const turn = sitting.public.turn;
  useLayoutEffect(() => setRaised(""), [turn]);
  /** @param {string} card @param {Element | null} element */
  const play = async (card, element) => {
    if (sending) return;
    const why = refuse(sitting, card);
    if (why) {
      sitting.say({ line: why, tone: "error" });
      interrupt(spoken(why));
      shake(element);
      return;
    }
    setRaised("");
    if (element) lift(card, element);
    const answer = await sitting.ask({ type: "play", card });
    if (!answer.ok) shake(element);
  };
  /** @param {MouseEvent} event @param {string} card @param {string} key */
  const press = (event, card, key) => {
    const element = event.currentTarget instanceof Element ? event.currentTarget : null;
    if (touch.current && raised !== key && !refuse(sitting, card)) {
      setRaised(key);
      sitting.say(null);
      return;
    }
    play(card, element);
  };
  const down = (/** @type {PointerEvent} */ event) => {
    touch.current = event.pointerType === "touch";
  };
  return { raised, sending, setRaised, play, press, down };
}

/** @param {{sitting: Sitting}} props */
export function Hand({ sitting }) {
  const g = gameOf(sitting.public);
  const chair = chairOf(g, sitting.seat);
  const [own, partner] = [g.trumps.charAt(chair), g.trumps.charAt(partnerOf(g, chair))];
  const view = sitting.mine || !sitting.live ? sitting.private : {};
  const cards = sortHand(/** @type {Record<string, number>} */ (view.hand ?? {}), suitOrder(own, partner));
  const legal = /** @type {string | undefined} */ (view.legal);
  const { raised, sending, setRaised, play, press, down } = usePlaying(sitting);
  const roving = useRoving(cards, sitting.live);
  const state = (/** @type {string} */ card) => {
    if (sending) return card === sending ? "sending" : "idle";
    if (legal === undefined) return "idle";
    return isLegal(card, legal) ? "legal" : "barred";
  };
  let marked = false;
  const stateOf = (/** @type {string} */ card) => {
    const now = state(card);
    if (now !== "sending") return now;
    const first = !marked;
    marked = true;
    return first ? "sending" : "idle";
  };
  const raisedCard = raised.slice(0, 2);
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") {
      setRaised("");
      sitting.say(null);
    } else roving.keys(event);
  };
  const n = cards.length;
  return html`${
    sitting.controls ??
    html`<${ActionBar} message=${sitting.message ?? prompt(sitting)}>
      ${raised && html`<button type="button" class="button-main play-button" aria-label=${t("calypso.play", { card: cardName(raisedCard) })} onClick=${() => play(raisedCard, roving.box.current?.querySelector(".held-raised") ?? null)}><${Rich} line=${{ key: "calypso.play", vars: { card: { card: raisedCard } } }} /></button>`}
    </${ActionBar}>`
  }
  ${
    sitting.mine || !sitting.live
      ? html`<div class=${cls("hand", legal !== undefined && !sending && "hand-turn")} ref=${roving.box} role="group" aria-label=${t("calypso.your_hand", { n })} onKeyDown=${keys} onPointerDown=${down}
          onFocusIn=${roving.enter} onFocusOut=${roving.out} style=${{ "--cards": n }}>
          ${cards.map(
            (
              held,
              i,
            ) => html`<${HeldCard} key=${held.key} held=${held} state=${stateOf(held.card)} index=${i} at=${roving.index} raised=${raised === held.key} into=${roving.into}
            press=${(/** @type {MouseEvent} */ event, /** @type {string} */ card) => press(event, card, held.key)} />`,
          )}
        </div>`
      : null
  }`;
}
