// The frame of every page but the table: the head with the way home, my name, the language.

import { Suit } from "#app/cards/suits.js";
import { LANG_NAMES, LANGS, lang, t } from "#app/lib/i18n.js";
import { lessonOf } from "#app/lib/routes.js";
import { chooseLang, me } from "#app/ui/app.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { later } from "#app/ui/later.js";
import { NameDialog } from "#app/ui/name.js";
import { WayBack } from "#app/ui/wayback.js";
import { useState } from "#hooks";

/** Brings the library that draws QR codes, which few need. */
export const HandoffDialog = later(() => import("#app/ui/handoff.js").then((module) => module.HandoffDialog));

export function LangChoice() {
  return html`<label class="lang">
    <${Icon} name="globe" />
    <span class="unseen">${t("ui.language")}</span>
    <select value=${lang.value} onChange=${(/** @type {Event} */ e) => chooseLang(/** @type {any} */ (/** @type {HTMLSelectElement} */ (e.target).value))}>
      ${LANGS.map((l) => html`<option key=${l} value=${l} selected=${l === lang.value} lang=${l}>${LANG_NAMES[l]}</option>`)}
    </select>
  </label>`;
}

export function Brand() {
  return html`<a class="brand" href="/">
    <span class="brand-suits" aria-hidden="true">${["S", "H", "D", "C"].map((s) => html`<${Suit} key=${s} suit=${s} />`)}</span>
    <span>Calypso Tables</span>
  </a>`;
}

/** @param {{title?: string, children?: import("./html.js").Children, narrow?: boolean, table?: string, game?: string}} props `table`: whose page this is, and its game */
export function Page({ title, children, narrow, table, game }) {
  const [open, setOpen] = useState(/** @type {"" | "name" | "handoff"} */ (""));
  const close = () => setOpen("");
  return html`<div class="page">
    <header class="top">
      <${Brand} />
      <nav class="top-nav" aria-label=${t("ui.pages")}>
        <a class="wide-only" href=${game ? lessonOf(game) : "/learn"}><${Icon} name="book" />${t("learn.link")}</a>
        ${me.value && html`<a href="/history"><${Icon} name="history" /><span class="wide-text">${t("history.title")}</span></a>`}
        ${
          me.value &&
          html`<button type="button" class="button-quiet" onClick=${() => setOpen("name")} aria-label=${t("name.change", { name: me.value.name })}>
            <${Icon} name="person" /><span class="me-name">${me.value.name}</span>
          </button>`
        }
        <${LangChoice} />
      </nav>
    </header>
    <${WayBack} but=${table} />
    <main class=${narrow ? "main main-narrow" : "main"}>
      ${title && html`<h1>${title}</h1>`}
      ${children}
    </main>
    ${open === "name" && html`<${NameDialog} close=${close} handOff=${() => setOpen("handoff")} />`}
    ${open === "handoff" && html`<${HandoffDialog} close=${close} />`}
  </div>`;
}
