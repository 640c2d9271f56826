// What a person can set for himself: how cards are played, looks, motion, sound. Kept in this browser.

import { t } from "#app/lib/i18n.js";
import { SOUND_CLASSES } from "#app/lib/prefs.js";
import { Dialog } from "#app/ui/dialog.js";
import { html } from "#app/ui/html.js";
import { prefs, setSort, sortOf } from "#app/ui/prefs.js";
import { LangChoice } from "#app/ui/shell.js";
import { blocked, sample } from "#app/ui/sounds.js";

/** @typedef {import("#app/lib/prefs.js").Prefs} Prefs */

/**
 * One of a few, side by side.
 * @param {{name: string, values: readonly string[], value: string, label: string, word: (value: string) => string, choose: (value: string) => void}} props
 */
function Choice({ name, values, value, label, word, choose }) {
  return html`<fieldset class="set-row set-choice"><legend>${label}</legend>
    <div class="choices">${values.map(
      (one) =>
        html`<label key=${one} class="choice"><input type="radio" name=${`set-${name}`} checked=${one === value} onChange=${() => choose(one)} /><span>${word(one)}</span></label>`,
    )}</div></fieldset>`;
}

/** @param {{label: string, help?: string, on: boolean, turn: (on: boolean) => void}} props */
function Switch({ label, help, on, turn }) {
  return html`<label class="set-row set-switch"><input type="checkbox" role="switch" checked=${on} onChange=${(/** @type {Event} */ e) => turn(/** @type {HTMLInputElement} */ (e.target).checked)} />
    <span>${label}${help && html`<small class="quiet">${help}</small>`}</span></label>`;
}

/** @param {{p: Prefs}} props */
function SoundPart({ p }) {
  const set = (/** @type {Partial<Prefs>} */ more) => prefs.set(more);
  return html`<section aria-labelledby="set-sound"><h3 id="set-sound">${t("set.sound")}</h3>
    <${Switch} label=${t("set.sound.on")} on=${p.sound} turn=${(/** @type {boolean} */ on) => set({ sound: on })} />
    ${blocked.value && p.sound && html`<p class="help">${t("sound.blocked")}</p>`}
    <label class="set-row set-volume"><span>${t("set.volume")}</span>
      <input type="range" min="0" max="100" step="5" value=${p.volume} onInput=${(/** @type {Event} */ e) => set({ volume: Number(/** @type {HTMLInputElement} */ (e.target).value) })} onChange=${() => sample("turn")} /></label>
    <div class="set-classes" role="group" aria-label=${t("set.sound.which")}>${SOUND_CLASSES.map(
      (name) =>
        html`<${Switch} key=${name} label=${t(`set.sound.${name}`)} on=${!p.silent[name]} turn=${(
          /** @type {boolean} */ on,
        ) => {
          set({ silent: { ...p.silent, [name]: !on } });
          if (on) sample(name);
        }} />`,
    )}</div></section>`;
}

/** @param {{p: Prefs, game: string, sorts: readonly string[]}} props */
function PlayPart({ p, game, sorts }) {
  const set = (/** @type {Partial<Prefs>} */ more) => prefs.set(more);
  return html`<section aria-labelledby="set-play"><h3 id="set-play">${t("set.play")}</h3>
    <${Switch} label=${t("set.one_tap")} help=${t("set.one_tap.help")} on=${p.oneTap} turn=${(/** @type {boolean} */ on) => set({ oneTap: on })} />
    ${
      sorts.length > 1 &&
      html`<${Choice} name="sort" values=${sorts} value=${sortOf(game, sorts)} label=${t("set.sort")} word=${(/** @type {string} */ sort) => t(`${game}.sort.${sort}`)} choose=${(/** @type {string} */ sort) => setSort(game, sort)} />`
    }
    <${Choice} name="motion" values=${["none", "fast", "normal", "slow"]} value=${p.motion} label=${t("set.motion")} word=${(/** @type {string} */ v) => t(`set.motion.${v}`)} choose=${(/** @type {Prefs["motion"]} */ motion) => set({ motion })} />
    <div class="keys-part"><${Switch} label=${t("set.keys")} help=${t("set.keys.help")} on=${p.keys} turn=${(/** @type {boolean} */ on) => set({ keys: on })} /></div></section>`;
}

/** @param {{p: Prefs}} props */
function LooksPart({ p }) {
  const set = (/** @type {Partial<Prefs>} */ more) => prefs.set(more);
  return html`<section aria-labelledby="set-looks"><h3 id="set-looks">${t("set.looks")}</h3>
    <${Choice} name="theme" values=${["auto", "light", "dark"]} value=${p.theme} label=${t("set.theme")} word=${(/** @type {string} */ v) => t(`set.theme.${v}`)} choose=${(/** @type {Prefs["theme"]} */ theme) => set({ theme })} />
    <${Choice} name="pack" values=${["four", "two"]} value=${p.pack} label=${t("set.pack")} word=${(/** @type {string} */ v) => t(`set.pack.${v}`)} choose=${(/** @type {Prefs["pack"]} */ pack) => set({ pack })} />
    <${Switch} label=${t("set.letters")} help=${t("set.letters.help")} on=${p.letters} turn=${(/** @type {boolean} */ on) => set({ letters: on })} />
    <p class="set-row set-lang"><${LangChoice} /></p></section>`;
}

/** Settings; at a table with the orders of its game's hands. @param {{close: () => void, game?: string, sorts?: readonly string[]}} props */
export function SettingsDialog({ close, game = "", sorts = [] }) {
  const p = prefs.value;
  return html`<${Dialog} title=${t("set.title")} close=${close}>
    <div class="settings"><${PlayPart} p=${p} game=${game} sorts=${sorts} /><${LooksPart} p=${p} /><${SoundPart} p=${p} /></div>
  </${Dialog}>`;
}
