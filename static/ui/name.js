// Taking a name: all that a guest is asked for.

import { t } from "#app/lib/i18n.js";
import { me, sentence, takeName } from "#app/ui/app.js";
import { Dialog } from "#app/ui/dialog.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { useState } from "#hooks";

export const NAME_MOST = 24;

/** @param {{done: () => void, action: string, suggestion?: string}} props */
function NameForm({ done, action, suggestion = "" }) {
  const [name, setName] = useState(me.value?.name ?? suggestion.slice(0, NAME_MOST));
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLFormElement} */ (event.currentTarget).querySelector("input");
    const wanted = name.trim();
    if (!wanted) {
      setWrong(t("name.empty"));
      field?.focus();
      return;
    }
    if (busy) return;
    setBusy(true);
    const refusal = await takeName(wanted);
    setBusy(false);
    if (refusal) {
      setWrong(sentence(refusal));
      field?.focus();
    } else done();
  };
  return html`<form class="name-form" onSubmit=${submit}>
    <label for="name">${t("name.label")}</label>
    <div class="name-row">
      <input id="name" type="text" autofocus maxlength=${NAME_MOST} autocomplete="nickname" value=${name} aria-invalid=${wrong ? "true" : "false"}
        aria-describedby="name-help" onInput=${(/** @type {Event} */ e) => {
          setName(/** @type {HTMLInputElement} */ (e.target).value);
          setWrong("");
        }} />
      <button type="submit" class="button-main" aria-busy=${busy}>${action}</button>
    </div>
    <p id="name-help" class=${wrong ? "help wrong" : "help"} role=${wrong ? "alert" : undefined}>${wrong || t("name.help")}</p>
  </form>`;
}

/** @param {{close: () => void, then?: () => void, suggestion?: string, handOff?: () => void}} props `handOff`: go on in another browser */
export function NameDialog({ close, then, suggestion, handOff }) {
  const done = () => {
    close();
    then?.();
  };
  return html`<${Dialog} title=${t("name.title")} close=${close}><${NameForm} done=${done} action=${t(me.value ? "name.save" : "name.take")} suggestion=${suggestion} />
    ${handOff && html`<p class="name-more"><button type="button" class="button" onClick=${handOff}><${Icon} name="phone" />${t("handoff.title")}</button></p>`}
  </${Dialog}>`;
}
