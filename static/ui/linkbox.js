// A link to send: to copy, to hand to the phone's own sharing, to scan from the screen.

import { onlyHere } from "#app/lib/address.js";
import { t } from "#app/lib/i18n.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { later } from "#app/ui/later.js";
import { copy, toast } from "#app/ui/toast.js";
import { useState } from "#hooks";

const Qr = later(() => import("#app/ui/qr.js").then((module) => module.Qr));

const THANKS = 2500;

/** @param {{link: string, name: string}} props */
function Share({ link, name }) {
  if (!("share" in navigator)) return null;
  const press = () => navigator.share({ title: name, url: link }).catch(() => undefined); // put away again is no fault
  return html`<button type="button" class="button-main" onClick=${press}><${Icon} name="share" />${t("link.share")}</button>`;
}

/** @param {{id: string, label: string, link: string, name: string}} props `name`: what is shared, for the phone */
export function LinkBox({ id, label, link, name }) {
  const [copied, setCopied] = useState(false);
  const [code, setCode] = useState(false);
  const press = async () => {
    if (await copy(link)) {
      setCopied(true);
      setTimeout(() => setCopied(false), THANKS);
      return;
    }
    /** @type {HTMLInputElement | null} */ (document.getElementById(id))?.select();
    toast(t("wait.copy_by_hand"));
  };
  return html`<div class="link-box">
    <label for=${id}>${label}</label>
    <input id=${id} type="text" readonly value=${link} onFocus=${(/** @type {FocusEvent} */ e) => /** @type {HTMLInputElement} */ (e.target).select()} />
    <div class="link-ways">
      <${Share} link=${link} name=${name} />
      <button type="button" class="button" onClick=${press}><${Icon} name=${copied ? "check" : "copy"} />${copied ? t("wait.copied") : t("wait.copy")}</button>
      <button type="button" class="button" aria-expanded=${code} onClick=${() => setCode(!code)}><${Icon} name="qr" />${t(code ? "link.hide_code" : "link.code")}</button>
    </div>
    ${code && html`<div class="link-code"><${Qr} text=${link} label=${t("qr.of_link")} /><p class="quiet">${t("link.scan")}</p></div>`}
    ${link && onlyHere(new URL(link).origin) && html`<p class="help">${t("link.only_here")}</p>`}
  </div>`;
}
