// What is proposed at the table: pause, giving up, ending the game, taking back. Calm cards near the hand that hide
// nothing; whoever is asked answers by button or key.

import { listText, t } from "#app/lib/i18n.js";
import { awaited, partIn } from "#app/lib/offers.js";
import { Countdown } from "#app/ui/clock.js";
import { html } from "#app/ui/html.js";
import { announce } from "#app/ui/live.js";
import { useEffect } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/types/room.d.ts").Offer} Offer
 */

/** @param {{sitting: Sitting, what: string, offer: Offer}} props */
function OfferCard({ sitting, what, offer }) {
  const lasting = sitting.public.table.clock === "days"; // nobody counts days
  const part = partIn(offer, sitting.mine ? sitting.seat : -1);
  const name = sitting.nameOf(offer.seat);
  const agreed = Object.keys(offer.yes)
    .map(Number)
    .filter((seat) => offer.yes[seat] && seat !== offer.seat);
  const waits = awaited(offer);
  const names = (/** @type {number[]} */ seats) =>
    listText(seats.map((seat) => (sitting.mine && seat === sitting.seat ? t("seat.you") : sitting.nameOf(seat))));
  const text = part === "made" ? t(`offer.${what}.made`) : t(`offer.${what}`, { name });
  useEffect(() => {
    if (part === "asked") announce(t("offer.asked", { text: t(`offer.${what}`, { name }) }));
  }, [part]);
  const answer = (/** @type {string} */ type) => sitting.ask({ type, what });
  return html`<section class=${`notice notice-${part}`} aria-label=${text}>
    <div class="notice-text"><p>${text}</p>
      ${part !== "asked" && waits.length > 0 && html`<p class="quiet">${t("offer.waiting", { names: names(waits) })}</p>`}
      ${agreed.length > 0 && html`<p class="quiet">${t("offer.agreed", { names: names(agreed) })}</p>`}
    </div>
    ${offer.until !== undefined && !lasting && html`<${Countdown} key=${offer.until} until=${offer.until} />`}
    ${
      part === "asked" &&
      html`<div class="notice-end"><button type="button" class="button-main" title="Y" aria-keyshortcuts="y" onClick=${() => answer("agree")}>${t("offer.agree")}</button>
        <button type="button" class="button" title="N" aria-keyshortcuts="n" onClick=${() => answer("decline")}>${t("offer.decline")}</button></div>`
    }
    ${part === "made" && html`<div class="notice-end"><button type="button" class="button-small" onClick=${() => answer("decline")}>${t("offer.withdraw")}</button></div>`}
  </section>`;
}

/** @param {{sitting: Sitting}} props */
export function Offers({ sitting }) {
  const order = { asked: 0, made: 1, seen: 2 };
  const seat = sitting.mine ? sitting.seat : -1;
  const offers = Object.entries(sitting.public.offers ?? {}).sort(
    ([, a], [, b]) => order[partIn(a, seat)] - order[partIn(b, seat)],
  );
  return html`${offers.map(
    ([what, offer]) =>
      html`<${OfferCard} key=${`${what}${offer.seat}`} sitting=${sitting} what=${what} offer=${offer} />`,
  )}`;
}
