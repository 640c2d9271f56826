// Moving in a stored game: the place in the address, steps and leaps, autoplay, their keys.

import { parse, spell } from "#app/lib/replay.js";
import { hash } from "#app/ui/app.js";
import { useEffect, useLayoutEffect, useState } from "#hooks";

/** @typedef {import("#app/lib/replay.js").Walk} Walk */

const AUTOPLAY_MS = 1000;
/** Units of an address: the deal is the greatest, the trick comes next. */
const [DEAL, TRICK, ALL] = [1, 2, 9];

/** The state in the address, and the way to others. @param {Walk} walk */
function usePlace(walk) {
  const target = parse(hash.value.slice(1));
  const [at, setAt] = useState(() => (target ? walk.end(walk.find(target), ALL) : walk.last));
  const go = (/** @type {number} */ to) => {
    setAt(to);
    history.replaceState(null, "", `#${spell(walk.addresses[to] ?? {})}`);
  };
  // at once, so that no step that was made meanwhile is taken back
  useLayoutEffect(() => {
    if (target && hash.value !== `#${spell(walk.addresses[at] ?? {})}`) setAt(walk.end(walk.find(target), ALL));
  }, [hash.value]);
  return { at, go };
}

/** @param {Walk} walk @param {number} at @param {(to: number) => void} go */
function useAutoplay(walk, at, go) {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return undefined;
    if (at >= walk.last) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => go(walk.step(at, 1)), AUTOPLAY_MS);
    return () => clearTimeout(timer);
  }, [playing, at]);
  return { playing, toggle: () => setPlaying(!playing) };
}

/** @param {Walk} walk */
export function useStepping(walk) {
  const { at, go } = usePlace(walk);
  const { playing, toggle } = useAutoplay(walk, at, go);
  const moves = {
    back: () => go(walk.step(at, -1)),
    forth: () => go(walk.step(at, 1)),
    backTwo: () => go(walk.leap(at, -1, TRICK)),
    forthTwo: () => go(walk.leap(at, 1, TRICK)),
    first: () => go(at === walk.first(at, DEAL) ? walk.begin(at, -1, DEAL) : walk.first(at, DEAL)),
    last: () => go(walk.leap(at, 1, DEAL)),
  };
  const keys = {
    ArrowLeft: moves.back,
    ArrowRight: moves.forth,
    "[": moves.backTwo,
    "]": moves.forthTwo,
    Home: () => go(walk.first(at, DEAL)),
    End: () => go(walk.end(at, DEAL)),
    PageUp: () => go(walk.begin(at, -1, DEAL)),
    PageDown: () => go(walk.begin(at, 1, DEAL)),
    " ": toggle,
  };
  return { at, go, moves, keys, playing, toggle };
}
