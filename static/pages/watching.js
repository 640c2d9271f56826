// For those who look on: how far behind they are, and the way to a bot's seat.

import { bookedBy, freeSeats } from "#app/lib/company.js";
import { t } from "#app/lib/i18n.js";
import { me } from "#app/ui/app.js";
import { html } from "#app/ui/html.js";
import { NameDialog } from "#app/ui/name.js";
import { useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 */

/** "You are watching, 2 tricks behind." @param {PublicView} view @param {GameClient} game */
export function watchingText(view, game) {
  const { watch, delay = 0 } = view.table;
  if (watch !== "delayed" || !game.behind) return t("watch.you");
  return t("watch.behind", { behind: t(game.behind, { n: delay }) });
}

/** @param {{sitting: Sitting}} props */
export function SeatOffer({ sitting }) {
  const [naming, setNaming] = useState(-1);
  const [hidden, hide] = useState(false);
  if (sitting.mine || !sitting.live) return null;
  const view = sitting.public;
  const booked = bookedBy(view, me.value?.id ?? "");
  if (booked >= 0) {
    return html`<section class="notice notice-made" aria-label=${t("watch.booked_title")}>
      <div class="notice-text"><p>${t("watch.booked", { name: sitting.nameOf(booked) })}</p></div>
      <div class="notice-end"><button type="button" class="button-small" onClick=${() => sitting.ask({ type: "leave" })}>${t("watch.unbook")}</button></div></section>`;
  }
  const seats = freeSeats(view);
  if (!seats.length || hidden) return null;
  const sit = (/** @type {number} */ seat) => (me.value ? sitting.ask({ type: "sit", seat }) : setNaming(seat));
  return html`<section class="notice notice-seen" aria-label=${t("watch.seats")}>
    <div class="notice-text"><p>${t(view.phase === "between" ? "watch.take_now" : "watch.take")}</p></div>
    <div class="notice-end">${seats.map((seat) => html`<button key=${seat} type="button" class="button" onClick=${() => sit(seat)}>${sitting.nameOf(seat)}</button>`)}
      <button type="button" class="button-quiet" onClick=${() => hide(true)}>${t("watch.just_watch")}</button></div>
    ${naming >= 0 && html`<${NameDialog} close=${() => setNaming(-1)} then=${() => sitting.ask({ type: "sit", seat: naming })} />`}
  </section>`;
}
