// What lies over the table when nobody plays: the sheet between deals, the result at the end.

import { listText, number, t } from "#app/lib/i18n.js";
import { Countdown } from "#app/ui/clock.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { announce } from "#app/ui/live.js";
import { Rich } from "#app/ui/rich.js";
import { useEffect, useRef } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 */

/** @param {{sitting: Sitting, game: GameClient, since: number}} props */
export function PausePanel({ sitting, game, since }) {
  const { act = "", rest = 0 } = sitting.public;
  const asked = sitting.pending.some((cmd) => cmd.type === "next");
  const waiting = sitting.mine && act.includes(String(sitting.seat));
  const others = [...act]
    .filter((seat) => Number(seat) !== sitting.seat || !sitting.mine)
    .map((seat) => sitting.nameOf(Number(seat)));
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => button.current?.focus(), []);
  return html`<section class="over-mat panel" aria-labelledby="pause-title">
    <h2 id="pause-title"><${Rich} line=${game.pause(sitting.public)} /></h2>
    <${game.Sheet} sitting=${sitting} brief />
    <div class="pause-end">
      ${rest > 0 && html`<${Countdown} until=${since + rest} total=${rest} />`}
      <p class="quiet">${!waiting && others.length > 0 ? t("pause.waiting", { names: listText(others) }) : rest > 0 ? t("pause.auto") : ""}</p>
      ${
        waiting &&
        html`<button ref=${button} type="button" class="button-main button-big" aria-busy=${asked} onClick=${() => !asked && sitting.ask({ type: "next" })}>
          ${t("pause.next")}<${Icon} name="forth" /></button>`
      }
    </div>
  </section>`;
}

/** Who won. @param {Sitting} sitting */
function headline(sitting) {
  const sides = sitting.public.result?.sides ?? [];
  const first = sides.filter((side) => side.place === 1);
  if (first.length !== 1 || !first[0]) return t("over.draw");
  const names = listText(first[0].seats.map(sitting.nameOf));
  return t("over.win", { n: first[0].seats.length, names });
}

/** @param {{sitting: Sitting, game: GameClient, table: string}} props */
export function OverPanel({ sitting, game, table }) {
  const title = headline(sitting);
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    announce(title);
    ref.current?.focus();
  }, [title]);
  const sides = sitting.public.result?.sides ?? [];
  return html`<section class="over-mat panel" aria-labelledby="over-title" tabindex="-1" ref=${ref}>
    <h2 id="over-title">${title}</h2>
    <ol class="result">${sides.map(
      (side, i) =>
        html`<li key=${i} class=${side.place === 1 ? "result-first" : ""}><span>${listText(side.seats.map(sitting.nameOf))}</span><strong class="score">${number(side.score)}</strong></li>`,
    )}</ol>
    <${game.Sheet} sitting=${sitting} />
    <div class="pause-end">
      <a class="button button-big" href="/">${t("ui.home")}</a>
      <a class="button-main button-big" href=${`/game/${encodeURIComponent(table)}`}><${Icon} name="history" />${t("over.review")}</a>
    </div>
  </section>`;
}
