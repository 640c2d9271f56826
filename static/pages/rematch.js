// After the game: the same people again, with the same partners or others. Whoever asks goes there; the others are invited.

import { post } from "#app/lib/api.js";
import { t } from "#app/lib/i18n.js";
import { linkTo } from "#app/lib/routes.js";
import { client, go, sentence } from "#app/ui/app.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { announce } from "#app/ui/live.js";
import { useEffect, useState } from "#hooks";

/** @typedef {import("#app/types/app.d.ts").Sitting} Sitting */

/** @param {{sitting: Sitting, table: string}} props */
export function Rematch({ sitting, table }) {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const { rematch, result } = sitting.public;
  // it is open to all who could come here
  const channel = client.channels.get(table);
  const invite = channel?.invite.value || channel?.key || "";
  useEffect(() => {
    if (rematch) announce(t("rematch.open"));
  }, [rematch]);
  if (rematch) {
    return html`<div class="rematch rematch-open"><p><${Icon} name="check" />${t("rematch.open")}</p>
      <a class="button-main button-big" href=${linkTo("", rematch, invite)}>${t("rematch.go")}</a></div>`;
  }
  if (!sitting.mine) return null;
  const ask = async (/** @type {boolean} */ rotate) => {
    if (busy) return;
    setBusy(true);
    const answer = await post(`/tables/${encodeURIComponent(table)}/rematch`, { rotate });
    setBusy(false);
    setWrong(answer.ok ? "" : sentence(answer));
    if (answer.ok) go(linkTo("", /** @type {{id: string}} */ (answer.data).id, invite));
  };
  const partners = result?.sides.some((side) => side.seats.length > 1);
  return html`<div class="rematch"><p>${t("rematch.title")}</p>
    <button type="button" class="button-main button-big" aria-busy=${busy} onClick=${() => ask(false)}>${t(partners ? "rematch.same" : "rematch.again")}</button>
    ${partners && html`<button type="button" class="button button-big" aria-busy=${busy} onClick=${() => ask(true)}>${t("rematch.rotate")}</button>`}
    ${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}</div>`;
}
