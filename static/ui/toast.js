// Short messages that come by themselves. Errors stay until they are put away, or recalled.

import { t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { announce, interrupt } from "#app/ui/live.js";
import { signal } from "#signals";

/** @typedef {{id: number, text: string, tone: "plain" | "error", detail?: string, about?: string}} Toast */

const STAYS = 5000;
export const toasts = signal(/** @type {Toast[]} */ ([]));
let count = 0;

/** @param {number} id */
const remove = (id) => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

/** @param {string} text @param {{tone?: "plain" | "error", detail?: string, about?: string}} [how] `detail`: what can be copied; `about`: a name by which it can be recalled */
export function toast(text, { tone = "plain", detail, about } = {}) {
  const shown = toasts.peek(); // whatever causes the message is not caused again when it is put away
  if (shown.some((other) => other.text === text)) return;
  count += 1;
  const id = count;
  toasts.value = [...shown.slice(-2), { id, text, tone, ...(detail && { detail }), ...(about && { about }) }];
  (tone === "error" ? interrupt : announce)(text);
  if (tone === "plain") setTimeout(() => remove(id), STAYS);
}

/** What was told about something is no longer true. @param {string} what */
export function recall(what) {
  if (toasts.peek().some(({ about }) => about === what))
    toasts.value = toasts.value.filter(({ about }) => about !== what);
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyMarked(text); // refused, or no secure context: a page of a server at home has no clipboard of its own
  }
}

/** Copy as by hand: what is marked. All else but an open dialog would be inert. @param {string} text */
function copyMarked(text) {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.className = "unseen";
  field.readOnly = true; // no keyboard comes up for it
  field.value = text;
  (focused?.closest("dialog") ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}

export function Toasts() {
  return html`<div class="toasts">
    ${toasts.value.map(
      ({ id, text, tone, detail }) => html`<div key=${id} class=${cls("toast", `toast-${tone}`)}>
        <span>${text}</span>
        ${detail && html`<button type="button" class="button-small" onClick=${() => copy(detail)}>${t("ui.copy_details")}</button>`}
        <button type="button" class="button-plain" aria-label=${t("ui.close")} onClick=${() => remove(id)}><${Icon} name="close" /></button>
      </div>`,
    )}
  </div>`;
}
