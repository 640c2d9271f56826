// The levels of a game's bots: what they are called, and in a sentence how they think.

import { has, t } from "#app/lib/i18n.js";
import { html } from "#app/ui/html.js";

/** A level of a newer server has its bare name. @param {string} level */
export const levelName = (level) => (has(`level.${level}`) ? t(`level.${level}`) : level);

/** How it thinks; "" where nobody has said. @param {string} game @param {string} level */
export const levelHelp = (game, level) => (has(`level.${game}.${level}`) ? t(`level.${game}.${level}`) : "");

/** What a button says that brings a bot of some level. @param {{text: string, game: string, level: string}} props */
export function LevelText({ text, game, level }) {
  const help = levelHelp(game, level);
  return html`<span class="level-text"><span>${text}</span>${help && html`<small>${help}</small>`}</span>`;
}

/** Which of the levels, where there are several. @param {{levels: readonly string[], level: string, game: string, choose: (level: string) => void}} props */
export function LevelChoice({ levels, level, game, choose }) {
  if (levels.length < 2) return null;
  const help = levelHelp(game, level);
  return html`<label class="level-choice"><span class="unseen">${t("level.choice")}</span>
    <select value=${level} onChange=${(/** @type {Event} */ e) => choose(/** @type {HTMLSelectElement} */ (e.target).value)}>
      ${levels.map((one) => html`<option key=${one} value=${one} selected=${one === level}>${levelName(one)}</option>`)}
    </select></label>
    ${help && html`<p class="level-help quiet" aria-live="polite">${help}</p>`}`;
}
