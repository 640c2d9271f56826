// A phone on its side: the mat has the left half, and what one does the right one (landscape.css).

import { useLayoutEffect, useRef, useState } from "#hooks";

const LANDSCAPE = "(orientation: landscape)";

/** The ref for the table, and whether it is drawn so. @returns {[{current: HTMLElement | null}, boolean]} */
export function useSideways() {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  const [sideways, setSideways] = useState(false);
  useLayoutEffect(() => {
    const board = ref.current?.closest(".table-main");
    if (!board) return undefined;
    const media = matchMedia(LANDSCAPE);
    const look = () => setSideways(board.classList.contains("board-low") && media.matches);
    look();
    const watching = new MutationObserver(look);
    watching.observe(board, { attributeFilter: ["class"] });
    media.addEventListener("change", look);
    return () => {
      watching.disconnect();
      media.removeEventListener("change", look);
    };
  }, []);
  return [ref, sideways];
}
