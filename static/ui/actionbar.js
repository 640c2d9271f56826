// One sentence that says what to do now, or why something could not be done, and the button that does it.
import { t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { Rich } from "#app/ui/rich.js";

/**
 * @param {{message: import("#app/types/app.d.ts").Message | null, explain?: (rule: string) => void, remark?: import("./html.js").Children, children?: import("./html.js").Children}} props
 *   `explain`: show a rule; `remark`: what stands below the sentence, unless that is a refusal
 */
export function ActionBar({ message, explain, remark, children }) {
  const tone = message?.tone ?? "plain";
  const rule = message?.line.rule;
  return html`<div class=${cls("action-bar", `action-${tone}`)}>
    <div class="action-say"><p class="action-text">${tone === "error" && html`<${Icon} name="warn" />`}${message && html`<span><${Rich} line=${message.line} />${rule && explain && html` <button type="button" class="why-link" onClick=${() => explain(rule)}>${t("rule.why")}</button>`}</span>`}</p>
      ${tone !== "error" && remark}</div>
    ${children}
  </div>`;
}
