// A card, or all that are selected, dragged from the hand: onto the pile, a meld, the tray. Whatever can be dragged can
// also be tapped.

import { useRef } from "#hooks";

/**
 * @typedef {{id: number, x: number, y: number, element: HTMLElement, moved: boolean}} Drag
 * @typedef {(key: string, place: HTMLElement) => void} Drop
 */

/** A finger that moves less does not move. */
const SLOP = 10;

/** What can be dropped on, under a point. @param {{clientX: number, clientY: number}} point @returns {HTMLElement | null} */
function placeAt({ clientX, clientY }) {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const place = element.closest("[data-drop]");
    if (place instanceof HTMLElement) return place;
  }
  return null;
}

/** @param {HTMLElement | null} place */
function mark(place) {
  for (const old of document.querySelectorAll(".drop-here")) if (old !== place) old.classList.remove("drop-here");
  place?.classList.add("drop-here");
}

/** The card follows the pointer. @param {Drag} drag @param {PointerEvent} event */
function follow(drag, event) {
  if (!drag.moved) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) <= SLOP) return;
    drag.moved = true;
    drag.element.setPointerCapture(drag.id);
    drag.element.classList.add("held-dragged");
  }
  drag.element.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y}px`;
  mark(placeAt(event));
}

/** @param {Drop} drop */
export function useDragging(drop) {
  const swallow = useRef(false);
  /** @param {PointerEvent} event */
  const down = (event) => {
    swallow.current = false;
    const element = event.target instanceof Element ? event.target.closest("button.held") : null;
    if (event.button !== 0 || !(element instanceof HTMLElement)) return;
    /** @type {Drag} */
    const drag = { id: event.pointerId, x: event.clientX, y: event.clientY, element, moved: false };
    const ends = new AbortController();
    const move = (/** @type {PointerEvent} */ now) => now.pointerId === drag.id && follow(drag, now);
    const up = (/** @type {PointerEvent} */ now) => {
      if (now.pointerId !== drag.id) return;
      ends.abort();
      mark(null);
      if (!drag.moved) return;
      swallow.current = true;
      element.classList.remove("held-dragged");
      element.style.translate = "";
      const place = now.type === "pointerup" ? placeAt(now) : null;
      if (place) drop(element.dataset.key ?? "", place);
    };
    addEventListener("pointermove", move, { signal: ends.signal });
    addEventListener("pointerup", up, { signal: ends.signal });
    addEventListener("pointercancel", up, { signal: ends.signal });
  };
  /** A click that a drag has left behind. @param {MouseEvent} event */
  const isLeft = (event) => swallow.current && event.detail > 0;
  return { down, isLeft };
}
