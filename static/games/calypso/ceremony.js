// The ceremony: everybody draws a card, and in the order of the cards they choose a place and a trump suit (R1.8).

import { SuitBadge } from "#app/cards/suits.js";
import { chooser } from "#app/games/calypso/besides.js";
import { Drawn } from "#app/games/calypso/drawn.js";
import { gameOf, isSolo, SUITS } from "#app/games/calypso/view.js";
import { number, t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/games/calypso/view.js").Draw} Draw
 */

/** The places around the table: who has one, which may be chosen. @param {{sitting: Sitting, draw: Draw, chosen: string, choose: (chair: string) => void}} props */
function Places({ sitting, draw, chosen, choose }) {
  const open = draw.open ?? {};
  const taken = Object.fromEntries(Object.entries(draw.picks).map(([seat, [chair]]) => [chair, Number(seat)]));
  return html`<fieldset class="draw-part"><legend>${t("calypso.draw.places")}</legend>
    <div class="choices">${Object.keys(draw.cards).map((chair) => {
      const seat = taken[chair];
      const name = seat === undefined ? "" : sitting.nameOf(seat);
      return html`<label key=${chair} class="choice">
        <input type="radio" name="place" checked=${chair === chosen} disabled=${!(chair in open)} onChange=${() => choose(chair)} />
        <span>${name ? t("calypso.draw.place_of", { n: Number(chair) + 1, name }) : number(Number(chair) + 1)}</span></label>`;
    })}</div></fieldset>`;
}

/** @param {{sitting: Sitting, draw: Draw}} props */
function Choice({ sitting, draw }) {
  const open = draw.open ?? {};
  const places = Object.keys(open);
  const [place, setPlace] = useState("");
  const [suit, setSuit] = useState("");
  const chair = place in open ? place : (places[0] ?? "");
  const suits = open[chair] ?? "";
  const wanted = suits.includes(suit) ? suit : "";
  const asked = sitting.pending.some((cmd) => cmd.type === "pick");
  const pick = () => wanted && !asked && sitting.ask({ type: "pick", chair: Number(chair), suit: wanted });
  return html`<div class="draw-choice">
    ${places.length > 1 && html`<${Places} sitting=${sitting} draw=${draw} chosen=${chair} choose=${setPlace} />`}
    <fieldset class="draw-part"><legend>${t("calypso.draw.suits")}</legend>
      <div class="draw-suits">${[...SUITS].map(
        (
          one,
        ) => html`<label key=${one} class=${cls("draw-suit", one === wanted && "draw-suit-chosen", !suits.includes(one) && "draw-suit-taken")}>
        <input type="radio" name="suit" checked=${one === wanted} disabled=${!suits.includes(one)} onChange=${() => setSuit(one)} />
        <${SuitBadge} suit=${one} label="" /><span>${t(`suit.${one}`)}</span></label>`,
      )}</div></fieldset>
    <div class="draw-do">${sitting.countdown}<button type="button" class="button-main button-big" aria-disabled=${!wanted} aria-busy=${asked} onClick=${pick}>${t(wanted ? `calypso.draw.take.${wanted}` : "calypso.draw.take")}</button></div>
  </div>`;
}

/** In the middle of the table, until all have chosen. @param {{sitting: Sitting}} props */
export function Ceremony({ sitting }) {
  const g = gameOf(sitting.public);
  const { draw } = g;
  if (!draw) return null;
  const mine = sitting.mine && chooser(draw) === sitting.seat && !sitting.public.paused;
  return html`<section class=${cls("ceremony panel", mine && "ceremony-chooses")} aria-labelledby="draw-title">
    <div class="ceremony-head"><h2 id="draw-title">${t("calypso.draw.title")}</h2>${!mine && sitting.countdown}
      <p class="quiet">${t(isSolo(g) ? "calypso.draw.text_solo" : "calypso.draw.text")}</p></div>
    <${Drawn} sitting=${sitting} draw=${draw} />
    ${mine && html`<${Choice} sitting=${sitting} draw=${draw} />`}
  </section>`;
}
