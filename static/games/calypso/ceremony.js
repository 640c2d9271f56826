// The ceremony: everybody draws a card, and in the order of the cards they choose a place and a trump suit (R1.8).

import { CardFace } from "#app/cards/card.js";
import { SuitBadge } from "#app/cards/suits.js";
import { gameOf, isSolo, SUITS } from "#app/games/calypso/view.js";
import { number, t } from "#app/lib/i18n.js";
import { Countdown } from "#app/ui/clock.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/types/app.d.ts").Message} Message
 * @typedef {import("#app/games/calypso/view.js").Draw} Draw
 */

const CHOICE_MS = 15_000;

/** The seat that has to choose, -1 if all have. @param {Draw} draw */
export const chooser = (draw) => Number([...draw.order].find((seat) => !draw.picks[seat]) ?? -1);

/** What the action bar says. @param {Sitting} sitting @returns {Message | null} */
export function choosing(sitting) {
  const { draw, phase } = gameOf(sitting.public);
  if (!draw || phase !== "draw") return null;
  const seat = chooser(draw);
  if (sitting.mine && seat === sitting.seat) {
    const places = Object.keys(draw.open ?? {});
    return { line: { key: places.length > 1 ? "calypso.draw.choose" : "calypso.draw.choose_suit" }, tone: "turn" };
  }
  return { line: { key: "calypso.draw.chooses", vars: { name: sitting.nameOf(seat) } }, tone: "plain" };
}

/** Where a seat has placed itself, in words. @param {Draw} draw @param {number} seat */
function placeText(draw, seat) {
  const pick = draw.picks[seat];
  return pick ? t("calypso.draw.place", { n: pick[0] + 1 }) : "";
}

/** Who drew what, in the order of choosing. @param {{sitting: Sitting, draw: Draw}} props */
function Drawn({ sitting, draw }) {
  const { seats } = sitting.public;
  const now = chooser(draw);
  return html`<ol class="drawn">${[...draw.order].map(Number).map((seat) => {
    const pick = draw.picks[seat];
    return html`<li key=${seat} class=${cls("drawn-one", seat === now && "drawn-now")} aria-current=${seat === now ? "step" : undefined}>
      <span class="drawn-card"><${CardFace} card=${draw.cards[seat] ?? ""} /></span>
      <span class="drawn-name">${seats[seat]?.kind === "bot" && html`<${Icon} name="bot" />`}${sitting.nameOf(seat)}${sitting.mine && seat === sitting.seat && html`<span class="tag tag-you">${t("seat.you")}</span>`}</span>
      <span class="drawn-pick">${
        pick
          ? html`<${SuitBadge} suit=${pick[1]} label=${t(`suit.${pick[1]}`)} /><span class="quiet">${placeText(draw, seat)}</span>`
          : html`<span class="quiet">${t(seat === now ? "calypso.draw.now" : "calypso.draw.waits")}</span>`
      }</span>
    </li>`;
  })}</ol>`;
}

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
    <button type="button" class="button-main button-big" aria-disabled=${!wanted} aria-busy=${asked} onClick=${pick}>${t(wanted ? `calypso.draw.take.${wanted}` : "calypso.draw.take")}</button>
  </div>`;
}

/** In the middle of the table, until all have chosen. @param {{sitting: Sitting}} props */
export function Ceremony({ sitting }) {
  const g = gameOf(sitting.public);
  const { draw } = g;
  if (!draw) return null;
  const mine = sitting.mine && chooser(draw) === sitting.seat && !sitting.public.paused;
  const { until } = sitting.public;
  return html`<section class="ceremony panel" aria-labelledby="draw-title">
    <h2 id="draw-title">${t("calypso.draw.title")}</h2>
    <p class="quiet">${t(isSolo(g) ? "calypso.draw.text_solo" : "calypso.draw.text")}</p>
    <${Drawn} sitting=${sitting} draw=${draw} />
    ${until && !sitting.public.paused && sitting.live && html`<${Countdown} until=${until} total=${CHOICE_MS} />`}
    ${mine && html`<${Choice} sitting=${sitting} draw=${draw} />`}
  </section>`;
}

/** What the ceremony has led to, in the pause before the first hand. @param {{sitting: Sitting}} props */
export function CeremonyResult({ sitting }) {
  const { draw } = gameOf(sitting.public);
  return draw ? html`<${Drawn} sitting=${sitting} draw=${draw} />` : null;
}
