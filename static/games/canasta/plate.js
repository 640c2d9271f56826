// A player: who it is, how many cards, whose turn, who deals, who is not there; at the end of a deal what was left.

import { CardBack } from "#app/cards/card.js";
import { groupHand } from "#app/games/canasta/grouping.js";
import {
  cardsOf,
  chairOf,
  chairsOf,
  gameOf,
  handsLeft,
  ownOf,
  partners,
  seatOf,
  sideLetter,
} from "#app/games/canasta/view.js";
import { number, t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { CardToken } from "#app/ui/rich.js";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/games/canasta/view.js").Game} Game
 */

/** @param {string[]} cards @returns {Record<string, number>} */
export function counted(cards) {
  /** @type {Record<string, number>} */
  const hand = {};
  for (const card of cards) hand[card] = (hand[card] ?? 0) + 1;
  return hand;
}

/** A hand laid open. @param {{hand: Record<string, number>}} props */
function OpenHand({ hand }) {
  const groups = groupHand(hand);
  return html`<p class="open-hand" aria-label=${t("canasta.ui.open_hand")}>${groups.map(
    ({ rank, cards }) =>
      html`<span key=${rank} class="open-group">${cards.map(({ card, key }) => html`<${CardToken} key=${key} card=${card} />`)}</span>`,
  )}</p>`;
}

/** The hand to be shown: in the review, or when the deal has ended. @param {Sitting} sitting @param {number} chair @param {boolean} own */
function shownHand(sitting, chair, own) {
  const g = gameOf(sitting.public);
  const open = /** @type {Record<string, number> | undefined} */ (sitting.open?.[seatOf(g, chair)]?.hand);
  if (own && ownOf(sitting).hand !== undefined) return undefined;
  if (open) return open;
  const left = handsLeft(g)?.[seatOf(g, chair)];
  return left ? counted(cardsOf(left)) : undefined;
}

/** What somebody is called; where there is no room a bot by its number, which is what tells it from the others. @param {{sitting: Sitting, seat: number}} props */
export function Name({ sitting, seat }) {
  const name = sitting.nameOf(seat);
  if (sitting.public.seats[seat]?.kind !== "bot") return html`<span class="name">${name}</span>`;
  return html`<span class="name name-bot"><span class="name-long">${name}</span><span class="name-short" aria-hidden="true"><${Icon} name="bot" />${number(seat + 1)}</span></span>`;
}

/** The answer to "may I go out?", by the plate of who asked. @param {{g: Game, chair: number}} props */
function Answered({ g, chair }) {
  const state = g.turn === chair ? g.asked?.state : undefined;
  if (!state || state === "lapsed") return null;
  const said = t(`canasta.ui.asked.${state}`);
  const short = t(`canasta.ui.asked.${state}.short`);
  // with six at the table there is no room for more
  const words =
    chairsOf(g).length > 4
      ? html`<span aria-hidden="true">${short}</span><span class="unseen">${said}</span>`
      : html`<span class="wide-text">${said}</span><span class="narrow-only" aria-hidden="true">${short}</span>`;
  if (state === "pending") return html`<span class="tag plate-asked plate-waits" title=${said}>${words}</span>`;
  const good = state === "yes";
  return html`<span class=${cls("tag plate-asked", good ? "tag-good" : "tag-warn")} title=${said}><${Icon} name=${good ? "check" : "close"} />${words}</span>`;
}

/** @param {{sitting: Sitting, g: Game, chair: number, mine: number}} props */
function Head({ sitting, g, chair, mine }) {
  const seat = seatOf(g, chair);
  const letter = sideLetter(g, g.sides[chair] ?? 0);
  const self = chair === mine && sitting.mine;
  const ally = partners(g, chair, mine) && (sitting.mine || !sitting.live);
  const bot = sitting.public.seats[seat]?.kind === "bot";
  return html`<div class="plate-head">
    ${letter && html`<span class="camp-letter" aria-hidden="true">${letter}</span>`}
    ${bot && html`<${Icon} name="bot" />`}
    <strong class="plate-name"><${Name} sitting=${sitting} seat=${seat} /></strong>
    ${self && html`<span class="tag tag-you">${t("seat.you")}</span>`}
    ${ally && html`<span class="tag tag-good tag-ally" title=${t("canasta.ui.partner")}><${Icon} name="link" label=${t("canasta.ui.partner")} /></span>`}
    ${g.lone === chair && html`<span class="tag">${t("canasta.ui.lone")}</span>`}
    ${g.dealer === chair && html`<span class="dealer" role="img" aria-label=${t("canasta.ui.dealer")} title=${t("canasta.ui.dealer")}><${Icon} name="pack" /></span>`}
  </div>`;
}

/** @param {{sitting: Sitting, chair: number, mine: number, ours: number}} props `mine`: the chair at the bottom of the screen; `ours`: the viewer's side, who may sit out */
export function Plate({ sitting, chair, mine, ours }) {
  const g = gameOf(sitting.public);
  const seat = seatOf(g, chair);
  const away = sitting.absent(seat);
  const active = g.turn === chair;
  const n = g.counts[chair] ?? 0;
  const name = sitting.nameOf(seat);
  const letter = sideLetter(g, g.sides[chair] ?? 0);
  const said = t(active ? "canasta.ui.plate_turn" : "canasta.ui.plate", { name, n });
  const hand = shownHand(sitting, chair, chair === mine);
  const drawn = g.drawn?.[seat];
  const ally = g.sides[chair] === ours;
  return html`<section class=${cls("plate", ally ? "plate-ally" : "plate-rival", chair === mine && "plate-own", active && "plate-active", away && `plate-away plate-${away}`)}
    data-chair=${chair} data-side=${g.sides[chair]} role="group" aria-label=${letter ? t("canasta.ui.of_side", { what: said, letter }) : said}>
    <${Head} sitting=${sitting} g=${g} chair=${chair} mine=${mine} />
    <div class="plate-facts">
      <span class="plate-count" aria-hidden="true"><${CardBack} /><strong class="score">${number(n)}</strong></span>
      ${n === 1 && active !== undefined && g.phase !== "over" && g.phase !== "between" && html`<span class="tag tag-warn last-card"><${Icon} name="warn" /><span class="last-word">${t("canasta.ui.last_card")}</span></span>`}
      ${drawn && html`<${CardToken} card=${drawn} />`}
      <${Answered} g=${g} chair=${chair} />
      ${sitting.clockOf(seat)}
    </div>
    ${sitting.tagOf?.(seat)}
    ${hand && html`<${OpenHand} hand=${hand} />`}
  </section>`;
}

/** Seats that have no chair in this deal. @param {{sitting: Sitting}} props */
export function SittingOut({ sitting }) {
  const g = gameOf(sitting.public);
  const out = Object.keys(sitting.public.seats)
    .map(Number)
    .filter((seat) => Object.keys(g.chairs).length > 0 && chairOf(g, seat) < 0);
  return html`${out.map((seat) => html`<span key=${seat} class="tag sits-out">${sitting.mine && seat === sitting.seat ? t("canasta.ui.you_sit_out") : t("canasta.ui.sits_out", { name: sitting.nameOf(seat) })}</span>`)}`;
}
