// For those who look on: how far behind they are, and the way to a bot's seat.

import { bookedBy, freeSeats } from "#app/lib/company.js";
import { t } from "#app/lib/i18n.js";
import { me } from "#app/ui/app.js";
import { practice } from "#app/ui/doors.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { NameDialog } from "#app/ui/name.js";
import { Rich } from "#app/ui/rich.js";
import { toast } from "#app/ui/toast.js";
import { useEffect, useRef, useState } from "#hooks";

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

/** Who has booked a seat: when it is his, and what he can do meanwhile. @param {{sitting: Sitting, game: GameClient, seat: number, away: () => void, hide: () => void}} props `away`: he does not want it after all */
function Booked({ sitting, game, seat, away, hide }) {
  const view = sitting.public;
  const place = view.phase === "playing" ? game.status(view).at(-1) : undefined;
  const unbook = async () => {
    const { ok } = await sitting.ask({ type: "leave" });
    if (ok) away();
    return ok;
  };
  const bots = async () => {
    if (await unbook()) practice();
  };
  return html`<section class="notice notice-made notice-booked" aria-label=${t("watch.booked_title")}>
    <div class="notice-text"><p>${t("watch.booked", { name: sitting.nameOf(seat) })}</p>
      ${place && html`<p class="quiet"><${Rich} line=${place.line} /></p>`}</div>
    <button type="button" class="button-plain" aria-label=${t("ui.close")} onClick=${hide}><${Icon} name="close" /></button>
    <div class="notice-end"><button type="button" class="button-small" onClick=${bots}>${t("watch.bots_now")}</button>
      <button type="button" class="button-small" onClick=${unbook}>${t("watch.unbook")}</button></div></section>`;
}

/** Whoever has booked a seat is told when it is his: nothing of it was his doing. @param {Sitting} sitting */
export function useSeated({ mine, live }) {
  const was = useRef(mine);
  useEffect(() => {
    if (live && mine && !was.current) toast(t("watch.seated"));
    was.current = mine;
  }, [mine]);
}

/** @param {{sitting: Sitting, game: GameClient}} props */
export function SeatOffer({ sitting, game }) {
  const [naming, setNaming] = useState(-1);
  const [hidden, hide] = useState(-1);
  const [unbooked, setUnbooked] = useState(false);
  if (sitting.mine || !sitting.live) return null;
  const view = sitting.public;
  const booked = bookedBy(view, me.value?.id ?? "");
  if (booked >= 0) {
    if (hidden === booked) return null;
    return html`<${Booked} sitting=${sitting} game=${game} seat=${booked} away=${() => setUnbooked(true)} hide=${() => hide(booked)} />`;
  }
  const seats = freeSeats(view);
  if (!seats.length || hidden >= 0) return null;
  const sit = (/** @type {number} */ seat) => (me.value ? sitting.ask({ type: "sit", seat }) : setNaming(seat));
  return html`<section class="notice notice-seen" aria-label=${t("watch.seats")}>
    <div class="notice-text"><p>${t(view.phase === "between" ? "watch.take_now" : "watch.take")}</p></div>
    <div class="notice-end">${seats.map((seat) => html`<button key=${seat} type="button" class="button" onClick=${() => sit(seat)}>${sitting.nameOf(seat)}</button>`)}
      <button type="button" class="button-quiet" onClick=${() => hide(0)}>${t("watch.just_watch")}</button>
      ${unbooked && html`<a class="button-quiet" href="/">${t("menu.start")}</a>`}</div>
    ${naming >= 0 && html`<${NameDialog} close=${() => setNaming(-1)} then=${() => sitting.ask({ type: "sit", seat: naming })} />`}
  </section>`;
}
