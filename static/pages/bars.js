// The bars over the table: where the game stands, who plays for me, what was lost.

import { t } from "#app/lib/i18n.js";
import { client, tell } from "#app/ui/app.js";
import { ConnectionDot } from "#app/ui/connection.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { Rich } from "#app/ui/rich.js";
import { useEffect, useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 */

/** Short facts; shorter ones where there is no room. @param {{lines: Array<{line: Line, short: Line}>}} props */
export function Facts({ lines }) {
  return html`<ul class="facts">${lines.map(
    ({ line, short }) =>
      html`<li key=${line.key}><span class="wide-text"><${Rich} line=${line} /></span><span class="narrow-only" aria-hidden="true"><${Rich} line=${short} /></span></li>`,
  )}</ul>`;
}

/** @param {{sitting: Sitting, game: GameClient, open: (which: "sheet" | "before" | "menu" | "log") => void}} props */
export function StatusBar({ sitting, game, open }) {
  const view = sitting.public;
  return html`<header class="status-bar">
    <button type="button" class="button-plain" aria-label=${t("table.menu")} onClick=${() => open("menu")}><${Icon} name="menu" /></button>
    <h1 class="status-game">${t(`game.${view.game}`)}</h1>
    <${Facts} lines=${game.status(view)} />
    ${!sitting.mine && html`<span class="tag" title=${t("table.watching")}><${Icon} name="eye" /><span class="wide-text">${t("table.watching")}</span></span>`}
    <span class="status-end">
      <${ConnectionDot} />
      <button type="button" class="button-quiet" title="L" onClick=${() => open("before")}><${Icon} name="trick" /><span class="wide-text">${t("table.before")}</span></button>
      <button type="button" class="button-quiet" title="S" onClick=${() => open("sheet")}><${Icon} name="sheet" /><span class="wide-text">${t("table.sheet")}</span></button>
      <button type="button" class="button-quiet side-button" onClick=${() => open("log")}><${Icon} name="list" /><span class="wide-text">${t("table.log")}</span></button>
    </span>
  </header>`;
}

/** @param {{sitting: Sitting, table: string}} props */
export function StandinBar({ sitting, table }) {
  const own = sitting.mine ? sitting.public.seats[sitting.seat] : undefined;
  const served = own?.kind === "person" && Boolean(own.standin) && sitting.public.phase !== "over";
  const left = own?.kind === "person" && Boolean(own.left);
  useEffect(() => {
    if (!served || left) return undefined;
    let asked = false;
    const active = () => {
      if (asked) return;
      asked = true;
      client.do(table, { type: "back" }); // a refusal means that I am back already
    };
    addEventListener("pointerdown", active);
    addEventListener("keydown", active);
    return () => {
      removeEventListener("pointerdown", active);
      removeEventListener("keydown", active);
    };
  }, [served, left, table]);
  if (!served) return null;
  const back = () =>
    client.do(table, { type: "back" }).then((answer) => !answer.ok && answer.code !== "rule.not_away" && tell(answer));
  return html`<div class="bar bar-standin" role="status"><${Icon} name="bot" /><span>${left ? t("table.you_left") : t("table.standin")}</span>
    <button type="button" class="button-main" onClick=${back}>${t("table.take_over")}</button></div>`;
}

/** The table went back to an earlier position. @param {{view: PublicView, table: string}} props */
export function RestoredBar({ view, table }) {
  const slot = `restored.${table}`;
  const [seen, setSeen] = useState(Number(sessionStorage.getItem(slot) ?? 0));
  const times = view.restored ?? 0;
  if (times <= seen) return null;
  const put = () => {
    sessionStorage.setItem(slot, String(times));
    setSeen(times);
  };
  return html`<div class="bar bar-restored" role="status"><${Icon} name="warn" /><span>${t("table.restored")}</span>
    <button type="button" class="button-small" onClick=${put}>${t("ui.understood")}</button></div>`;
}
