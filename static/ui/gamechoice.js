// Which of several games is meant: by the doors of the first page, and by the rules.
import { t } from "#app/lib/i18n.js";
import { catalogue } from "#app/ui/app.js";
import { choose, gameNow } from "#app/ui/doors.js";
import { html } from "#app/ui/html.js";

export function GameChoice() {
  const games = catalogue.value?.games ?? [];
  if (games.length < 2) return null;
  return html`<fieldset class="choices door-games"><legend class="unseen">${t("door.game")}</legend>
    ${games.map(
      ({ key }) =>
        html`<label key=${key} class="choice"><input type="radio" name="game" checked=${key === gameNow()} onChange=${() => choose(key)} /><span>${t(`game.${key}`)}</span></label>`,
    )}</fieldset>`;
}
