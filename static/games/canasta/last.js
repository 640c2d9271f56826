// The hands that a deal has left: below its sheet, and of the last deal while the next one is played.

import { groupHand } from "#app/games/canasta/grouping.js";
import { counted } from "#app/games/canasta/plate.js";
import { cardsOf, gameOf } from "#app/games/canasta/view.js";
import { t } from "#app/lib/i18n.js";
import { html } from "#app/ui/html.js";
import { CardToken } from "#app/ui/rich.js";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {{seat: number, name: string, cards: string[]}} Left
 */

/** The view has them only until the next deal: what this page has seen last. @type {{table: string, deal: string, hands: Left[]}} */
let seen = { table: "", deal: "", hands: [] };

/** Which deal was finished last; "" if none is. @param {Sitting} sitting */
const finished = (sitting) => Object.keys(gameOf(sitting.public).sheet).sort((a, b) => Number(b) - Number(a))[0] ?? "";

/** In the order in which a hand is held. @param {string | undefined} text @returns {string[]} */
const ordered = (text) => groupHand(counted(cardsOf(text))).flatMap(({ cards }) => cards.map(({ card }) => card));

/** The hands that lie open now. @param {Sitting} sitting @returns {Left[]} */
export function openHands(sitting) {
  const g = gameOf(sitting.public);
  if (!g.hands) return [];
  const seats = Object.keys(g.hands).map(Number);
  const first = Math.max(0, seats.indexOf(sitting.seat));
  return [...seats.slice(first), ...seats.slice(0, first)].map((seat) => ({
    seat,
    name: sitting.nameOf(seat),
    cards: ordered(g.hands?.[seat]),
  }));
}

/** Keep the hands of a deal that has ended. @param {Sitting} sitting */
export function remember(sitting) {
  const hands = openHands(sitting);
  if (hands.length && sitting.live) seen = { table: location.pathname, deal: finished(sitting), hands };
}

/** The hands of the deal that was finished last, as far as this page knows them. @param {Sitting} sitting @returns {Left[]} */
export function leftHands(sitting) {
  remember(sitting);
  const deal = finished(sitting);
  return deal && seen.table === location.pathname && seen.deal === deal ? seen.hands : [];
}

/** @param {{hands: Left[]}} props */
export function LeftHands({ hands }) {
  if (!hands.length) return null;
  return html`<h3 class="left-title">${t("canasta.ui.left_hands")}</h3>
    <dl class="left-hands">${hands.map(({ seat, name, cards }) => html`<div key=${seat}><dt>${name}</dt><dd>${cards.length ? cards.map((card, i) => html`<${CardToken} key=${i} card=${card} /> `) : t("canasta.ui.no_cards")}</dd></div>`)}</dl>`;
}
