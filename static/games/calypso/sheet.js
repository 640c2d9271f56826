// The score sheet, line by line: calypsos by the ladder of bonuses, cards in the row, cards in the pile, sums of sides.

import { SuitBadge } from "#app/cards/suits.js";
import { Claims } from "#app/games/calypso/claims.js";
import { CeremonyResult } from "#app/games/calypso/drawn.js";
import { Ranking, ranksOf } from "#app/games/calypso/ranking.js";
import {
  bonusOf,
  bonusSteps,
  chairOf,
  gameOf,
  isSolo,
  PILE_POINTS,
  ROW_POINTS,
  rounds,
  running,
  seatOf,
  sidesOf,
} from "#app/games/calypso/view.js";
import { number, t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { useLayoutEffect, useRef } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/games/calypso/view.js").Game} Game
 * @typedef {ReturnType<typeof running>} Line
 * @typedef {{round: number, finished: boolean, line: (chair: number) => Line}} Round
 */

/** 500 + 750 = 1,250. @param {number} done */
function bonusText(done) {
  if (!done) return number(0);
  const steps = bonusSteps(done);
  const sum = number(steps.reduce((a, b) => a + b, 0));
  return done > 1 ? t("calypso.sheet.sum", { steps: steps.map(number).join(" + "), sum }) : sum;
}

/** 8 × 20 = 160. @param {number} count @param {number} each */
const timesText = (count, each) => t("calypso.sheet.times", { count, each, sum: count * each });

const unknown = () => t("calypso.sheet.unknown");

/**
 * The lines of a round; `short` where there is no room for the sum.
 * @type {Array<{key: string, cell: (line: Line) => string, short: (line: Line) => string}>}
 */
const LINES = [
  { key: "done", cell: (line) => bonusText(line.done), short: (line) => number(bonusOf(line.done)) },
  { key: "row", cell: (line) => timesText(line.row, ROW_POINTS), short: (line) => number(line.row * ROW_POINTS) },
  {
    key: "pile",
    cell: (line) => (line.known ? timesText(line.pile, PILE_POINTS) : unknown()),
    short: (line) => (line.known ? number(line.pile * PILE_POINTS) : unknown()),
  },
];

/** What claims have cost, where anybody has been charged. @type {typeof LINES[number]} */
const PENALTY = {
  key: "penalty",
  cell: (line) => number(-(line.penalty ?? 0) || 0),
  short: (line) => number(-(line.penalty ?? 0) || 0),
};

/** @param {Round} round @param {number[]} chairs */
const sideSum = (round, chairs) => chairs.reduce((sum, chair) => sum + round.line(chair).points, 0);

/** @param {{sitting: Sitting, g: Game, sides: number[][]}} props */
function Head({ sitting, g, sides }) {
  return html`<thead><tr><td></td>${sides.map((chairs, i) =>
    chairs.map(
      (chair, j) => html`<th key=${chair} scope="col" class=${cls(i > 0 && j === 0 && "side-edge")}>
        <span class="sheet-who"><${SuitBadge} suit=${g.trumps.charAt(chair)} label=${t(`suit.${g.trumps.charAt(chair)}`)} /><span title=${sitting.nameOf(seatOf(g, chair))}>${sitting.nameOf(seatOf(g, chair))}</span></span></th>`,
    ),
  )}</tr></thead>`;
}

/** @param {{round: Round, sides: number[][], many: boolean}} props */
function Body({ round, sides, many }) {
  const cells = (/** @type {(line: Line) => string} */ cell, /** @type {(line: Line) => string} */ short) =>
    sides.map((chairs, i) =>
      chairs.map((chair, j) => {
        const line = round.line(chair);
        return html`<td key=${chair} class=${cls(i > 0 && j === 0 && "side-edge")}><span class="sheet-long">${cell(line)}</span><span class="sheet-brief">${short(line)}</span></td>`;
      }),
    );
  const points = (/** @type {Line} */ line) => number(line.points);
  return html`<tbody>
    ${many && html`<tr class="sheet-round"><th scope="rowgroup" colspan=${sides.flat().length + 1}>${t(round.finished ? "calypso.sheet.round" : "calypso.sheet.round_running", { n: round.round + 1 })}</th></tr>`}
    ${[...LINES, ...(sides.flat().some((chair) => round.line(chair).penalty) ? [PENALTY] : [])].map(({ key, cell, short }) => html`<tr key=${key}><th scope="row"><span class="sheet-long">${t(`calypso.sheet.${key}`)}</span><span class="sheet-brief">${t(`calypso.sheet.${key}_short`)}</span></th>${cells(cell, short)}</tr>`)}
    <tr class="sheet-points"><th scope="row">${t("calypso.sheet.points")}</th>${cells(points, points)}</tr>
    ${
      (sides[0]?.length ?? 1) > 1 &&
      html`<tr class="sheet-side"><th scope="row">${t("calypso.sheet.side")}</th>${sides.map((chairs, i) => html`<td key=${i} colspan=${chairs.length} class=${cls(i > 0 && "side-edge")}>${number(sideSum(round, chairs))}</td>`)}</tr>`
    }
  </tbody>`;
}

/** Sums are written out where the table has room for them: that depends on words, names and bonuses, so it is measured. */
function useShortForm() {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const measure = () => {
      const element = box.current;
      element?.classList.remove("sheet-short");
      element?.classList.toggle("sheet-short", element.scrollWidth > element.clientWidth + 1);
    };
    measure();
    const frame = requestAnimationFrame(measure); // a dialog around it opens only after this
    addEventListener("resize", measure);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("resize", measure);
    };
  });
  return box;
}

/** Sums of all rounds, and places where everybody plays for oneself. @param {{sitting: Sitting, g: Game, sides: number[][], all: Round[]}} props */
function Foot({ sitting, g, sides, all }) {
  const several = Number(sitting.public.options.rounds ?? 1) > 1;
  const places = isSolo(g) ? ranksOf(sitting) : [];
  const edge = (/** @type {number} */ i) => cls(i > 0 && "side-edge");
  const total = (/** @type {number[]} */ chairs) => number(all.reduce((sum, round) => sum + sideSum(round, chairs), 0));
  return html`<tfoot>
    ${several && html`<tr class="sheet-total"><th scope="row">${t("calypso.sheet.total")}</th>${sides.map((chairs, i) => html`<td key=${i} colspan=${chairs.length} class=${edge(i)}>${total(chairs)}</td>`)}</tr>`}
    ${
      places.length > 0 &&
      html`<tr class="sheet-place"><th scope="row">${t("calypso.sheet.place")}</th>${sides.flat().map((chair, i) => {
        const { place, shared } = places.find((rank) => rank.chair === chair) ?? { place: 0, shared: false };
        return html`<td key=${chair} class=${edge(i)}><span class=${cls("place", place === 1 && "place-first")} aria-hidden=${shared}>${number(place)}</span>${shared && html`<span class="unseen">${t("calypso.sheet.shared", { place })}</span>`}</td>`;
      })}</tr>`
    }
  </tfoot>`;
}

/** @param {{sitting: Sitting, brief?: boolean}} props */
export function Sheet({ sitting, brief = false }) {
  const g = gameOf(sitting.public);
  const sides = sidesOf(g, chairOf(g, sitting.seat));
  const all = /** @type {Round[]} */ (rounds(g));
  const shown = brief ? all.filter((round) => round.round === g.round) : all;
  const several = Number(sitting.public.options.rounds ?? 1) > 1;
  const box = useShortForm();
  if (g.round < 0) return html`<${CeremonyResult} sitting=${sitting} />`;
  return html`<div ref=${box} class="sheet-scroll" tabindex="0" role="group" aria-label=${t("table.sheet")}><table class="sheet">
    <${Head} sitting=${sitting} g=${g} sides=${sides} />
    ${shown.map((round) => html`<${Body} key=${round.round} round=${round} sides=${sides} many=${several || !round.finished} />`)}
    <${Foot} sitting=${sitting} g=${g} sides=${sides} all=${all} />
  </table></div>${shown.map(({ round }) => html`<${Claims} key=${round} sitting=${sitting} round=${round} />`)}`;
}

/** Where the sides stand, in the side column. @param {{sitting: Sitting}} props */
export function Standing({ sitting }) {
  const g = gameOf(sitting.public);
  if (!g.trumps) return null;
  const mine = chairOf(g, sitting.seat);
  if (isSolo(g)) return html`<${Ranking} sitting=${sitting} />`;
  const finished = g.sheet[g.round] !== undefined;
  return html`<section class="standing" aria-label=${t("calypso.standing")}>
    ${sidesOf(g, mine).map((chairs, i) => {
      const kept = chairs.reduce((sum, chair) => sum + (g.scores[chair] ?? 0), 0);
      const lines = chairs.map((chair) => running(g, chair));
      const now = finished ? 0 : lines.reduce((sum, line) => sum + line.points, 0);
      const known = lines.every((line) => line.known);
      return html`<div key=${i} class=${cls("standing-side", i === 0 ? "standing-ours" : "standing-theirs")} data-chairs=${chairs.join(" ")}>
        <span class="standing-suits">${chairs.map((chair) => html`<${SuitBadge} key=${chair} suit=${g.trumps.charAt(chair)} label=${t(`suit.${g.trumps.charAt(chair)}`)} />`)}</span>
        <span class="standing-names">${chairs.map((chair) => html`<span key=${chair}>${sitting.nameOf(seatOf(g, chair))}</span>`)}</span>
        <span class="standing-sum"><strong class="score">${number(kept + now)}</strong>${!finished && html`<small>${t(known ? "calypso.so_far" : "calypso.so_far_piles")}</small>`}</span>
      </div>`;
    })}
  </section>`;
}
