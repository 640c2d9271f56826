// Dragging one element onto another, with a mouse or a pen; fingers scroll and tap instead. Whatever can be dragged can
// also be done without.

import { useState } from "#hooks";

/** So many pixels are a drag and no press. */
const SLACK = 6;

/** The seat under a point. @param {number} x @param {number} y */
function seatAt(x, y) {
  const found = document.elementsFromPoint(x, y).find((el) => el.closest("[data-seat]:not([data-moving])"));
  return Number(/** @type {HTMLElement | null} */ (found?.closest("[data-seat]"))?.dataset.seat ?? -1);
}

/**
 * @param {{accepts: (seat: number) => boolean, drop: (seat: number) => void}} how
 */
export function useDrag({ accepts, drop }) {
  const [from, setFrom] = useState(/** @type {{x: number, y: number} | null} */ (null));
  const [at, setAt] = useState(/** @type {{dx: number, dy: number, over: number} | null} */ (null));
  const end = () => {
    setFrom(null);
    setAt(null);
  };
  /** @type {Record<string, unknown>} */
  const handlers = {
    "data-moving": at ? "" : undefined,
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      if (event.pointerType === "touch" || event.button !== 0) return;
      /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
      setFrom({ x: event.clientX, y: event.clientY });
    },
    onPointerMove: (/** @type {PointerEvent} */ event) => {
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!at && Math.hypot(dx, dy) < SLACK) return;
      const seat = seatAt(event.clientX, event.clientY);
      setAt({ dx, dy, over: accepts(seat) ? seat : -1 });
    },
    onPointerUp: () => {
      if (at && at.over >= 0) drop(at.over);
      end();
    },
    onPointerCancel: end,
  };
  return {
    handlers,
    moving: at !== null,
    over: at?.over ?? -1,
    style: at ? { "--dx": `${at.dx}px`, "--dy": `${at.dy}px` } : {},
  };
}
