// The action bar: the sentence that says what to do, and a button for each thing that can be done.

import { deedsOf, ready } from "#app/games/canasta/deeds.js";
import { drawn, prompt, taking } from "#app/games/canasta/lines.js";
import { lift } from "#app/games/canasta/piles.js";
import { toHand } from "#app/games/canasta/tray.js";
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
    toHand(event); // the button goes with what it has done
  };
  const line = lineOf(deed, n);
  const short = has(`${line.key}.short`) ? `${line.key}.short` : "";
  return html`<button type="button" class=${`${main ? "button-main" : "button"} play-button deed-${name}`} aria-label=${spoken(line)} aria-busy=${tray.busy ? "true" : undefined} onClick=${press}>${short ? html`<span class="wide-text"><${Rich} line=${line} /></span><span class="narrow-only" aria-hidden="true"><${Rich} line=${{ ...line, key: short }} /></span>` : html`<${Rich} line=${line} />`}</button>`;
}

/** @param {{sitting: Sitting, tray: Tray}} props */
export function Actions({ sitting, tray }) {
  if (sitting.controls) return html`${sitting.controls}`;
  const { groups, may, rest, selected } = tray;
  const own = ownOf(sitting);
  const good = ready(gameOf(sitting.public), own, may, groups, rest);
  const deeds = tray.active ? deedsOf({ may, own, tray: groups, rest, selected, ready: good }) : [];
  const takes = deeds.some(({ name }) => name === "take");
  const message = sitting.message ?? (takes && !tray.busy ? taking(good) : prompt(sitting));
  return html`<${ActionBar} message=${message} explain=${sitting.explain} remark=${sitting.remark}>
    ${deeds.length > 0 && html`<div class="deeds">${deeds.map((deed) => html`<${DeedButton} key=${deed.name} tray=${tray} deed=${deed} n=${drawn(sitting.public)} />`)}</div>`}
    <span class="action-tools">${sitting.tools}</span>
  </${ActionBar}>`;
}
