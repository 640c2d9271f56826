// The bars over the table: where the game stands, what was lost, whether sound can be heard.

import { t, wordIn } from "#app/lib/i18n.js";
import { watchingText } from "#app/pages/watching.js";
import { ConnectionDot } from "#app/ui/connection.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { prefs } from "#app/ui/prefs.js";
import { Rich } from "#app/ui/rich.js";
import { blocked, unblock } from "#app/ui/sounds.js";
import { useState } from "#hooks";

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

/** @param {{sitting: Sitting, game: GameClient, unread: number, open: (which: "sheet" | "before" | "menu" | "side") => void}} props */
export function StatusBar({ sitting, game, unread, open }) {
  const view = sitting.public;
  const watching = !sitting.mine && watchingText(view, game);
  return html`<header class="status-bar">
    <button type="button" class="button-plain" aria-label=${t("table.menu")} onClick=${() => open("menu")}><${Icon} name="menu" /></button>
    <h1 class="status-game">${t(`game.${view.game}`)}</h1>
    ${view.table.rated === "rated" && html`<span class="tag status-tag">${t("table.rated")}</span>`}
    <${Facts} lines=${game.status(view)} />
    ${watching && html`<span class="tag status-watch" title=${watching}><${Icon} name="eye" /><span class="wide-text">${watching}</span></span>`}
    <span class="status-end">
      <${SoundChip} />
      <${ConnectionDot} />
      ${game.hasBefore?.(view) !== false && html`<button type="button" class="button-quiet" title="L" onClick=${() => open("before")}><${Icon} name="trick" /><span class="wide-text">${wordIn(game.key, "table.before")}</span></button>`}
      <button type="button" class="button-quiet" title="S" onClick=${() => open("sheet")}><${Icon} name="sheet" /><span class="wide-text">${t("table.sheet")}</span></button>
      <button type="button" class=${cls("button-quiet side-button", unread > 0 && "has-unread")} onClick=${() => open("side")}>
        <${Icon} name="chat" /><span class="wide-text">${t("table.side_short")}</span>
        ${unread > 0 && html`<span class="unread" role="img" aria-label=${t("chat.unread", { n: unread })}>${unread}</span>`}</button>
    </span>
  </header>`;
}

/** The browser wants a gesture before anything can be heard. */
function SoundChip() {
  if (!blocked.value || !prefs.value.sound) return null;
  return html`<button type="button" class="button-small sound-chip" title=${t("sound.blocked")} onClick=${unblock}><${Icon} name="silent" /><span class="wide-text">${t("sound.blocked")}</span></button>`;
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
