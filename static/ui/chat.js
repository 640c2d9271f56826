// What people say to each other, at a table or in the lobby: the lines, ready-made phrases, a field for one's own words.

import { PRESETS, TEXT_MOST } from "#app/lib/chat.js";
import { listText, t, timeText } from "#app/lib/i18n.js";
import { client, me, sentence } from "#app/ui/app.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { NameDialog } from "#app/ui/name.js";
import { prefs } from "#app/ui/prefs.js";
import { useEffect, useLayoutEffect, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/lib/chat.js").ChatRoom} ChatRoom
 * @typedef {import("#app/types/room.d.ts").ChatLine} ChatLine
 * @typedef {"open" | "presets" | "off"} Mode
 * @typedef {{text: string} | {preset: string}} Words
 */

/** From so few characters left on, they are counted down. */
const COUNTED = 40;

/** What a line says in the reader's language. @param {ChatLine} line @param {(seat: number) => string} nameOf */
export function wordsOf(line, nameOf) {
  if (line.nudged !== undefined)
    return line.me
      ? t("chat.nudge_you", { by: line.name })
      : t("chat.nudge", { by: line.name, name: nameOf(line.nudged) });
  return line.preset ? t(`chat.preset.${line.preset}`) : (line.text ?? "");
}

/** Lines of those who are not muted. @param {ChatLine[]} lines */
export const shownLines = (lines) => lines.filter(({ user }) => !(user in prefs.value.muted));

/** @param {{line: ChatLine, head: boolean, nameOf: (seat: number) => string}} props `head`: says who speaks */
function Line({ line, head, nameOf }) {
  const [asking, ask] = useState(false);
  const own = line.user === me.value?.id;
  const text = wordsOf(line, nameOf);
  if (line.nudged !== undefined)
    return html`<li class="chat-line chat-nudge"><${Icon} name="bell" /><span>${text}</span></li>`;
  const watcher = line.watcher && html` <${Icon} name="eye" label=${t("watch.you")} />`;
  const name = own
    ? html`<strong class="chat-name">${line.name}${watcher}</strong>`
    : html`<button type="button" class="chat-name" aria-expanded=${asking} onClick=${() => ask(!asking)}>${line.name}${watcher}</button>`;
  const mute = () => prefs.mute(line.user, line.name);
  return html`<li class=${cls("chat-line", own && "chat-own", head && "chat-head")} title=${timeText(line.at)}>
    ${head && name}
    <span class=${cls("chat-text", line.preset && "chat-phrase")}>${text}</span>
    ${asking && html`<button type="button" class="button-small chat-mute" onClick=${mute}>${t("chat.mute", { name: line.name })}</button>`}
  </li>`;
}

/** @param {{room: ChatRoom, nameOf: (seat: number) => string}} props */
function Lines({ room, nameOf }) {
  const lines = shownLines(room.lines.value);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const low = useRef(true);
  const scrolled = () => {
    const { scrollHeight = 0, clientHeight = 0, scrollTop = 0 } = box.current ?? {};
    low.current = scrollHeight - clientHeight - scrollTop < 24;
  };
  useLayoutEffect(() => {
    if (box.current && low.current) box.current.scrollTop = box.current.scrollHeight; // who reads further up stays there
  }, [lines.length]);
  return html`<div class="chat-lines" ref=${box} tabindex="0" role="log" aria-live="off" aria-label=${t("chat.log")} onScroll=${scrolled}>
    ${
      lines.length
        ? html`<ol>${lines.map((line, i) => {
            const before = lines[i - 1];
            const head = before?.user !== line.user || before.nudged !== undefined;
            return html`<${Line} key=${line.n} line=${line} head=${head} nameOf=${nameOf} />`;
          })}</ol>`
        : html`<p class="quiet chat-empty">${t("chat.empty")}</p>`
    }
  </div>`;
}

/** Whose words are hidden, and the way back. */
function Muted() {
  const muted = Object.entries(prefs.value.muted);
  if (!muted.length) return null;
  return html`<div class="chat-muted"><span class="quiet">${t("chat.muted", { names: listText(muted.map(([, name]) => name)) })}</span>
    ${muted.map(([user, name]) => html`<button key=${user} type="button" class="button-small" onClick=${() => prefs.mute(user, "")}>${t("chat.unmute", { name })}</button>`)}</div>`;
}

/** @param {{say: (words: Words) => void}} props */
function Phrases({ say }) {
  return html`<div class="chat-phrases" role="group" aria-label=${t("chat.phrases")} title=${t("chat.phrases")}>
    ${PRESETS.map((preset) => html`<button key=${preset} type="button" class="chat-chip" onClick=${() => say({ preset })}>${t(`chat.preset.${preset}`)}</button>`)}
  </div>`;
}

/** One's own words; they outlive a reload until they are sent. @param {{slot: string, say: (words: Words) => Promise<boolean>}} props */
function Writing({ slot, say }) {
  const [text, setText] = useState(() => sessionStorage.getItem(slot) ?? "");
  const write = (/** @type {string} */ to) => {
    setText(to);
    if (to) sessionStorage.setItem(slot, to);
    else sessionStorage.removeItem(slot);
  };
  const left = TEXT_MOST - [...text].length;
  const send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const words = text.trim();
    if (words && (await say({ text: words }))) write("");
  };
  return html`<form class="chat-form" onSubmit=${send}>
    <input type="text" autocomplete="off" enterkeyhint="send" maxlength=${TEXT_MOST} aria-label=${t("chat.write")} placeholder=${t("chat.write")} value=${text}
      onInput=${(/** @type {Event} */ e) => write(/** @type {HTMLInputElement} */ (e.target).value)} />
    <button type="submit" class="button-plain" aria-label=${t("chat.send")} title=${t("chat.send")}><${Icon} name="send" /></button>
    ${left <= COUNTED && html`<small class="quiet chat-left">${t("chat.left", { n: left })}</small>`}
  </form>`;
}

/**
 * @param {{room: ChatRoom, table: string | null, mode?: Mode, nameOf?: (seat: number) => string}} props
 *   `table`: null for the lobby
 */
export function Chat({ room, table, mode = "open", nameOf = String }) {
  const [wrong, setWrong] = useState("");
  const [naming, setNaming] = useState(/** @type {Words | null} */ (null));
  useEffect(() => room.watch(), [room]);
  const say = async (/** @type {Words} */ words) => {
    if (!me.value) {
      setNaming(words);
      return false;
    }
    const answer = await client.say(table, words);
    setWrong(answer.ok ? "" : sentence(answer));
    return answer.ok;
  };
  return html`<div class="chat">
    <${Lines} room=${room} nameOf=${nameOf} />
    <${Muted} />
    ${mode === "off" && html`<p class="quiet chat-notice">${t("chat.off")}</p>`}
    ${wrong && html`<p class="wrong chat-notice" role="alert">${wrong}</p>`}
    ${mode !== "off" && html`<${Phrases} say=${say} />`}
    ${mode === "presets" && html`<p class="quiet chat-notice">${t("chat.presets_only")}</p>`}
    ${mode === "open" && html`<${Writing} slot=${`draft.${table ?? "@lobby"}`} say=${say} />`}
    ${naming && html`<${NameDialog} close=${() => setNaming(null)} />`}
  </div>`;
}

/** The lobby's room, for the start page; it is there while the page follows the lobby. */
export function LobbyChat() {
  return html`<section class="panel lobby-chat" aria-labelledby="lobby-chat"><h2 id="lobby-chat">${t("chat.title")}</h2>
    <${Chat} room=${client.lobbyChat} table=${null} /></section>`;
}
