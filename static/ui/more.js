// A mark tells that more lies below what is in sight of something that scrolls.

import { useLayoutEffect, useRef } from "#hooks";

/** Less than this is but an edge. */
const EDGE = 6;

/** The ref for what scrolls. @param {string} mark the class that it has while more lies below @returns {{current: HTMLElement | null}} */
export function useMore(mark) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const look = () => box.classList.toggle(mark, box.scrollHeight - box.clientHeight - box.scrollTop > EDGE);
    const watching = new ResizeObserver(look); // looks when it begins, too
    for (const part of [box, ...box.children]) watching.observe(part);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      watching.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, []);
  return ref;
}
