// How large the board is, for the stylesheets: --cw and --ch are a hundredth of its width and height. Container query
// units would say the same, but cost a recalculation of every style below at each move.

import { useCallback, useRef } from "#hooks";

/** @param {HTMLElement} board */
function measure(board) {
  board.style.setProperty("--cw", `${board.clientWidth / 100}px`);
  board.style.setProperty("--ch", `${board.clientHeight / 100}px`);
}

/** The ref for the element that is the board. */
export function useBoard() {
  const watching = useRef(/** @type {ResizeObserver | null} */ (null));
  return useCallback((/** @type {HTMLElement | null} */ board) => {
    watching.current?.disconnect();
    watching.current = null;
    if (!board) return;
    measure(board);
    watching.current = new ResizeObserver(() => measure(board));
    watching.current.observe(board);
  }, []);
}
