// Canasta in three minutes: the rules that one needs for the first game, each with cards to look at (R7.16).

import { CardFace } from "#app/cards/card.js";
import {
  BANDS,
  BONUS,
  CANASTAS,
  DEAL,
  FIRST,
  FROZEN,
  MELDS,
  OPENED,
  OUT,
  UNOPENED,
  VALUES,
} from "#app/games/canasta/examples.js";
import { itemsOf } from "#app/games/canasta/tally.js";
import { nameOfCard } from "#app/games/canasta/words.js";
import { number, t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { interrupt } from "#app/ui/live.js";
import { Rich } from "#app/ui/rich.js";
import { useState } from "#hooks";

/** @typedef {import("#app/ui/html.js").Children} Children */
/** @typedef {import("#app/games/canasta/examples.js").PileExample} PileExample */

/** @param {{n: number, of: string, children?: Children}} props */
function Step({ n, of, children }) {
  return html`<section class="lesson-step" aria-labelledby=${`learn-${of}`}>
    <h2 id=${`learn-${of}`}><span class="lesson-number" aria-hidden="true">${n}</span>${t(`canasta.learn.${of}`)}</h2>
    <p><${Rich} line=${{ key: `canasta.learn.${of}.text` }} /></p>
    ${children}
  </section>`;
}

/** @param {{card: string, across?: boolean}} props */
function Card({ card, across = false }) {
  return html`<span class=${cls("lesson-card", across && "lesson-across")} role="img" aria-label=${nameOfCard(card)}><${CardFace} card=${card} /></span>`;
}

/** @param {{cards: readonly string[], close?: boolean}} props `close`: as they lie in a meld */
const Cards = ({ cards, close = false }) =>
  html`<span class=${cls("lesson-cards", close && "lesson-meld")}>${cards.map((card, i) => html`<${Card} key=${i} card=${card} />`)}</span>`;

/** Cards with what they are. @param {{of: string, children?: Children}} props */
const Labelled = ({ of, children }) =>
  html`<div class="lesson-part"><small>${t(`canasta.learn.${of}`)}</small>${children}</div>`;

/** A question with yes or no; the reader answers first. @param {{of: string, yes: boolean, children?: Children}} props */
function Quiz({ of, yes, children }) {
  const [chosen, setChosen] = useState(/** @type {boolean | null} */ (null));
  const verdict = t(chosen === yes ? "canasta.learn.right" : "canasta.learn.wrong");
  const text = t(`canasta.learn.quiz.${of}`);
  const choose = (/** @type {boolean} */ answer) => {
    if (chosen !== null) return;
    setChosen(answer);
    interrupt(
      t("canasta.learn.verdict", { verdict: t(answer === yes ? "canasta.learn.right" : "canasta.learn.wrong"), text }),
    );
  };
  const button = (/** @type {boolean} */ answer) =>
    html`<button type="button" class=${cls("button", chosen === answer && "lesson-chosen")} aria-disabled=${chosen !== null ? "true" : undefined} onClick=${() => choose(answer)}>${t(answer ? "canasta.learn.yes" : "canasta.learn.no")}</button>`;
  return html`<figure class="lesson-quiz">
    <figcaption>${t(`canasta.learn.ask.${of}`)}</figcaption>
    <div class="lesson-felt">${children}</div>
    <div class="lesson-buttons">${button(true)}${button(false)}</div>
    <p class="lesson-answer">${chosen !== null && html`<strong class=${chosen === yes ? "lesson-right" : "lesson-wrong"}>${verdict}</strong> ${text}`}</p>
  </figure>`;
}

function Values() {
  return html`<table class="lesson-table"><tbody>${VALUES.map(({ points, cards }) => html`<tr key=${points}><th scope="row"><${Cards} cards=${cards} /></th><td class="score">${number(points)}</td></tr>`)}</tbody></table>`;
}

function Canastas() {
  return html`<div class="lesson-felt">${CANASTAS.map(({ key, cards }) => html`<${Labelled} key=${key} of=${`canasta.${key}`}><${Cards} cards=${cards} close /></${Labelled}>`)}</div>`;
}

function Minimum() {
  return html`<div class="lesson-columns">
    <table class="lesson-table"><caption>${t("canasta.learn.bands")}</caption><tbody>${BANDS.map(({ key, minimum }) => html`<tr key=${key}><th scope="row">${t(`canasta.learn.band.${key}`)}</th><td class="score">${number(minimum)}</td></tr>`)}</tbody></table>
    <div class="lesson-felt"><${Labelled} of="first">${FIRST.melds.map((cards, i) => html`<${Cards} key=${i} cards=${cards} close />`)}</${Labelled}></div>
  </div>`;
}

/** Pile, meld and hand. @param {{example: PileExample}} props */
function Pile({ example: { top, frozen, meld, hand } }) {
  return html`<${Labelled} of=${frozen ? "pile_frozen" : "pile_top"}><span class="lesson-pile">${frozen && html`<${Card} card=${frozen} across />`}<${Card} card=${top} /></span></${Labelled}>
    ${meld.length > 0 && html`<${Labelled} of="your_meld"><${Cards} cards=${meld} close /></${Labelled}>`}
    ${hand.length > 0 && html`<${Labelled} of="your_hand"><${Cards} cards=${hand} /></${Labelled}>`}`;
}

/** @param {{examples: readonly PileExample[]}} props */
const Takings = ({ examples }) =>
  html`<div class="lesson-quizzes">${examples.map((example) => html`<${Quiz} key=${example.key} of=${example.key} yes=${example.yes}><${Pile} example=${example} /></${Quiz}>`)}</div>`;

function Opened() {
  return html`<div class="lesson-quizzes">${OPENED.map(
    (
      example,
    ) => html`<figure key=${example.key} class="lesson-quiz"><figcaption>${t(`canasta.learn.way.${example.key}`)}</figcaption>
      <div class="lesson-felt"><${Pile} example=${example} /></div></figure>`,
  )}</div>`;
}

function Threes() {
  return html`<div class="lesson-felt"><${Labelled} of="red"><${Cards} cards=${["3H", "3D"]} /></${Labelled}><${Labelled} of="black"><${Cards} cards=${["3S", "3C"]} /></${Labelled}></div>`;
}

function Out() {
  return html`<div class="lesson-felt"><${Labelled} of="your_canasta"><${Cards} cards=${OUT.canasta} close /></${Labelled}>
    <${Labelled} of="laid_now"><${Cards} cards=${OUT.hand} /></${Labelled}><${Labelled} of="last_discard"><${Card} card=${OUT.discard} /></${Labelled}></div>`;
}

/** One side's deal, added up. */
function Points() {
  const items = itemsOf({ 0: DEAL }, BONUS).filter(({ points }) => points(DEAL, BONUS) !== 0);
  return html`<table class="lesson-table"><caption>${t("canasta.learn.sum")}</caption>
    <tbody>${items.map(({ key, points }) => html`<tr key=${key}><th scope="row">${t(`canasta.sheet.${key}`)}</th><td class="score">${number(points(DEAL, BONUS))}</td></tr>`)}</tbody>
    <tfoot><tr><th scope="row">${t("canasta.sheet.points")}</th><td class="score">${number(DEAL.total)}</td></tr></tfoot></table>`;
}

/** Other numbers of players. */
function Modes() {
  const modes = /** @type {const} */ (["two", "three", "five", "six"]);
  return html`<section class="lesson-step lesson-more" aria-labelledby="learn-modes">
    <h2 id="learn-modes">${t("canasta.learn.modes")}</h2>
    ${modes.map((mode) => html`<div key=${mode}><h3>${t(`canasta.learn.mode.${mode}`)}</h3><p>${t(`canasta.learn.mode.${mode}.text`)}</p></div>`)}
  </section>`;
}

export function Learn() {
  const melds = MELDS.map(
    ({ key, cards, yes }) => html`<${Quiz} key=${key} of=${key} yes=${yes}><${Cards} cards=${cards} /></${Quiz}>`,
  );
  return html`<div class="lesson">
    <${Step} n=${1} of="values"><${Values} /></${Step}>
    <${Step} n=${2} of="meld"><div class="lesson-quizzes">${melds}</div></${Step}>
    <${Step} n=${3} of="canasta"><${Canastas} /></${Step}>
    <${Step} n=${4} of="minimum"><${Minimum} /></${Step}>
    <${Step} n=${5} of="pile"><${Takings} examples=${UNOPENED} /></${Step}>
    <${Step} n=${6} of="opened"><${Opened} /></${Step}>
    <${Step} n=${7} of="frozen"><${Takings} examples=${FROZEN} /></${Step}>
    <${Step} n=${8} of="threes"><${Threes} /></${Step}>
    <${Step} n=${9} of="out"><${Out} /></${Step}>
    <${Step} n=${10} of="score"><${Points} /></${Step}>
    <${Modes} />
  </div>`;
}
