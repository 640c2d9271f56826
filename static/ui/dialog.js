// Dialogs are the browser's own: it traps the focus, answers Esc, makes the rest inert and gives the focus back.

import { t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { useLayoutEffect, useRef } from "#hooks";

/**
 * @param {{title: string, close: () => void, wide?: boolean, children?: import("./html.js").Children}} props
 */
export function Dialog({ title, close, wide, children }) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const outside = (/** @type {MouseEvent} */ event) => event.target === ref.current && close();
  return html`<dialog ref=${ref} class=${cls("dialog", wide && "dialog-wide")} aria-label=${title} onClick=${outside}
    onCancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      close();
    }}>
    <div class="dialog-body">
      <header class="dialog-head">
        <h2>${title}</h2>
        <button type="button" class="button-plain" aria-label=${t("ui.close")} onClick=${close}><${Icon} name="close" /></button>
      </header>
      ${children}
    </div>
  </dialog>`;
}
