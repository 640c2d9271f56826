// The list of tables that one may join, and its filters.

import { t } from "#app/lib/i18n.js";
import { inOrder, NO_FILTERS, passes } from "#app/lib/lobby.js";
import { catalogue, client } from "#app/ui/app.js";
import { html } from "#app/ui/html.js";
import { TableCard } from "#app/ui/listing.js";
import { useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Listing} Listing
 * @typedef {import("#app/lib/lobby.js").Filters} Filters
 */

/** Each filter with what it can be narrowed to. @type {readonly [keyof Filters, string[]][]} */
const FILTERS = [
  ["seats", ["free", "bot"]],
  ["clock", ["live", "days", "untimed"]],
  ["rated", ["friendly", "rated"]],
];

const KEPT = "lobby-filters";

/** @returns {Filters} */
function kept() {
  try {
    return { ...NO_FILTERS, ...JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") };
  } catch {
    return NO_FILTERS;
  }
}

/** @param {{filters: Filters, change: (filters: Filters) => void}} props */
function FilterBar({ filters, change }) {
  const games = catalogue.value?.games.map(({ key }) => key) ?? [];
  /** @param {keyof Filters} key @param {string[]} values @param {(value: string) => string} word */
  const field = (key, values, word) => html`<div key=${key} class="filter">
    <label for=${`lobby-${key}`}>${t(`lobby.${key}`)}</label>
    <select id=${`lobby-${key}`} value=${filters[key]} onChange=${(/** @type {Event} */ e) => change({ ...filters, [key]: /** @type {HTMLSelectElement} */ (e.target).value })}>
      ${["", ...values].map((value) => html`<option key=${value} value=${value} selected=${value === filters[key]}>${value ? word(value) : t("lobby.any")}</option>`)}
    </select>
  </div>`;
  return html`<div class="filters" role="group" aria-label=${t("lobby.filters")}>
    ${games.length > 1 && field("game", games, (value) => t(`game.${value}`))}
    ${FILTERS.map(([key, values]) => field(key, values, (value) => t(`lobby.${key}.${value}`)))}
  </div>`;
}

/** @param {{tables: Listing[], named: (then: () => void) => void}} props */
function Tables({ tables, named }) {
  return html`<ul class="table-list">${tables.map((listing) => html`<${TableCard} key=${listing.id} listing=${listing} named=${named} />`)}</ul>`;
}

/** @param {{but: Set<string>, named: (then: () => void) => void}} props `but`: shown elsewhere */
export function Lobby({ but, named }) {
  const [filters, setFilters] = useState(kept);
  const change = (/** @type {Filters} */ to) => {
    sessionStorage.setItem(KEPT, JSON.stringify(to));
    setFilters(to);
  };
  const all = [...(client.lobby.value?.values() ?? [])].filter(({ id }) => !but.has(id));
  const shown = inOrder(all.filter((listing) => passes(listing, filters)));
  return html`<section class="lobby" aria-labelledby="open-tables">
    <div class="lobby-head"><h2 id="open-tables">${t("lobby.title")}</h2>
      ${all.length > 0 && html`<${FilterBar} filters=${filters} change=${change} />`}</div>
    ${shown.length > 0 && html`<${Tables} tables=${shown} named=${named} />`}
    ${!all.length && html`<div class="empty"><p><strong>${t("lobby.none")}</strong></p><p>${t("lobby.none_text")}</p></div>`}
    ${
      all.length > 0 &&
      !shown.length &&
      html`<div class="empty"><p>${t("lobby.none_fit")}</p><button type="button" class="button" onClick=${() => change(NO_FILTERS)}>${t("lobby.show_all")}</button></div>`
    }
  </section>`;
}
