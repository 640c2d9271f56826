// Continue on your phone: a link, and the same as a QR code, that brings me to another browser once.

import { onlyHere, publicOrigin } from "#app/lib/address.js";
import { get, post } from "#app/lib/api.js";
import { clockText } from "#app/lib/clock.js";
import { t } from "#app/lib/i18n.js";
import { handoffLink } from "#app/lib/routes.js";
import { me, sentence } from "#app/ui/app.js";
import { Dialog } from "#app/ui/dialog.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { Qr } from "#app/ui/qr.js";
import { copy, toast } from "#app/ui/toast.js";
import { useEffect, useRef, useState } from "#hooks";

/** How often it is asked whether the code has been used, ms. */
const ASK_EVERY = 3000;

/** @typedef {{link: string, until: number, only: boolean}} Offer */

/** Ask the server for a code. @returns {Promise<Offer | string>} or why not */
async function makeOffer() {
  const [origin, answer] = await Promise.all([publicOrigin(), post("/session/handoff", {})]);
  if (!answer.ok) return sentence(answer);
  const { code, seconds } = /** @type {{code: string, seconds: number}} */ (answer.data);
  return { link: handoffLink(origin, code), until: Date.now() + seconds * 1000, only: onlyHere(origin) };
}

/** ms until a moment, told every second. @param {number} until */
function useLeft(until) {
  const [now, tick] = useState(Date.now());
  useEffect(() => {
    tick(Date.now());
    const timer = setInterval(() => tick(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, until - now);
}

/** @param {{link: string}} props */
function LinkRow({ link }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const press = async () => {
    if (await copy(link)) toast(t("wait.copied"));
    else {
      field.current?.select();
      toast(t("wait.copy_by_hand"));
    }
  };
  return html`<div class="name-row">
    <input ref=${field} type="text" readonly value=${link} aria-label=${t("handoff.link")} onFocus=${() => field.current?.select()} />
    <button type="button" class="button" onClick=${press}><${Icon} name="copy" />${t("wait.copy")}</button>
  </div>`;
}

/** Whether the other browser has come. @param {Offer} offer */
function useTaken(offer) {
  const [taken, take] = useState(false);
  useEffect(() => {
    take(false);
    const timer = setInterval(async () => {
      if (document.visibilityState !== "visible" || Date.now() >= offer.until) return;
      const answer = await get("/session/handoff");
      if (answer.ok && !(/** @type {{open: boolean}} */ (answer.data).open) && Date.now() < offer.until) take(true);
    }, ASK_EVERY);
    return () => clearInterval(timer);
  }, [offer]);
  return taken;
}

/** @param {{offer: Offer, renew: () => void, close: () => void}} props */
function Offered({ offer, renew, close }) {
  const left = useLeft(offer.until);
  const taken = useTaken(offer);
  const again = useRef(/** @type {HTMLButtonElement | null} */ (null));
  if (taken) {
    return html`<p role="status" class="note-good"><${Icon} name="check" />${t("handoff.taken", { name: me.value?.name ?? "" })}</p>
      <p><button type="button" class="button-main" onClick=${close}>${t("ui.close")}</button></p>`;
  }
  if (!left) {
    return html`<p role="status">${t("handoff.over")}</p>
      <p><button ref=${again} type="button" class="button-main" onClick=${renew}>${t("handoff.renew")}</button></p>`;
  }
  return html`<p>${t("handoff.lead", { name: me.value?.name ?? "" })}</p>
    ${offer.only && html`<p class="note-warn"><${Icon} name="warn" />${t("link.only_here")}</p>`}
    <${Qr} text=${offer.link} label=${t("qr.of_link")} />
    <${LinkRow} link=${offer.link} />
    <p class="quiet">${t("handoff.private")}</p>
    <p class="handoff-end"><span class="score">${t("handoff.left", { time: clockText(left) })}</span>
      <button type="button" class="button-small" onClick=${renew}>${t("handoff.renew")}</button></p>`;
}

/** @param {{close: () => void}} props */
export function HandoffDialog({ close }) {
  const [offer, setOffer] = useState(/** @type {Offer | string | null} */ (null));
  const renew = () => {
    makeOffer().then(setOffer);
  };
  useEffect(renew, []);
  return html`<${Dialog} title=${t("handoff.title")} close=${close}>
    <div class="handoff" aria-busy=${offer === null}>
      ${typeof offer === "string" && html`<p role="alert">${offer}</p><p><button type="button" class="button" onClick=${renew}>${t("handoff.renew")}</button></p>`}
      ${offer && typeof offer !== "string" && html`<${Offered} offer=${offer} renew=${renew} close=${close} />`}
    </div>
  </${Dialog}>`;
}
