// Single-letter keys of a page; silent while something is typed, a dialog is open or a modifier is held.
import { prefs } from "#app/ui/prefs.js";
import { useLayoutEffect, useRef } from "#hooks";

const MOVING = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown", " "];

/** Does the control with the focus want this key? Choices and sliders want only those that move them. @param {Element | null} target @param {string} key */
function wanted(target, key) {
  if (target?.matches("input[type=radio], input[type=range]")) return MOVING.includes(key);
  return Boolean(target?.closest("input, select, textarea"));
}

/** @param {Record<string, () => void>} keys by `event.key`, letters small */
export function useKeys(keys) {
  const latest = useRef(keys);
  latest.current = keys;
  // at once: whoever sees the page presses a key before an effect runs
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest("dialog") || wanted(target, event.key)) return;
      if (event.key.length === 1 && event.key !== " " && !prefs.value.keys) return;
      if (event.key === " " && target?.closest("button, a, summary")) return;
      const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
