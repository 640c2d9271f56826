// How large the board is, for the stylesheets: --cw and --ch are a hundredth of its width and height; .board-narrow has
// no room for plates beside the trick, .board-low is a phone on its side, .board-tall a tablet upright. Container queries and their units would say
// the same, but cost a recalculation of every style below at each move.

import { useCallback, useRef } from "#hooks";

/** In rem: large letters need more room. */
const NARROW = 43.75;
const LOW = 26.875;

/** @param {HTMLElement} board */
function measure(board) {
  const { clientWidth: width, clientHeight: height } = board;
  board.style.setProperty("--cw", `${width / 100}px`);
  board.style.setProperty("--ch", `${height / 100}px`);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const [low, narrow] = [height <= LOW * rem, width <= NARROW * rem || height <= LOW * rem];
  board.classList.toggle("board-narrow", narrow);
  board.classList.toggle("board-tall", !narrow && height > width);
  board.classList.toggle("board-low", low);
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
