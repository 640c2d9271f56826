// What needs a name asks for it in place, and goes on once it is given.

import { me } from "#app/ui/app.js";
import { html } from "#app/ui/html.js";
import { NameDialog } from "#app/ui/name.js";
import { useState } from "#hooks";

/**
 * @param {string} [suggestion] a name somebody else has given me already
 * @returns {{named: (then: () => void) => void, asking: import("./html.js").Children}} `asking`: to be shown on the page
 */
export function useNamed(suggestion = "") {
  const [then, setThen] = useState(/** @type {{go: () => void} | null} */ (null));
  const named = (/** @type {() => void} */ go) => {
    if (me.value) go();
    else setThen({ go });
  };
  const asking = then && html`<${NameDialog} suggestion=${suggestion} close=${() => setThen(null)} then=${then.go} />`;
  return { named, asking };
}
