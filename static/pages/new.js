// A new table: which game, its options, the table's own options.

import { post } from "#app/lib/api.js";
import { t } from "#app/lib/i18n.js";
import { complete } from "#app/lib/options.js";
import { linkTo } from "#app/lib/routes.js";
import { catalogue, go, loadCatalogue, me, tell } from "#app/ui/app.js";
import { OptionForm } from "#app/ui/form.js";
import { html } from "#app/ui/html.js";
import { NameForm } from "#app/ui/name.js";
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

/** Only what the set still knows. @param {OptionSet} set @param {Options} [given] */
function known(set, given = {}) {
  const fits = set.items.filter(({ key, type, values, low = 0, high = 0 }) => {
    const value = given[key];
    if (type === "choice") return value !== undefined && values?.includes(value);
    return typeof value === "number" && value >= low && value <= high;
  });
  return complete(set, Object.fromEntries(fits.map(({ key }) => [key, /** @type {any} */ (given[key])])));
}

/** @param {{games: GameInfo[], tableSet: OptionSet}} props */
function Form({ games, tableSet }) {
  const before = kept();
  const [game, setGame] = useState(games[0]);
  const [options, setOptions] = useState(() => (game ? known(game.options, before.options?.[game.key]) : {}));
  const [table, setTable] = useState(() => known(tableSet, before.table));
  const [busy, setBusy] = useState(false);
  if (!game) return null;
  const pickGame = (/** @type {GameInfo} */ other) => {
    setGame(other);
    setOptions(known(other.options, before.options?.[other.key]));
  };
  const create = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const answer = await post("/tables", { game: game.key, options, table });
    setBusy(false);
    if (!answer.ok) {
      tell(answer);
      return;
    }
    localStorage.setItem(KEPT, JSON.stringify({ options: { ...before.options, [game.key]: options }, table }));
    const { id, invite = "" } = /** @type {{id: string, invite?: string}} */ (answer.data);
    go(linkTo("", id, invite));
  };
  return html`<form class="new-form" onSubmit=${create}>
    ${
      games.length > 1 &&
      html`<div class="presets" role="group" aria-label=${t("new.game")}>${games.map(
        (other) =>
          html`<button key=${other.key} type="button" class="preset" aria-pressed=${other === game} onClick=${() => pickGame(other)}><strong>${t(`game.${other.key}`)}</strong></button>`,
      )}</div>`
    }
    <section class="panel"><h2>${t("new.rules", { game: t(`game.${game.key}`) })}</h2>
      <${OptionForm} set=${game.options} values=${options} change=${setOptions} /></section>
    <section class="panel"><h2>${t("new.table")}</h2>
      <${OptionForm} set=${tableSet} values=${table} change=${setTable} /></section>
    <div class="form-end"><button type="submit" class="button-main button-big" aria-busy=${busy}>${t("new.create")}</button></div>
  </form>`;
}

export function NewPage() {
  useEffect(() => {
    document.title = t("ui.title", { page: t("new.title") });
    loadCatalogue();
  }, []);
  const found = catalogue.value;
  if (me.value === null) {
    return html`<${Page} title=${t("new.title")} narrow><div class="panel"><${NameForm} done=${() => undefined} action=${t("name.take")} /></div></${Page}>`;
  }
  return html`<${Page} title=${t("new.title")} narrow>${found && html`<${Form} games=${found.games} tableSet=${found.table} />`}</${Page}>`;
}
