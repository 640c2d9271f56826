// Where everybody plays for oneself: who stands where, beside the table and, where there is no room beside it, on the mat.

import { Suit, SuitBadge } from "#app/cards/suits.js";
import { chairOf, gameOf, running, seatOf, sidesOf } from "#app/games/calypso/view.js";
import { number, t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/games/calypso/view.js").Game} Game
 * @typedef {{chair: number, points: number, known: boolean, place: number, shared: boolean}} Rank
 */

/** Calypsos over the whole game. @param {Game} g @param {number} chair */
const allDone = (g, chair) =>
  Object.values(g.sheet).reduce((sum, lines) => sum + (lines[chair]?.done ?? 0), 0) +
  (g.sheet[g.round] ? 0 : (g.done[chair] ?? 0));

/**
 * The chairs by what they have so far, the best first; who has as much shares the place.
 * @param {Game} g @param {number} mine of equal ones the viewer comes first, then the next clockwise @param {boolean} [calypsos] more calypsos decide between equal ones
 * @returns {Rank[]}
 */
export function ranking(g, mine, calypsos = false) {
  const finished = g.sheet[g.round] !== undefined;
  const all = sidesOf(g, mine)
    .flat()
    .map((chair) => {
      const now = running(g, chair);
      const points = (g.scores[chair] ?? 0) + (finished ? 0 : now.points);
      return { chair, points, known: finished || now.known, done: calypsos ? allDone(g, chair) : 0 };
    });
  const ahead = (/** @type {typeof all[number]} */ a, /** @type {typeof all[number]} */ b) =>
    b.points - a.points || b.done - a.done;
  return [...all].sort(ahead).map((one) => ({
    chair: one.chair,
    points: one.points,
    known: one.known,
    place: all.filter((other) => ahead(other, one) < 0).length + 1,
    shared: all.some((other) => other !== one && ahead(other, one) === 0),
  }));
}

/** The same as a page has it. @param {Sitting} sitting */
export function ranksOf({ public: view, seat }) {
  const g = gameOf(view);
  return ranking(g, chairOf(g, seat), view.options.tie_break === "calypsos");
}

/** @param {{sitting: Sitting, rank: Rank, brief: boolean}} props */
function Entry({ sitting, rank: { chair, points, place, shared }, brief }) {
  const g = gameOf(sitting.public);
  const own = (sitting.mine || !sitting.live) && chair === chairOf(g, sitting.seat);
  const suit = g.trumps.charAt(chair);
  const name = sitting.nameOf(seatOf(g, chair));
  const said = t(shared ? "calypso.rank_shared" : "calypso.rank", { place, name, suit: t(`suit.${suit}`), n: points });
  return html`<li class=${cls("rank", place === 1 && "rank-first", own && "rank-mine")} data-chairs=${chair}>
    <span class="unseen">${said}</span>
    <span class="rank-place" aria-hidden="true">${number(place)}</span>
    <span class="rank-suit" aria-hidden="true">${brief ? html`<span class=${`token suit-${suit}`}><${Suit} suit=${suit} /></span>` : html`<${SuitBadge} suit=${suit} label=${t(`suit.${suit}`)} />`}</span>
    ${!brief && html`<span class="rank-name" aria-hidden="true">${name}</span>`}
    <strong class="score" aria-hidden="true">${number(points)}</strong>
  </li>`;
}

/** @param {{sitting: Sitting, brief?: boolean}} props `brief`: suits instead of names, for the mat */
export function Ranking({ sitting, brief = false }) {
  const g = gameOf(sitting.public);
  const ranks = ranksOf(sitting);
  const finished = g.sheet[g.round] !== undefined;
  const title = t(
    finished
      ? "calypso.ranking"
      : ranks.every(({ known }) => known)
        ? "calypso.ranking_so_far"
        : "calypso.ranking_so_far_piles",
  );
  return html`<section class=${brief ? "rank-strip" : "standing standing-ranking"} aria-label=${title}>
    ${!brief && html`<p class="ranking-title" aria-hidden="true">${title}</p>`}
    <ol>${ranks.map((rank) => html`<${Entry} key=${rank.chair} sitting=${sitting} rank=${rank} brief=${brief} />`)}</ol>
  </section>`;
}
