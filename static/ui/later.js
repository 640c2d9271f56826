// What few people open is fetched when they do.

import { html } from "#app/ui/html.js";
import { useEffect, useState } from "#hooks";

/**
 * A component whose module is fetched when it is first drawn.
 * @template P
 * @param {() => Promise<import("preact").ComponentType<P>>} load
 * @returns {(props: P) => ReturnType<typeof html> | null}
 */
export function later(load) {
  /** @type {import("preact").ComponentType<P> | null} */
  let found = null;
  return function Later(props) {
    const [, draw] = useState(false);
    useEffect(() => {
      if (found) return;
      load().then((component) => {
        found = component;
        draw(true);
      });
    }, []);
    return found && html`<${found} ...${props} />`;
  };
}
