// The action bar: the sentence that says what to do, and a button for each thing that can be done.

import { deedsOf, endsWith } from "#app/games/canasta/deeds.js";
import { drawn, prompt } from "#app/games/canasta/lines.js";
import { lift } from "#app/games/canasta/piles.js";
import { groupLack, total } from "#app/games/canasta/staging.js";
import { gameOf, ownOf } from "#app/games/canasta/view.js";
import { has } from "#app/lib/i18n.js";
import { ActionBar } from "#app/ui/actionbar.js";
import { html } from "#app/ui/html.js";
import { Rich, spoken } from "#app/ui/rich.js";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/games/canasta/tray-state.js").Tray} Tray
 * @typedef {import("#app/games/canasta/deeds.js").Deed} Deed
 */

/** @param {Deed} deed @param {number} n how many cards are drawn @returns {import("#app/types/app.d.ts").Line} */
const lineOf = ({ name, card }, n) => ({
  key: `canasta.ui.do.${name}${card && name === "out" ? "_card" : ""}`,
  ...(card && { vars: { card: { card } } }),
  ...(name === "draw" && { vars: { n } }),
});

/** @param {{tray: Tray, deed: Deed, n: number}} props `n`: cards that are drawn in a turn */
function DeedButton({ tray, deed, n }) {
  const { name, card, cmd, main } = deed;
  /** @param {MouseEvent} event */
  const press = (event) => {
    const element = /** @type {Element} */ (event.currentTarget);
    if (name === "stage_take") tray.takePile(element);
    else if (name === "stage_out") tray.planOut();
    else if (cmd) {
      if (card)
        lift(
          card,
          document.querySelector(".hand .held-raised") ?? document.querySelector(`.hand [data-card="${card}"]`),
        );
      tray.send(cmd, document.querySelector(name === "discard" ? ".hand .held-raised" : ".tray") ?? element);
    }
  };
  const line = lineOf(deed, n);
  const short = has(`${line.key}.short`) ? `${line.key}.short` : "";
  return html`<button type="button" class=${`${main ? "button-main" : "button"} play-button deed-${name}`} aria-label=${spoken(line)} aria-busy=${tray.busy ? "true" : undefined} onClick=${press}>${short ? html`<span class="wide-text"><${Rich} line=${line} /></span><span class="narrow-only" aria-hidden="true"><${Rich} line=${{ ...line, key: short }} /></span>` : html`<${Rich} line=${line} />`}</button>`;
}

/** @param {Sitting} sitting @param {Tray} tray */
function deedsNow(sitting, tray) {
  const [own, { groups, may, rest, selected }] = [ownOf(sitting), tray];
  const ends = endsWith(may, groups, rest);
  const enough = total(gameOf(sitting.public), groups) >= (own.need ?? 0);
  const ready = enough && groups.every((group) => !groupLack(own, group, ends).what);
  return deedsOf({ may, own, tray: groups, rest, selected, ready });
}

/** @param {{sitting: Sitting, tray: Tray}} props */
export function Actions({ sitting, tray }) {
  if (sitting.controls) return html`${sitting.controls}`;
  const deeds = tray.active ? deedsNow(sitting, tray) : [];
  return html`<${ActionBar} message=${sitting.message ?? prompt(sitting)} explain=${sitting.explain} remark=${sitting.remark}>
    ${deeds.length > 0 && html`<div class="deeds">${deeds.map((deed) => html`<${DeedButton} key=${deed.name} tray=${tray} deed=${deed} n=${drawn(sitting.public)} />`)}</div>`}
    <span class="action-tools">${sitting.tools}</span>
  </${ActionBar}>`;
}
