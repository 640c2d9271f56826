// Short flights. The state is never waited for: what flies is already where it belongs, only its picture comes from
// elsewhere. When events come faster than they can be shown, or nobody looks, nothing flies.

const BURST = 300;
const AT_MOST = 3;
/** @type {number[]} */
let recent = [];

/** Tell that something happened at the table. */
export function happened() {
  const now = performance.now();
  recent = [...recent.filter((at) => now - at < BURST), now];
}

/** Whether motion is wanted now. */
export function lively() {
  const now = performance.now();
  const crowded = recent.filter((at) => now - at < BURST).length > AT_MOST;
  return !crowded && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {Element | null | undefined} element */
export const rectOf = (element) => element?.getBoundingClientRect() ?? null;

/** From a place to where the element is. @param {HTMLElement} element @param {DOMRect | null} from @param {number} ms */
export function flyFrom(element, from, ms) {
  if (!from || !lively()) return;
  const to = element.getBoundingClientRect();
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = Math.min(1, Math.max(0.5, from.width / to.width));
  element.animate(
    [
      { translate: `${dx}px ${dy}px`, scale: `${scale}` },
      { translate: "0 0", scale: "1" },
    ],
    { duration: ms, easing: "cubic-bezier(.2,.7,.3,1)" },
  );
}

/**
 * From where the element is to another place, getting small.
 * @param {HTMLElement} element @param {DOMRect | null} to @param {{ms: number, delay: number, done: () => void}} how
 */
export function flyTo(element, to, { ms, delay, done }) {
  if (!to || !lively()) {
    done();
    return;
  }
  const from = element.getBoundingClientRect();
  const dx = to.left + to.width / 2 - (from.left + from.width / 2);
  const dy = to.top + to.height / 2 - (from.top + from.height / 2);
  const flight = element.animate(
    [
      { translate: "0 0", scale: "1", opacity: 1 },
      { opacity: 1, offset: 0.7 },
      { translate: `${dx}px ${dy}px`, scale: ".3", opacity: 0 },
    ],
    { duration: ms, delay, easing: "ease-in", fill: "forwards" },
  );
  flight.onfinish = done;
}

/** No. @param {Element | null | undefined} element */
export function shake(element) {
  if (!element || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  element.animate(
    [
      { translate: "0 0" },
      { translate: "-5px 0" },
      { translate: "5px 0" },
      { translate: "-3px 0" },
      { translate: "0 0" },
    ],
    { duration: 180 },
  );
}
