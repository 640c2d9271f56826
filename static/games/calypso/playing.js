// Playing a card: by click, by tap (the first lifts, the second plays), by dragging it to the table, by key.

import { refuse } from "#app/games/calypso/lines.js";
import { lift } from "#app/games/calypso/trick.js";
import { interrupt } from "#app/ui/live.js";
import { land, shake } from "#app/ui/motion.js";
import { prefs } from "#app/ui/prefs.js";
import { spoken } from "#app/ui/rich.js";
import { useEffect, useLayoutEffect, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {{id: number, x: number, y: number, element: HTMLElement, moved: boolean}} Drag
 */

/** A finger that moves less does not move. */
export const SLOP = 10;

/** Whether a pointer has moved away from where it went down. @param {{x: number, y: number}} from @param {{clientX: number, clientY: number}} to */
export const hasMoved = (from, to) => Math.hypot(to.clientX - from.x, to.clientY - from.y) > SLOP;

const mat = () => document.querySelector(".mat");

/** Whether a point lies on the table. @param {{clientX: number, clientY: number}} point */
function overMat({ clientX, clientY }) {
  const box = mat()?.getBoundingClientRect();
  return Boolean(box && clientX > box.left && clientX < box.right && clientY > box.top && clientY < box.bottom);
}

/** The card is back in the hand. @param {HTMLElement} element */
function settle(element) {
  element.classList.remove("held-dragged");
  element.style.translate = "";
}

/** The card follows the pointer, wherever that goes. @param {Drag} drag @param {PointerEvent} event */
function follow(drag, event) {
  if (!drag.moved) {
    if (!hasMoved(drag, event)) return;
    drag.moved = true;
    drag.element.setPointerCapture(drag.id);
    drag.element.classList.add("held-dragged");
  }
  drag.element.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y}px`;
  mat()?.classList.toggle("mat-drop", overMat(event));
}

/** Dragging. A press that ends elsewhere is none: neither a click nor a card. @param {(card: string, element: HTMLElement) => Promise<boolean>} play */
function useDrag(play) {
  const swallow = useRef(false);
  /** @param {PointerEvent} event */
  const down = (event) => {
    swallow.current = false;
    const element = event.target instanceof Element ? event.target.closest("button.held") : null;
    if (event.button !== 0 || !(element instanceof HTMLElement)) return;
    /** @type {Drag} */
    const drag = { id: event.pointerId, x: event.clientX, y: event.clientY, element, moved: false };
    const ends = new AbortController();
    const mine = (/** @type {PointerEvent} */ other) => other.pointerId === drag.id;
    const move = (/** @type {PointerEvent} */ now) => mine(now) && follow(drag, now);
    const up = async (/** @type {PointerEvent} */ now) => {
      if (!mine(now)) return;
      ends.abort();
      mat()?.classList.remove("mat-drop");
      if (!drag.moved) return;
      swallow.current = true;
      const dropped = now.type === "pointerup" && overMat(now);
      if (!dropped || !(await play(element.dataset.card ?? "", element))) settle(element);
    };
    addEventListener("pointermove", move, { signal: ends.signal });
    addEventListener("pointerup", up, { signal: ends.signal });
    addEventListener("pointercancel", up, { signal: ends.signal });
  };
  /** A click that a drag has left behind. @param {MouseEvent} event */
  const isLeft = (event) => swallow.current && event.detail > 0;
  return { down, isLeft };
}

/** @param {Sitting} sitting */
export function usePlaying(sitting) {
  const [raised, setRaised] = useState("");
  const touch = useRef(false);
  const sending = /** @type {string} */ (sitting.pending.find((cmd) => cmd.type === "play")?.card ?? "");
  const turn = sitting.public.turn;
  useLayoutEffect(() => setRaised(""), [turn]);
  useEffect(() => {
    addEventListener("pointerdown", land);
    return () => removeEventListener("pointerdown", land);
  }, []);
  /** @param {string} card @param {Element | null} element @returns {Promise<boolean>} whether it was played */
  const play = async (card, element) => {
    if (sending) return false;
    const why = refuse(sitting, card);
    if (why) {
      sitting.say({ line: why, tone: "error" });
      interrupt(spoken(why));
      shake(element);
      return false;
    }
    setRaised("");
    if (element) lift(card, element);
    const answer = await sitting.ask({ type: "play", card });
    if (!answer.ok) shake(element);
    return answer.ok;
  };
  const drag = useDrag(play);
  /** @param {MouseEvent} event @param {string} card @param {string} key */
  const press = (event, card, key) => {
    if (drag.isLeft(event)) return;
    const element = event.currentTarget instanceof Element ? event.currentTarget : null;
    if (touch.current && event.detail > 0 && !prefs.value.oneTap && raised !== key && !refuse(sitting, card)) {
      setRaised(key);
      sitting.say(null);
      return;
    }
    play(card, element);
  };
  const down = (/** @type {PointerEvent} */ event) => {
    touch.current = event.pointerType === "touch";
    drag.down(event);
  };
  return { raised, sending, setRaised, play, press, down };
}
