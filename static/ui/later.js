// What is not needed at once is fetched when it is.

import { t } from "#app/lib/i18n.js";
import { html } from "#app/ui/html.js";
import { useEffect, useState } from "#hooks";

/**
 * A component whose module is fetched when it is first drawn, or before by `fetch`.
 * @template P
 * @param {() => Promise<import("preact").ComponentType<P>>} load
 */
export function later(load) {
  /** @type {import("preact").ComponentType<P> | null} */
  let found = null;
  /** @type {Promise<boolean> | null} */
  let coming = null;
  const fetch = () => {
    coming ??= load().then(
      (component) => {
        found = component;
        return true;
      },
      () => {
        coming = null; // the next one asks again
        return false;
      },
    );
    return coming;
  };
  /** @param {P} props @returns {import("preact").ComponentChildren} */
  function Later(props) {
    const [lost, setLost] = useState(/** @type {boolean | null} */ (null));
    useEffect(() => {
      if (!found) fetch().then((there) => setLost(!there));
    }, []);
    const again = async () => {
      const there = await fetch();
      setLost(!there);
      // some browsers remember for good what they could not fetch
      if (!there && navigator.onLine) location.reload();
    };
    if (found) return html`<${found} ...${props} />`;
    return (
      lost &&
      html`<p class="boot" role="alert">${t("error.offline")} <button type="button" class="button-small" onClick=${again}>${t("link.now")}</button></p>`
    );
  }
  return Object.assign(Later, { fetch });
}
