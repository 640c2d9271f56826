// A new table: which game, what kind of table, its rules.

import { t } from "#app/lib/i18n.js";
import { known } from "#app/lib/options.js";
import { catalogue, loadCatalogue } from "#app/ui/app.js";
import { choose, gameNow, make, opening } from "#app/ui/doors.js";
import { OptionForm } from "#app/ui/form.js";
import { html } from "#app/ui/html.js";
import { useNamed } from "#app/ui/named.js";
import { Page } from "#app/ui/shell.js";
import { useEffect, useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").GameInfo} GameInfo
 * @typedef {import("#app/types/app.d.ts").OptionSet} OptionSet
 * @typedef {import("#app/types/app.d.ts").Options} Options
 */

const KEPT = "new-table";

/** What was chosen the last time. @returns {{options?: Record<string, Options>, table?: Options}} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/** What was chosen the last time, at first the first preset. @param {OptionSet} set @param {Options} [before] */
const begin = (set, before) => known(set, before ?? Object.values(set.presets ?? {})[0]);

/** @param {{games: GameInfo[], game: GameInfo}} props */
function Games({ games, game }) {
  if (games.length < 2) return null;
  return html`<div class="presets" role="group" aria-label=${t("new.game")}>${games.map(
    (other) =>
      html`<button key=${other.key} type="button" class="preset" aria-pressed=${other === game} onClick=${() => choose(other.key)}><strong>${t(`game.${other.key}`)}</strong></button>`,
  )}</div>`;
}

/** @param {{games: GameInfo[], game: GameInfo, tableSet: OptionSet}} props */
function Form({ games, game, tableSet }) {
  const before = kept();
  const [options, setOptions] = useState(() => begin(game.options, before.options?.[game.key]));
  const [table, setTable] = useState(() => begin(tableSet, before.table));
  const { named, asking } = useNamed();
  const create = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    named(async () => {
      if (!(await make("new", "/tables", { game: game.key, options, table }))) return;
      localStorage.setItem(KEPT, JSON.stringify({ options: { ...before.options, [game.key]: options }, table }));
    });
  };
  return html`<form class="new-form" onSubmit=${create}>
    <${Games} games=${games} game=${game} />
    <section class="panel" aria-labelledby="new-table"><h2 id="new-table">${t("new.table")}</h2>
      <${OptionForm} set=${tableSet} values=${table} change=${setTable} /></section>
    <section class="panel" aria-labelledby="new-rules"><h2 id="new-rules">${t("new.rules", { game: t(`game.${game.key}`) })}</h2>
      <${OptionForm} set=${game.options} values=${options} change=${setOptions} /></section>
    <div class="form-end"><button type="submit" class="button-main button-big" aria-busy=${opening.value === "new"}>${t("new.create")}</button></div>
  </form>${asking}`;
}

export function NewPage() {
  useEffect(() => {
    document.title = t("ui.title", { page: t("new.title") });
    loadCatalogue();
  }, []);
  const found = catalogue.value;
  const game = found?.games.find(({ key }) => key === gameNow());
  return html`<${Page} title=${t("new.title")} narrow><p class="lead">${t("new.lead")}</p>
    ${found && game && html`<${Form} key=${game.key} games=${found.games} game=${game} tableSet=${found.table} />`}</${Page}>`;
}
