// The review's buttons: stepping, and from where one looks.
import { t, wordIn } from "#app/lib/i18n.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";

/** @typedef {import("#app/pages/game.js").View} View */

const STEPS = /** @type {const} */ ([
  ["first", "Home"],
  ["backTwo", "["],
  ["back", "←"],
  ["forth", "→"],
  ["forthTwo", "]"],
  ["last", "End"],
]);

/** @param {{moves: Record<string, () => void>, playing: boolean, toggle: () => void, at: number, last: number, game: string, go: (to: number) => void, children?: import("#app/ui/html.js").Children}} props */
export function Controls({ moves, playing, toggle, at, last, game, go, children }) {
  const button = (
    /** @type {typeof STEPS[number]} */ [name, key],
  ) => html`<button key=${name} type="button" class="button-plain step" onClick=${moves[name]} aria-label=${wordIn(game, `review.${name}`)} title=${t("review.with_key", { what: wordIn(game, `review.${name}`), key })}>
    <${Icon} name=${name} /></button>`;
  return html`<div class="action-bar controls" role="group" aria-label=${t("review.steps")}>
    ${STEPS.slice(0, 3).map(button)}
    <button type="button" class="button-main step" onClick=${toggle} aria-label=${t(playing ? "review.pause" : "review.play")}><${Icon} name=${playing ? "pause" : "play"} /></button>
    ${STEPS.slice(3).map(button)}
    <input type="range" class="slider" min="0" max=${last} value=${at} aria-label=${t("review.slider")} onInput=${(/** @type {Event} */ e) => go(Number(/** @type {HTMLInputElement} */ (e.target).value))} />
    <span class="quiet slider-text">${t("review.at", { at, last })}</span>
    ${children}
  </div>`;
}

/** @param {{seats: number[], nameOf: (seat: number) => string, view: View, change: (view: View) => void}} props */
export function Viewpoint({ seats, nameOf, view, change }) {
  return html`<fieldset class="viewpoint">
    <legend>${t("review.viewpoint")}</legend>
    <label class="viewpoint-seat"><span class="unseen">${t("review.seat")}</span>
      <select value=${view.seat} onChange=${(/** @type {Event} */ e) => change({ ...view, seat: Number(/** @type {HTMLSelectElement} */ (e.target).value), watch: false })}>
        ${seats.map((seat) => html`<option key=${seat} value=${seat} selected=${seat === view.seat}>${t("review.seat_of", { n: seat + 1, name: nameOf(seat) })}</option>`)}
      </select></label>
    <div class="choices">
      <label class="choice"><input type="radio" name="viewpoint" checked=${!view.open && !view.watch} onChange=${() => change({ ...view, open: false, watch: false })} /><span>${t("review.own")}</span></label>
      <label class="choice"><input type="radio" name="viewpoint" checked=${view.open} onChange=${() => change({ ...view, open: true, watch: false })} /><span>${t("review.open")}</span></label>
      <label class="choice"><input type="radio" name="viewpoint" checked=${view.watch} onChange=${() => change({ ...view, open: false, watch: true })} /><span>${t("review.watch")}</span></label>
    </div>
  </fieldset>`;
}
