// The table: the others in their order above, stock and pile, what each side has laid down, oneself and the hand below.

import { Actions } from "#app/games/canasta/actions.js";
import { Hand } from "#app/games/canasta/hand.js";
import { remember } from "#app/games/canasta/last.js";
import { Side } from "#app/games/canasta/melds.js";
import { Piles } from "#app/games/canasta/piles.js";
import { Plate, SittingOut } from "#app/games/canasta/plate.js";
import { Question, questioned, told } from "#app/games/canasta/question.js";
import { sideFor } from "#app/games/canasta/sides.js";
import { useSideways } from "#app/games/canasta/sideways.js";
import { StagingTray } from "#app/games/canasta/tray.js";
import { useTray } from "#app/games/canasta/tray-state.js";
import { chairOf, chairsOf, gameOf, ownOf, ringOf, sidesOf } from "#app/games/canasta/view.js";
import { cls, html } from "#app/ui/html.js";
import { useMore } from "#app/ui/more.js";
import { flyFrom, rectOf } from "#app/ui/motion.js";
import { useEffect, useLayoutEffect, useRef } from "#hooks";

/** @typedef {import("#app/types/app.d.ts").Sitting} Sitting */

const DEALER_MS = 600;

/** The dealer's mark goes from one plate to the next. @param {number} dealer chair @param {boolean} live */
function useDealer(dealer, live) {
  const last = useRef(/** @type {DOMRect | null} */ (null));
  useLayoutEffect(() => {
    const mark = document.querySelector(".mat .dealer");
    if (!(mark instanceof HTMLElement)) return;
    const here = rectOf(mark);
    if (live) flyFrom(mark, last.current, DEALER_MS);
    last.current = here;
  }, [dealer]);
}

/** @param {{sitting: Sitting}} props */
export function Table({ sitting }) {
  const g = gameOf(sitting.public);
  const tray = useTray(sitting);
  const mat = useMore("mat-more"); // what is one's own lies over its lower end
  const [table, sideways] = useSideways();
  const mine = chairOf(g, sitting.seat);
  const ring = ringOf(g, mine);
  const others = mine < 0 ? ring : ring.slice(1);
  const sides = sidesOf(g, mine);
  const ours = sideFor(sitting);
  const rivals = sides.filter((side) => side !== ours);
  useDealer(g.dealer, sitting.live);
  useEffect(() => remember(sitting), [g.hands]);
  const shown = sitting.mine || !sitting.live;
  const hand = shown && ownOf(sitting).hand !== undefined;
  const asked = questioned(sitting, tray);
  const part = asked ? Question : tray.active && StagingTray;
  const prepared = part && html`<${part} sitting=${sitting} tray=${tray} />`;
  const beside = hand && sitting.live && sideways;
  return html`<div ref=${table} class=${cls("canasta", `canasta-sides-${sides.length}`, `canasta-seats-${chairsOf(g).length}`, !hand && "canasta-watch", !sitting.live && "canasta-review", beside && "canasta-beside")}>
    <div class="mat" ref=${mat}>
      <div class="players">${others.map((chair) => html`<${Plate} key=${chair} sitting=${sitting} chair=${chair} mine=${mine} ours=${ours} />`)}<${SittingOut} sitting=${sitting} /></div>
      <${Piles} sitting=${sitting} tray=${tray} />
      <div class="rivals">${rivals.map((side) => html`<${Side} key=${side} sitting=${sitting} tray=${tray} side=${side} own=${false} />`)}</div>
      <div class="near">
        ${ours >= 0 && html`<div class="ours"><${Side} key=${ours} sitting=${sitting} tray=${tray} side=${ours} own /></div>`}
        <div class="own-row">
          ${mine >= 0 && html`<${Plate} key=${mine} sitting=${sitting} chair=${mine} mine=${mine} ours=${ours} />`}
          ${!beside && prepared}
        </div>
      </div>
      ${sitting.notices}
    </div>
    <div class="doing">
      <${Actions} sitting=${asked ? told(sitting) : sitting} tray=${tray} />
      ${beside && html`<div class="beside">${prepared}</div>`}
      ${hand && html`<${Hand} sitting=${sitting} tray=${tray} />`}
    </div>
  </div>`;
}
