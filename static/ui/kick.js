// Showing somebody out for good is asked twice.

import { t } from "#app/lib/i18n.js";
import { Dialog } from "#app/ui/dialog.js";
import { html } from "#app/ui/html.js";

/** @param {{name: string, kick: () => void, close: () => void}} props */
export function KickDialog({ name, kick, close }) {
  const sure = () => {
    close();
    kick();
  };
  return html`<${Dialog} title=${t("kick.title", { name })} close=${close}>
    <p>${t("kick.text", { name })}</p>
    <div class="dialog-end"><button type="button" class="button" onClick=${close}>${t("kick.no")}</button>
      <button type="button" class="button button-warn" onClick=${sure}>${t("kick.yes", { name })}</button></div></${Dialog}>`;
}
