// Calypso in three minutes: the rules that one needs for the first game, each with cards to look at.

import { CardFace } from "#app/cards/card.js";
import { cardName } from "#app/cards/names.js";
import { Suit, SuitBadge } from "#app/cards/suits.js";
import {
  ALONE,
  CHAIRS,
  chairAt,
  FREE,
  HANDS,
  HIGHER,
  NOBODYS,
  OF_THREE,
  ROUND,
  ROWS,
  TAKEN,
  THREE,
  TRICKS,
  TRUMPS,
} from "#app/games/calypso/examples.js";
import { Row } from "#app/games/calypso/plate.js";
import { bonusOf, bonusSteps, PILE_POINTS, ROW_POINTS } from "#app/games/calypso/view.js";
import { number, t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { interrupt } from "#app/ui/live.js";
import { Rich } from "#app/ui/rich.js";
import { useState } from "#hooks";

/** @typedef {import("#app/games/calypso/examples.js").Example} Example */

/** @typedef {import("#app/games/calypso/examples.js").Place} Place */

/** @param {Place} place */
const nameOf = (place) => t(`calypso.learn.name.${place}`);
/** @param {number} chair */
const trumpOf = (chair) => TRUMPS.charAt(chair);

/** @param {{n: number, of: string, children?: import("#app/ui/html.js").Children}} props */
function Step({ n, of, children }) {
  return html`<section class="learn-step" aria-labelledby=${`learn-${of}`}>
    <h2 id=${`learn-${of}`}><span class="learn-number" aria-hidden="true">${n}</span>${t(`calypso.learn.${of}`)}</h2>
    <p><${Rich} line=${{ key: `calypso.learn.${of}.text` }} /></p>
    ${children}
  </section>`;
}

/** @param {{chair: number, chairs: readonly Place[]}} props */
function Name({ chair, chairs }) {
  const suit = trumpOf(chair);
  const name = nameOf(chairs[chair] ?? "south");
  const label = t("calypso.trumps", { name, suit: t(`suit.${suit}`) });
  return html`<span class="learn-name"><${SuitBadge} suit=${suit} label=${label} /><span>${name}</span></span>`;
}

/** The four places, partners opposite. */
function Places() {
  return html`<div class="learn-felt learn-places">
    ${CHAIRS.map(
      (
        place,
        chair,
      ) => html`<div key=${place} class=${cls("learn-place", `learn-${place}`, chair % 2 === 0 && "learn-ally")}><${Name} chair=${chair} chairs=${CHAIRS} />
        ${chair === 2 && html`<small>${t("calypso.partner")}</small>`}</div>`,
    )}
    <span class="learn-middle">${t("calypso.learn.opposite")}</span>
  </div>`;
}

/** Three places, and the suit that nobody has. */
function Triangle() {
  return html`<div class="learn-felt learn-places learn-three">
    ${THREE.map((place, chair) => html`<div key=${place} class=${`learn-place learn-${place}`}><${Name} chair=${chair} chairs=${THREE} /></div>`)}
    <span class="learn-middle learn-nobody"><${SuitBadge} suit=${NOBODYS} label=${t(`suit.${NOBODYS}`)} />${t("calypso.nobody")}</span>
  </div>`;
}

/** A hand when a card was led: what may be played stands out. @param {{hand: typeof HANDS[number]}} props */
function Hand({ hand: { key, lead, hand, legal } }) {
  const suit = lead.charAt(1);
  return html`<figure class="learn-hand">
    <figcaption><${Rich} line=${{ key: `calypso.learn.${key}`, vars: { card: { card: lead } } }} /></figcaption>
    <div class="learn-cards">${hand.map((card) => {
      const may = legal.includes(card.charAt(1));
      const label = t(may ? "calypso.card.legal" : "calypso.card.barred", { card: cardName(card) });
      const trump = may && card.charAt(1) === trumpOf(0) && suit !== trumpOf(0);
      return html`<span key=${card} class=${cls("learn-card", !may && "learn-barred", trump && "learn-trump")} role="img" aria-label=${label}><${CardFace} card=${card} /></span>`;
    })}</div>
  </figure>`;
}

/** @param {{example: Example, n: number, chosen: number, choose: (n: number) => void}} props */
function Laid({ example, n, chosen, choose }) {
  const { chairs = CHAIRS } = example;
  const chair = chairAt(example, n);
  const card = example.cards[n] ?? "";
  const open = chosen >= 0;
  const won = open && chair === example.winner;
  return html`<button type="button" aria-disabled=${open ? "true" : undefined} onClick=${() => open || choose(n)}
    class=${cls("learn-laid", `learn-${chairs[chair]}`, won && "learn-won", open && !won && "learn-lost", chosen === n && "learn-chosen")}
    aria-label=${t(n === 0 ? "calypso.learn.led_by" : "calypso.laid", { name: nameOf(chairs[chair] ?? "south"), card: cardName(card) })}>
    <${CardFace} card=${card} /><${Name} chair=${chair} chairs=${chairs} />
    ${n === 0 && html`<small class="tag">${t("calypso.learn.led")}</small>`}
    ${won && html`<small class="tag tag-good"><${Icon} name="check" />${t("calypso.learn.wins")}</small>`}
  </button>`;
}

/** Who wins? The reader says it first. @param {{example: Example}} props */
function Quiz({ example }) {
  const [chosen, setChosen] = useState(-1);
  const right = chosen >= 0 && chairAt(example, chosen) === example.winner;
  const text = t(`calypso.learn.trick.${example.key}`);
  const choose = (/** @type {number} */ n) => {
    setChosen(n);
    const verdict = t(chairAt(example, n) === example.winner ? "calypso.learn.right" : "calypso.learn.wrong");
    interrupt(t("calypso.learn.verdict", { verdict, text }));
  };
  return html`<figure class="learn-quiz">
    <figcaption>${t(`calypso.learn.ask.${example.key}`)}</figcaption>
    <div class=${cls("learn-felt learn-trick", example.chairs && "learn-trick-three")}>${example.cards.map((_, n) => html`<${Laid} key=${n} example=${example} n=${n} chosen=${chosen} choose=${choose} />`)}</div>
    ${
      chosen < 0
        ? html`<p class="learn-answer quiet">${t("calypso.learn.guess")}</p>`
        : html`<p class="learn-answer"><strong class=${right ? "learn-yes" : "learn-no"}>${t(right ? "calypso.learn.right" : "calypso.learn.wrong")}</strong> ${text}</p>`
    }
  </figure>`;
}

/** Where the cards of a trick go. @param {{cards: typeof TAKEN}} props */
function Ways({ cards }) {
  return html`<ul>${cards.map(
    (
      { card, to },
      i,
    ) => html`<li key=${i}><span class="learn-card" role="img" aria-label=${cardName(card)}><${CardFace} card=${card} /></span>
        <${Icon} name="forth" /><span>${t(`calypso.learn.to.${to}`)}</span></li>`,
  )}</ul>`;
}

function Taken() {
  const rows = /** @type {const} */ (["mine", "partner"]);
  return html`<div class="learn-taken"><${Ways} cards=${TAKEN} />
    ${rows.map((whose, i) => html`<div key=${whose} class="learn-row"><p><${Suit} suit=${trumpOf(2 * i)} /> ${t(`calypso.learn.row.${whose}`)}</p><${Row} row=${ROWS[whose]} suit=${trumpOf(2 * i)} /></div>`)}
  </div>`;
}

/** One player's points, added up. */
function Points() {
  const { done, row, pile } = ROUND;
  const sums = [
    [t("calypso.done", { n: done }), bonusOf(done)],
    [t("calypso.learn.in_row", { n: row, each: ROW_POINTS }), row * ROW_POINTS],
    [t("calypso.learn.in_pile", { n: pile, each: PILE_POINTS }), pile * PILE_POINTS],
  ];
  const total = sums.reduce((sum, [, points]) => sum + Number(points), 0);
  return html`<div class="learn-points">
    <table><caption>${t("calypso.learn.ladder")}</caption><tbody>
      ${bonusSteps(4).map((points, i) => html`<tr key=${i}><th scope="row">${t(`calypso.learn.nth.${i + 1}`)}</th><td class="score">${number(points)}</td></tr>`)}</tbody></table>
    <table><caption>${t("calypso.learn.sum")}</caption><tbody>
      ${sums.map(([what, points]) => html`<tr key=${what}><th scope="row">${what}</th><td class="score">${number(Number(points))}</td></tr>`)}</tbody>
      <tfoot><tr><th scope="row">${t("calypso.sheet.total")}</th><td class="score">${number(total)}</td></tr></tfoot></table>
  </div>`;
}

/** Another way to play. @param {{of: string, children?: import("#app/ui/html.js").Children}} props */
function Variant({ of, children }) {
  return html`<section class="learn-variant" aria-labelledby=${`learn-${of}`}>
    <h3 id=${`learn-${of}`}>${t(`calypso.learn.${of}`)}</h3>
    <p>${t(`calypso.learn.${of}.text`)}</p>
    ${children}
  </section>`;
}

function Variants() {
  return html`<section class="learn-step learn-more" aria-labelledby="learn-variants">
    <h2 id="learn-variants">${t("calypso.learn.variants")}</h2>
    <${Variant} of="solo"><div class="learn-taken"><${Ways} cards=${ALONE} /></div></${Variant}>
    <${Variant} of="three_handed"><div class="learn-tricks"><${Triangle} /><${Quiz} example=${OF_THREE} /></div></${Variant}>
    <${Variant} of="all_fours"><${Hand} hand=${FREE} /><${Quiz} example=${HIGHER} /></${Variant}>
  </section>`;
}

export function Learn() {
  return html`<div class="learn">
    <${Step} n=${1} of="places"><${Places} /></${Step}>
    <${Step} n=${2} of="aim"><div class="learn-row"><p>${t("calypso.learn.row.mine")}</p><${Row} row=${ROWS.mine} suit="S" /></div></${Step}>
    <${Step} n=${3} of="play">${HANDS.map((hand) => html`<${Hand} key=${hand.key} hand=${hand} />`)}</${Step}>
    <${Step} n=${4} of="win"><div class="learn-tricks">${TRICKS.map((example) => html`<${Quiz} key=${example.key} example=${example} />`)}</div></${Step}>
    <${Step} n=${5} of="take"><${Taken} /></${Step}>
    <${Step} n=${6} of="score"><${Points} /></${Step}>
    <${Variants} />
  </div>`;
}
