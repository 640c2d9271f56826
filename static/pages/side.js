// Beside the table: score, log and chat. On a wide screen all three stand below each other, on a narrow one they are
// tabs of a sheet that lies over the table but keeps nobody from playing.

import { lang, t } from "#app/lib/i18n.js";
import { Chat } from "#app/ui/chat.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { Log } from "#app/ui/log.js";
import { useEffect, useMemo, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/lib/channel.js").Channel} Channel
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {"score" | "log" | "chat"} Tab
 */

/** From this width on, all parts are seen at once. */
const WIDE = "(min-width: 1200px)";
const TABS = /** @type {const} */ (["score", "log", "chat"]);

export function useWide() {
  const [wide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const follow = () => setWide(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return wide;
}

/** How one may speak at a table. @param {import("#app/types/app.d.ts").PublicView} view @returns {import("#app/ui/chat.js").Mode} */
export const chatMode = ({ table }) => (table.chat === "off" || table.chat === "presets" ? table.chat : "open");

/** Who looks on. @param {{watchers: Record<string, string>}} props */
function Watchers({ watchers }) {
  const names = Object.values(watchers);
  if (!names.length) return null;
  return html`<details class="watchers"><summary><${Icon} name="eye" />${t("watch.list", { n: names.length })}</summary>
    <ul>${Object.entries(watchers).map(([user, name]) => html`<li key=${user}>${name}</li>`)}</ul></details>`;
}

/** @param {{tab: Tab, choose: (tab: Tab) => void, close: () => void, unread: number, turn: boolean}} props */
function Tabs({ tab, choose, close, unread, turn }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  /** @param {KeyboardEvent} event */
  const move = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const to = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length] ?? tab;
    choose(to);
    /** @type {HTMLElement | null | undefined} */ (box.current?.querySelector(`#tab-${to}`))?.focus();
  };
  useEffect(
    () => /** @type {HTMLElement | null | undefined} */ (box.current?.querySelector("[aria-selected=true]"))?.focus(),
    [],
  );
  return html`<div class="side-tabs">
    <div class="tab-row" role="tablist" aria-label=${t("table.side")} ref=${box} onKeyDown=${move}>${TABS.map(
      (
        one,
      ) => html`<button key=${one} id=${`tab-${one}`} type="button" role="tab" class="tab" aria-selected=${one === tab} aria-controls="side-part" tabindex=${one === tab ? 0 : -1} onClick=${() => choose(one)}>
        ${t(`side.${one}`)}${one === "chat" && unread > 0 && html`<span class="unread" role="img" aria-label=${t("chat.unread", { n: unread })}>${unread}</span>`}</button>`,
    )}</div>
    ${turn && html`<button type="button" class="button-main side-turn" onClick=${close}>${t("side.turn")}</button>`}
    <button type="button" class="button-plain" aria-label=${t("ui.close")} onClick=${close}><${Icon} name="close" /></button>
  </div>`;
}

/** @param {{channel: Channel, sitting: Sitting, game: GameClient, lines: Array<Line | null>, from: number, tab: Tab | "", open: (tab: Tab | "") => void, turn: boolean}} props `from`: the line that is pointed at, -1 for none */
export function Side({ channel, sitting, game, lines, from, tab, open, turn }) {
  const wide = useWide();
  const score = html`<${game.Standing} sitting=${sitting} /><${Watchers} watchers=${channel.watchers.value} />`;
  const log = html`<${Log} lines=${lines} from=${from} />`;
  const mode = chatMode(sitting.public);
  // nothing of the chat depends on the cards: it is not drawn again for them
  const chat = useMemo(
    () => html`<${Chat} room=${channel.chat} table=${channel.table} mode=${mode} nameOf=${sitting.nameOf} />`,
    [channel, mode, sitting.public.seats, lang.value],
  );
  if (wide) {
    return html`<aside class="table-side" aria-label=${t("table.side")}>${score}${log}
      ${mode === "off" ? html`<p class="quiet chat-notice side-off">${t("chat.off")}</p>` : chat}</aside>`;
  }
  if (!tab) return null;
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    open("");
  };
  return html`<aside class="table-side side-sheet" aria-label=${t("table.side")} onKeyDown=${keys}>
    <${Tabs} tab=${tab} choose=${open} close=${() => open("")} unread=${channel.chat.unread.value} turn=${turn} />
    <div id="side-part" class=${cls("side-part", `side-${tab}`)} role="tabpanel" aria-labelledby=${`tab-${tab}`}>
      ${tab === "score" && html`${score}<${game.Sheet} sitting=${sitting} />`}
      ${tab === "log" && log}${tab === "chat" && chat}
    </div>
  </aside>`;
}
