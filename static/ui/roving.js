// The keys of a hand: arrows move the focus from card to card, and come into the hand when nothing has it.

import { useLayoutEffect, useRef, useState } from "#hooks";

/** Where an arrow key leads: left and right card by card, up and down to the next group. @param {number[]} starts index of each group's first card @param {number} last @param {number} at @param {string} key */
export function moveTo(starts, last, at, key) {
  if (key === "ArrowRight") return Math.min(last, at + 1);
  if (key === "ArrowLeft") return Math.max(0, at - 1);
  if (key === "Home") return 0;
  if (key === "End") return Math.max(0, last);
  if (key === "ArrowDown") return starts.find((i) => i > at) ?? at;
  if (key === "ArrowUp") return starts.filter((i) => i < at).at(-1) ?? at;
  return at;
}

/**
 * One card of a hand has the focus; it stays at its place when a card has gone.
 * @param {number[]} starts index of each group's first card @param {number} count of cards @param {boolean} live whether arrows lead into the hand from elsewhere
 */
export function useRoving(starts, count, live) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [at, setAt] = useState(0);
  const inside = useRef(false);
  const index = Math.min(at, Math.max(0, count - 1));
  const focus = (/** @type {number} */ i) =>
    /** @type {HTMLElement | undefined} */ (box.current?.querySelectorAll("button.held")[i])?.focus();
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body) focus(index);
  }, [count]);
  useLayoutEffect(() => {
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
    const to = moveTo(starts, count - 1, index, event.key);
    if (to === index && !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    setAt(to);
    focus(to);
  };
  const out = (/** @type {FocusEvent} */ event) => {
    if (event.relatedTarget) inside.current = false;
  };
  return { box, index, keys, into: setAt, enter: () => (inside.current = true), out };
}
