// What the table's menu offers.
import { t } from "#app/lib/i18n.js";
import { Dialog } from "#app/ui/dialog.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { LangChoice } from "#app/ui/shell.js";

const KEYS = ["arrows", "enter", "esc", "h", "t", "l", "s"];

/** @param {{close: () => void, leave: (() => void) | null}} props */
export function MenuDialog({ close, leave }) {
  return html`<${Dialog} title=${t("table.menu")} close=${close}>
    <ul class="menu">
      <li><a class="button" href="/"><${Icon} name="back" />${t("menu.start")}</a></li>
      <li><a class="button" href="/history"><${Icon} name="history" />${t("history.title")}</a></li>
      ${leave && html`<li><button type="button" class="button button-warn" onClick=${leave}><${Icon} name="exit" />${t("menu.leave")}</button></li>`}
      <li><${LangChoice} /></li>
    </ul>
    <section class="keys-part"><h3>${t("menu.keys")}</h3>
      <dl class="keys">${KEYS.map((key) => html`<div key=${key}><dt>${t(`keys.${key}.key`)}</dt><dd>${t(`keys.${key}`)}</dd></div>`)}</dl></section>
  </${Dialog}>`;
}

/** @param {{close: () => void, leave: () => void}} props */
export function LeaveDialog({ close, leave }) {
  return html`<${Dialog} title=${t("leave.title")} close=${close}>
    <p>${t("leave.text")}</p>
    <div class="dialog-end">
      <button type="button" class="button" onClick=${close}>${t("leave.stay")}</button>
      <button type="button" class="button button-warn" onClick=${leave}>${t("leave.leave")}</button>
    </div>
  </${Dialog}>`;
}
