// A game told in three minutes, as its own module tells it.

import { t } from "#app/lib/i18n.js";
import { catalogue, gameModule, loadCatalogue } from "#app/ui/app.js";
import { gameNow, opening, practice, quick } from "#app/ui/doors.js";
import { GameChoice } from "#app/ui/gamechoice.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { useNamed } from "#app/ui/named.js";
import { Page } from "#app/ui/shell.js";
import { useEffect, useState } from "#hooks";

/** @typedef {import("#app/types/app.d.ts").GameClient} GameClient */

/** @returns {GameClient | null} */
function useChosen() {
  const [game, setGame] = useState(/** @type {GameClient | null} */ (null));
  const key = catalogue.value ? gameNow() : "";
  useEffect(() => {
    loadCatalogue();
    if (key) gameModule(key).then((found) => setGame(() => found));
  }, [key]);
  return game;
}

export function LearnPage() {
  const game = useChosen();
  const { named, asking } = useNamed();
  const title = game ? t("learn.title", { game: t(`game.${game.key}`) }) : "";
  useEffect(() => {
    if (title) document.title = t("ui.title", { page: title });
  }, [title]);
  if (!game) return html`<${Page} narrow><p class="quiet boot">${t("table.loading")}</p></${Page}>`;
  return html`<${Page} title=${title} narrow>
    <${GameChoice} />
    <p class="lead">${t("learn.lead")}</p>
    <${game.Learn} />
    <section class="learn-end"><h2>${t("learn.end")}</h2><p>${t("learn.end_text")}</p>
      <p class="row">
        <button type="button" class="button-main button-big" aria-busy=${opening.value === "practice"} onClick=${() => named(practice)}><${Icon} name="bot" />${t("door.practice")}</button>
        <button type="button" class="button button-big" aria-busy=${opening.value === "quick"} onClick=${() => named(quick)}><${Icon} name="play" />${t("door.quick")}</button>
      </p></section>
    ${asking}
  </${Page}>`;
}
