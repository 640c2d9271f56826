// Short flights. The state is never waited for: what flies is already where it belongs, only its picture comes from
// elsewhere. When events come faster than they can be shown, or nobody looks, nothing flies.

import { prefs } from "#app/ui/prefs.js";

const BURST = 300;
const AT_MOST = 3;
/** How long motion takes, by the setting. */
const PACE = { none: 0, fast: 0.5, normal: 1, slow: 1.8 };
/** @type {number[]} */
let recent = [];
/** What can be cut short. @type {Set<Animation>} */
const running = new Set();

/** Tell that something happened at the table. */
export function happened() {
  const now = performance.now();
  recent = [...recent.filter((at) => now - at < BURST), now];
}

/** Whether motion is wanted now. */
export function lively() {
  const now = performance.now();
  const crowded = recent.filter((at) => now - at < BURST).length > AT_MOST;
  return !crowded && !document.hidden && prefs.value.motion !== "none" && !calm();
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A length of time as the reader's setting has it. @param {number} ms */
export const paced = (ms) => ms * PACE[prefs.value.motion];

/** How long something finished stays to be looked at: also where nothing moves. @param {number} ms */
export const shownFor = (ms) => ms * (PACE[prefs.value.motion] || 1);

/** @param {Element | null | undefined} element */
export const rectOf = (element) => element?.getBoundingClientRect() ?? null;

/** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} how */
function animate(element, frames, how) {
  const animation = element.animate(frames, how);
  running.add(animation);
  animation.finished.catch(() => undefined).finally(() => running.delete(animation));
  return animation;
}

/** All flights land at once. */
export function land() {
  for (const animation of running) animation.finish();
}

/** From the middle of one place to that of another. @param {DOMRect} from @param {DOMRect} to */
const between = (from, to) => [
  to.left + to.width / 2 - (from.left + from.width / 2),
  to.top + to.height / 2 - (from.top + from.height / 2),
];

/**
 * From a place to where the element is.
 * @param {HTMLElement} element @param {DOMRect | null} from @param {number} ms @param {number} [delay]
 * @param {DOMRect} [to] where it is, where that is known: reading it again for each of many costs a layout each
 */
export function flyFrom(element, from, ms, delay = 0, to = element.getBoundingClientRect()) {
  if (!from || !lively()) return;
  const [dx = 0, dy = 0] = between(to, from);
  const scale = Math.min(1, Math.max(0.5, from.width / to.width));
  animate(
    element,
    [
      { translate: `${dx}px ${dy}px`, scale: `${scale}` },
      { translate: "0 0", scale: "1" },
    ],
    { duration: paced(ms), delay: paced(delay), easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" },
  );
}

/**
 * From where the element is to another place, getting small.
 * @param {HTMLElement} element @param {DOMRect | null} to @param {{ms: number, delay: number, done: () => void, from?: DOMRect}} how
 */
export function flyTo(element, to, { ms, delay, done, from = element.getBoundingClientRect() }) {
  if (!to || !lively()) {
    done();
    return;
  }
  const [dx, dy] = between(from, to);
  const scale = Math.min(0.6, Math.max(0.16, to.width / from.width));
  const flight = animate(
    element,
    [
      { translate: "0 0", scale: "1", opacity: 1 },
      { opacity: 1, offset: 0.75 },
      { translate: `${dx}px ${dy}px`, scale: `${scale}`, opacity: 0 },
    ],
    { duration: paced(ms), delay: paced(delay), easing: "cubic-bezier(.5,.05,.6,1)", fill: "forwards" },
  );
  flight.onfinish = done;
}

/** Something changed here: it swells for a moment; where no motion is wanted it only lights up. @param {Element | null | undefined} element */
export function glow(element) {
  if (!element || document.hidden) return;
  // tests/house/test_motion.py says why this is no animated background
  const lit = { boxShadow: "inset 0 0 0 100px #f2b632" };
  if (calm()) animate(element, [lit, lit], { duration: 150 });
  else animate(element, [{ scale: "1.3" }, { scale: "1" }], { duration: 320, easing: "ease-out" });
}

/** No. @param {Element | null | undefined} element */
export function shake(element) {
  if (!element || calm()) return;
  element.animate(
    [
      { translate: "0 0" },
      { translate: "-5px 0" },
      { translate: "5px 0" },
      { translate: "-3px 0" },
      { translate: "0 0" },
    ],
    { duration: 150 },
  );
}
