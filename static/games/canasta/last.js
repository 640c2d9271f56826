// The last deal, to be looked at while the next one is played: what it brought, and the hands that were left.

import { Sheet } from "#app/games/canasta/sheet.js";
import { cardsOf, chairOf, gameOf, ringOf, seatOf } from "#app/games/canasta/view.js";
import { t } from "#app/lib/i18n.js";
import { html } from "#app/ui/html.js";
import { CardToken } from "#app/ui/rich.js";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {{chair: number, name: string, cards: string[]}} Left
 */

/** The view has them only until the next deal: what this page has seen last. @type {{table: string, deal: string, hands: Left[]}} */
let seen = { table: "", deal: "", hands: [] };

/** Which deal was finished last; "" if none is. @param {Sitting} sitting */
const finished = (sitting) => Object.keys(gameOf(sitting.public).sheet).sort((a, b) => Number(b) - Number(a))[0] ?? "";

/** Keep the hands of a deal that has ended. @param {Sitting} sitting */
export function remember(sitting) {
  const g = gameOf(sitting.public);
  if (!g.hands || !sitting.live) return;
  const hands = ringOf(g, chairOf(g, sitting.seat)).map((chair) => ({
    chair,
    name: sitting.nameOf(seatOf(g, chair)),
    cards: cardsOf(g.hands?.[chair]),
  }));
  seen = { table: location.pathname, deal: finished(sitting), hands };
}

/** The last deal; null before the first has ended. @param {Sitting} sitting */
export function before(sitting) {
  const deal = finished(sitting);
  if (!deal) return null;
  remember(sitting);
  const hands = seen.table === location.pathname && seen.deal === deal ? seen.hands : [];
  const left = html`<h3>${t("canasta.ui.left_hands")}</h3>
    <dl class="left-hands">${hands.map(({ chair, name, cards }) => html`<div key=${chair}><dt>${name}</dt><dd>${cards.length ? cards.map((card, i) => html`<${CardToken} key=${i} card=${card} /> `) : t("canasta.ui.no_cards")}</dd></div>`)}</dl>`;
  const text = hands.map(({ name, cards }) => t("canasta.ui.left_n", { name, n: cards.length })).join(" ");
  return {
    title: t("canasta.table.before"),
    content: html`<${Sheet} sitting=${sitting} brief />${hands.length > 0 && left}`,
    text,
  };
}
