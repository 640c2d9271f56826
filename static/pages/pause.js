// What lies over the table when nobody plays: the sheet between deals, the result at the end, a pause by consent.

import { listText, number, t } from "#app/lib/i18n.js";
import { byPlace, outcomeFor, sharing } from "#app/lib/outcome.js";
import { Rematch } from "#app/pages/rematch.js";
import { Countdown } from "#app/ui/clock.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { announce } from "#app/ui/live.js";
import { useMore } from "#app/ui/more.js";
import { Rich } from "#app/ui/rich.js";
import { useEffect, useRef } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/ui/html.js").Children} Children
 */

/** The focus for the button that is next, not out of a text that is being written: its keys would press it. @param {Element | null | undefined} element */
function claim(element) {
  if (document.activeElement?.matches("input, textarea, select")) return;
  // what is above is read from its beginning, wherever the button is
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/** @param {{sitting: Sitting, game: GameClient, since: number, notices: Children}} props */
export function PausePanel({ sitting, game, since, notices }) {
  const { act = "", rest = 0, paused } = sitting.public;
  const asked = sitting.pending.some((cmd) => cmd.type === "next");
  const waiting = sitting.mine && act.includes(String(sitting.seat));
  const others = [...act]
    .filter((seat) => Number(seat) !== sitting.seat || !sitting.mine)
    .map((seat) => sitting.nameOf(Number(seat)));
  const counting = rest > 0 && !paused && sitting.public.table.clock !== "days";
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const scroll = useMore("over-more");
  useEffect(() => claim(button.current), []);
  return html`<section class="over-mat over-deal panel" aria-labelledby="pause-title">
    <h2 id="pause-title"><${Rich} line=${game.pause(sitting.public, sitting.nameOf)} /></h2>
    <div class="over-scroll" ref=${scroll}><${game.Sheet} sitting=${sitting} brief /></div>
    ${notices}
    <div class="pause-end">
      ${counting && html`<${Countdown} until=${since + rest} total=${rest} />`}
      <p class="quiet">${!waiting && others.length > 0 ? t("pause.waiting", { names: listText(others) }) : counting ? t("pause.auto") : ""}</p>
      ${
        waiting &&
        html`<button ref=${button} type="button" class="button-main button-big" aria-busy=${asked} onClick=${() => !asked && sitting.ask({ type: "next" })}>
          ${t("pause.next")}<${Icon} name="forth" /></button>`
      }
    </div>
  </section>`;
}

/** The game rests because all agreed to. @param {{sitting: Sitting, since: number}} props */
export function PausedPlaque({ sitting, since }) {
  const lasts = sitting.public.paused ?? 0;
  useEffect(() => announce(t("paused.title")), []);
  return html`<section class="over-mat paused-plaque panel" aria-labelledby="paused-title">
    <h2 id="paused-title"><${Icon} name="pause" />${t("paused.title")}</h2>
    <p class="quiet">${t("paused.text")}</p>
    <div class="paused-end"><${Countdown} until=${since + lasts} total=${lasts} />
      ${sitting.mine && html`<button type="button" class="button-main button-big" onClick=${() => sitting.ask({ type: "unpause" })}><${Icon} name="play" />${t("menu.unpause")}</button>`}</div>
  </section>`;
}

const ENDS = { won: "over.you_won", lost: "over.you_lost", drawn: "over.draw", shared: "over.you_share.1" };

/** The sides with what they have; of several the best first, with their places. One's own has the edge that it has everywhere. @param {{sitting: Sitting}} props */
function Result({ sitting }) {
  const { sides = [], how } = sitting.public.result ?? {};
  const several = sides.length > 2 && how !== "abandoned";
  const won = how !== "abandoned" && sides.filter((side) => side.place === 1).length === 1;
  return html`<ol class=${cls("result", several && "result-places")}>${byPlace(sides).map((side) => {
    const own = sitting.mine && side.seats.includes(sitting.seat);
    return html`<li key=${side.seats[0]} class=${cls(side.place === 1 && "result-first", own && "result-own")}>
      ${several && html`<span class="result-place"><span aria-hidden="true">${number(side.place)}</span><span class="unseen">${t("over.place", { place: side.place })}</span></span>`}
      <span class="result-names">${listText(side.seats.map(sitting.nameOf))}${won && side.place === 1 && html` <${Icon} name="trophy" label=${several ? undefined : t("over.winner")} />`}${own && html` <span class="tag tag-you">${t("seat.you")}</span>`}</span><strong class="score">${number(side.score)}</strong></li>`;
  })}</ol>`;
}

/** How it ended, to those who played for them: who won, or why nobody did. @param {Sitting} sitting */
function headline(sitting) {
  const { sides = [], how = "played" } = sitting.public.result ?? {};
  if (how === "abandoned") return t("over.abandoned");
  const own = sitting.mine && sides.find((side) => side.seats.includes(sitting.seat));
  if (own) {
    const outcome = outcomeFor(sides, own);
    if (outcome !== "placed") return t(ENDS[outcome]);
    return t(`${sharing(sides, own.place) > 1 ? "over.you_share" : "over.you_place"}.${own.place}`);
  }
  const first = sides.filter((side) => side.place === 1);
  const names = listText(first.flatMap((side) => side.seats).map(sitting.nameOf));
  if (first.length > 1) return sides.length > 2 ? t("over.share", { names }) : t("over.draw");
  return t("over.win", { n: first[0]?.seats.length, names });
}

/** What has to be said of an end before its time. @param {Sitting} sitting */
function remark(sitting) {
  const { sides = [], how = "played" } = sitting.public.result ?? {};
  if (how === "abandoned") return t("over.abandoned_text");
  if (how !== "conceded") return "";
  const last = sides.filter((side) => side.place !== 1).flatMap((side) => side.seats);
  return t("over.conceded", { n: last.length, names: listText(last.map(sitting.nameOf)) });
}

/** @param {{sitting: Sitting, game: GameClient, table: string}} props */
export function OverPanel({ sitting, game, table }) {
  const title = headline(sitting);
  const note = remark(sitting);
  const { rematch } = sitting.public;
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  const scroll = useMore("over-more");
  useEffect(() => announce(title), [title]);
  // on a phone on its side those for another game are out of sight
  const first = () =>
    [...(ref.current?.querySelectorAll(".rematch :is(a, button), .pause-end a") ?? [])].find(
      (one) => one.getBoundingClientRect().bottom < innerHeight,
    );
  useEffect(() => claim(first()), []);
  // when somebody has opened the next table, the button has gone for a link
  useEffect(() => {
    if (document.activeElement === document.body) claim(first());
  }, [rematch]);
  return html`<section class="over-mat over-game panel" aria-labelledby="over-title" ref=${ref}>
    <h2 id="over-title">${title}</h2>
    <div class="over-scroll" ref=${scroll}>
      ${note && html`<p class="over-note">${note}</p>`}
      <${Result} sitting=${sitting} />
      <${game.Sheet} sitting=${sitting} />
      <${Rematch} sitting=${sitting} table=${table} />
    </div>
    <div class="pause-end">
      <a class="button" href="/">${t("ui.home")}</a>
      <a class="button" href=${`/game/${encodeURIComponent(table)}`}><${Icon} name="history" />${t("over.review")}</a>
    </div>
  </section>`;
}
