// A completed calypso: its thirteen cards, which the view has set aside at once, are shown once more, go together to
// what tells of completed ones, and the points fly to the score. Pictures only; they are taken away when they land.

import { HOLD_MS } from "#app/games/calypso/trick.js";
import { bonusSteps } from "#app/games/calypso/view.js";
import { number, t } from "#app/lib/i18n.js";
import { flyTo, glow, lively, rectOf, shownFor } from "#app/ui/motion.js";
import { useLayoutEffect, useRef } from "#hooks";

/** @typedef {import("#app/games/calypso/view.js").Game} Game */

const SWEEP_MS = 400;
const SCORE_MS = 800;

/** A picture of a full row over the one that begins anew. @param {Element} row */
function fullRow(row) {
  const picture = /** @type {HTMLElement} */ (row.cloneNode(true));
  for (const slot of picture.children) slot.className = "slot slot-full";
  picture.classList.add("row-full");
  picture.setAttribute("aria-hidden", "true");
  row.append(picture);
  return picture;
}

/** @param {Element} plate @param {number} points @param {Element | null} score where the side's points stand, where they are in view */
function flyPoints(plate, points, score) {
  const chip = document.createElement("span");
  chip.className = "points-chip";
  chip.textContent = t("calypso.plus", { points: number(points) });
  plate.append(chip);
  const done = () => {
    chip.remove();
    glow(score);
  };
  flyTo(chip, rectOf(score) ?? rectOf(plate.querySelector(".plate-name")), { ms: SCORE_MS, delay: 0, done });
}

/** Where the points of a chair's side stand, if that is in view. @param {number} chair */
const scoreOf = (chair) =>
  [...document.querySelectorAll(`.table-main, .table-side`)]
    .flatMap((part) => [...part.querySelectorAll(`[data-chairs~="${chair}"] .score`)])
    .find((score) => score.getClientRects().length > 0) ?? null;

/** @param {number} chair @param {number} points */
function celebrate(chair, points) {
  const plate = document.querySelector(`.mat .plate[data-chair="${chair}"]`);
  const row = plate?.querySelector(".calypso-row");
  const count = plate?.querySelector(".fact-done") ?? null;
  if (!plate || !row) return;
  if (!lively()) {
    glow(count);
    return;
  }
  const picture = fullRow(row);
  const swept = () => {
    picture.remove();
    glow(count);
    flyPoints(plate, points, scoreOf(chair));
  };
  setTimeout(() => flyTo(picture, rectOf(count), { ms: SWEEP_MS, delay: 0, done: swept }), shownFor(HOLD_MS));
}

/** @param {Game} g @param {boolean} live */
export function useCompletions(g, live) {
  const before = useRef(g);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = g;
    if (!live || was.round !== g.round) return;
    for (const [chair, done] of Object.entries(g.done)) {
      if (done <= (was.done[chair] ?? 0)) continue;
      celebrate(Number(chair), bonusSteps(done).at(-1) ?? 0);
    }
  }, [g.done]);
}
