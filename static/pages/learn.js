// A game told in three minutes, as its own module tells it.

import { t } from "#app/lib/i18n.js";
import { lessonOf } from "#app/lib/routes.js";
import { catalogue, gameModule, loadCatalogue, route } from "#app/ui/app.js";
import { choose, gameNow, opening, practice, quick } from "#app/ui/doors.js";
import { GameChoice } from "#app/ui/gamechoice.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { useNamed } from "#app/ui/named.js";
import { Page } from "#app/ui/shell.js";
import { useEffect, useState } from "#hooks";

/** @typedef {import("#app/types/app.d.ts").GameClient} GameClient */

/** The game that is told: the address may name it, and does as soon as it is chosen. @param {string} id @returns {GameClient | null} */
function useChosen(id) {
  const [game, setGame] = useState(/** @type {GameClient | null} */ (null));
  const [asked, setAsked] = useState(false);
  const key = asked ? gameNow() : "";
  useEffect(() => {
    loadCatalogue().then(() => {
      if (catalogue.value?.games.some((one) => one.key === id)) choose(id);
      setAsked(true);
    });
  }, [id]);
  useEffect(() => {
    if (key) gameModule(key).then((found) => setGame(() => found));
  }, [key]);
  useEffect(() => {
    if (key) history.replaceState(null, "", lessonOf(key));
  }, [key, route.value]);
  return game;
}

/** @param {{id: string}} props a game, "" for the one chosen last */
export function LearnPage({ id }) {
  const game = useChosen(id);
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
