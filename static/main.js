// The beginning: a language, who I am, the socket, then the page that the address means.

import { pick, t } from "#app/lib/i18n.js";
import { client, follow, go, hash, route, speak, tell, whoAmI } from "#app/ui/app.js";
import { html } from "#app/ui/html.js";
import { later } from "#app/ui/later.js";
import { followPrefs } from "#app/ui/prefs.js";
import { Page } from "#app/ui/shell.js";
import { Toasts, toast } from "#app/ui/toast.js";
import { useErrorBoundary } from "#hooks";
import { render } from "#preact";
import { effect } from "#signals";

/** Fetched when first shown; with the page at its address the server hints at them (app/http/pages.py). */
const PAGES = {
  start: later(() => import("#app/pages/start.js").then((module) => module.StartPage)),
  new: later(() => import("#app/pages/new.js").then((module) => module.NewPage)),
  learn: later(() => import("#app/pages/learn.js").then((module) => module.LearnPage)),
  table: later(() => import("#app/pages/table.js").then((module) => module.TablePage)),
  history: later(() => import("#app/pages/history.js").then((module) => module.HistoryPage)),
  game: later(() => import("#app/pages/game.js").then((module) => module.GamePage)),
  go: later(() => import("#app/pages/go.js").then((module) => module.GoPage)),
  missing: Object.assign(Missing, { fetch: async () => true }),
};
/** ms after which the pages that people go to next are fetched, too. */
const SOON = 2000;

function Missing() {
  return html`<${Page} title=${t("missing.title")} narrow><p>${t("missing.text")}</p><p><a class="button-main" href="/">${t("ui.home")}</a></p></${Page}>`;
}

function Current() {
  const { page, id } = route.value;
  return html`<${PAGES[page]} key=${page === "go" ? hash.value : id} id=${id} />`;
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
  const first = PAGES[route.value.page].fetch();
  await Promise.all([speak(pick(kept ? [kept] : navigator.languages)), whoAmI(), first]);
  client.link.start();
  addEventListener("online", () => client.link.probe());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && client.link.probe());
  document.addEventListener("click", follow);
  addEventListener("error", (event) => {
    // a frame's measuring that goes on in the next one is no fault
    if (!event.message.startsWith("ResizeObserver loop")) unforeseen(event.error ?? event.message);
  });
  addEventListener("unhandledrejection", (event) => unforeseen(event.reason));
  effect(() => {
    if (client.stray.value) tell(client.stray.value);
  });
  effect(() => {
    if (client.build.value && client.build.value !== ownBuild) toast(t("ui.new_build"));
  });
  render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
  setTimeout(() => Promise.all([PAGES.new.fetch(), PAGES.table.fetch()]), SOON);
}

begin();
