// On a phone the mat scrolls, and what is one's own lies over its lower end: a mark tells that more lies there.

import { useLayoutEffect, useRef } from "#hooks";

/** Less than this is but an edge. */
const EDGE = 6;

/** The ref for the mat. @returns {{current: HTMLElement | null}} */
export function useMore() {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const mat = ref.current;
    if (!mat) return undefined;
    const look = () => mat.classList.toggle("mat-more", mat.scrollHeight - mat.clientHeight - mat.scrollTop > EDGE);
    const watching = new ResizeObserver(look); // looks when it begins, too
    for (const part of [mat, ...mat.children]) watching.observe(part);
    mat.addEventListener("scroll", look, { passive: true });
    return () => {
      watching.disconnect();
      mat.removeEventListener("scroll", look);
    };
  }, []);
  return ref;
}
