// Arriving by a link from another device: says whose seat it brings, and takes it when told to, not before.

import { get, post } from "#app/lib/api.js";
import { t } from "#app/lib/i18n.js";
import { codeIn, onwards } from "#app/lib/routes.js";
import { client, go, hash, me, sentence } from "#app/ui/app.js";
import { html } from "#app/ui/html.js";
import { Page } from "#app/ui/shell.js";
import { useEffect, useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Listing} Listing
 * @typedef {import("#app/types/app.d.ts").Refusal} Refusal
 * @typedef {{id: string, name: string, lang: string}} User
 */

const USED = "bad.handoff";

async function goOn() {
  const answer = await get("/tables");
  history.replaceState(null, "", "/"); // going back must not end at a link that is spent
  go(answer.ok ? onwards(/** @type {{mine: Listing[]}} */ (answer.data).mine) : "/");
}

/** @param {{refusal: Refusal, again: () => void}} props */
function Lost({ refusal, again }) {
  return html`<p>${sentence(refusal)}</p>
    ${refusal.code === USED ? html`<p class="quiet">${t("go.lost")}</p><p><a class="button-main" href="/">${t("ui.home")}</a></p>` : html`<p><button type="button" class="button-main" onClick=${again}>${t("link.now")}</button></p>`}`;
}

/** @param {{user: User, take: () => void, busy: boolean}} props */
function Choice({ user, take, busy }) {
  const now = me.value;
  if (now?.id === user.id) {
    return html`<p>${t("go.same", { name: user.name })}</p>
      <p><button type="button" class="button-main" onClick=${goOn}>${t("go.take", { name: user.name })}</button></p>`;
  }
  return html`<p>${now ? t("go.other", { name: user.name, now: now.name }) : t("go.brings", { name: user.name })}</p>
    <p class="go-choice"><button type="button" class="button-main button-big" aria-busy=${busy} onClick=${take}>${t("go.take", { name: user.name })}</button>
      ${now && html`<a class="button button-big" href="/">${t("go.stay", { now: now.name })}</a>`}</p>`;
}

export function GoPage() {
  const code = codeIn(hash.value);
  const [user, setUser] = useState(/** @type {User | null} */ (null));
  const [refusal, setRefusal] = useState(/** @type {Refusal | null} */ (code ? null : { code: USED, params: {} }));
  const [busy, setBusy] = useState(false);
  const look = async () => {
    const answer = await post("/session/handoff/look", { code });
    setRefusal(answer.ok ? null : answer);
    if (answer.ok) setUser(/** @type {{user: User}} */ (answer.data).user);
  };
  useEffect(() => {
    document.title = t("ui.title", { page: t("go.title") });
    if (code) look();
  }, [code]);
  const take = async () => {
    setBusy(true);
    const answer = await post("/session/claim", { code });
    setBusy(false);
    if (!answer.ok) {
      setRefusal(answer);
      return;
    }
    me.value = /** @type {{user: User}} */ (answer.data).user;
    client.link.renew(); // the socket learns who we are when it opens
    await goOn();
  };
  return html`<${Page} title=${t("go.title")} narrow>
    ${refusal && html`<${Lost} refusal=${refusal} again=${look} />`}
    ${!refusal && user && html`<${Choice} user=${user} take=${take} busy=${busy} />`}
    ${!refusal && !user && html`<p class="quiet boot">${t("table.loading")}</p>`}
  </${Page}>`;
}
