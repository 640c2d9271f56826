// The beginning: a language, who I am, the socket, then the page that the address means.

import { pick, t } from "#app/lib/i18n.js";
import { GamePage } from "#app/pages/game.js";
import { HistoryPage } from "#app/pages/history.js";
import { LearnPage } from "#app/pages/learn.js";
import { NewPage } from "#app/pages/new.js";
import { StartPage } from "#app/pages/start.js";
import { TablePage } from "#app/pages/table.js";
import { client, follow, go, hash, route, speak, tell, whoAmI } from "#app/ui/app.js";
import { html } from "#app/ui/html.js";
import { later } from "#app/ui/later.js";
import { followPrefs } from "#app/ui/prefs.js";
import { Page } from "#app/ui/shell.js";
import { Toasts, toast } from "#app/ui/toast.js";
import { useErrorBoundary } from "#hooks";
import { render } from "#preact";
import { effect } from "#signals";

const GoPage = later(() => import("#app/pages/go.js").then((module) => module.GoPage));

function Missing() {
  return html`<${Page} title=${t("missing.title")} narrow><p>${t("missing.text")}</p><p><a class="button-main" href="/">${t("ui.home")}</a></p></${Page}>`;
}

function Current() {
  const { page, id } = route.value;
  if (page === "start") return html`<${StartPage} />`;
  if (page === "new") return html`<${NewPage} />`;
  if (page === "learn") return html`<${LearnPage} />`;
  if (page === "go") return html`<${GoPage} key=${hash.value} />`;
  if (page === "history") return html`<${HistoryPage} />`;
  if (page === "table") return html`<${TablePage} key=${id} id=${id} />`;
  if (page === "game") return html`<${GamePage} key=${id} id=${id} />`;
  return html`<${Missing} />`;
}

/** A fault of ours must not leave a blank page: the state is on the server, so drawing anew is enough. */
function Guarded() {
  const [fault, again] = useErrorBoundary();
  if (!fault) return html`<${Current} />`;
  return html`<${Page} title=${t("fault.title")} narrow>
    <p>${t("fault.text")}</p>
    <p class="row"><button type="button" class="button-main" onClick=${again}>${t("fault.again")}</button>
      <button type="button" class="button" onClick=${() => go("/")}>${t("ui.home")}</button></p>
    <details><summary>${t("fault.details")}</summary><pre>${String(fault?.stack ?? fault)}</pre></details>
  </${Page}>`;
}

function App() {
  return html`<${Guarded} /><${Toasts} />`;
}

/** The build this page was loaded from, out of its own address. */
const ownBuild = new URL(import.meta.url).pathname.split("/")[2] ?? "";

/** What nobody caught: say so, and take the state from the server again. @param {unknown} fault */
function unforeseen(fault) {
  toast(t("fault.toast"), { tone: "error", detail: String(/** @type {Error} */ (fault)?.stack ?? fault) });
  client.link.renew();
}

async function begin() {
  document.getElementById("unfit")?.remove(); // whatever old.js thinks: it runs
  followPrefs();
  const kept = localStorage.getItem("lang");
  await Promise.all([speak(pick(kept ? [kept] : navigator.languages)), whoAmI()]);
  client.link.start();
  addEventListener("online", () => client.link.probe());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && client.link.probe());
  document.addEventListener("click", follow);
  addEventListener("error", (event) => unforeseen(event.error ?? event.message));
  addEventListener("unhandledrejection", (event) => unforeseen(event.reason));
  effect(() => {
    if (client.stray.value) tell(client.stray.value);
  });
  effect(() => {
    if (client.build.value && client.build.value !== ownBuild) toast(t("ui.new_build"));
  });
  render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
}

begin();
