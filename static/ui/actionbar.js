// One sentence that says what to do now, or why something could not be done, and the button that does it.
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { Rich } from "#app/ui/rich.js";

/** @param {{message: import("#app/types/app.d.ts").Message | null, children?: import("./html.js").Children}} props */
export function ActionBar({ message, children }) {
  const tone = message?.tone ?? "plain";
  return html`<div class=${cls("action-bar", `action-${tone}`)}>
    <p class="action-text">${tone === "error" && html`<${Icon} name="warn" />`}${message && html`<span><${Rich} line=${message.line} /></span>`}</p>
    ${children}
  </div>`;
}
