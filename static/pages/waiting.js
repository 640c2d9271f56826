// The waiting room: seats around a table, who is ready, what the start waits for, the link to bring others.

import { listText, t } from "#app/lib/i18n.js";
import { seatOf } from "#app/lib/mine.js";
import { lack, openSeats, seatsLike } from "#app/lib/room.js";
import { Invite } from "#app/pages/invite.js";
import { useRoom, usualLevel } from "#app/pages/room.js";
import { SeatMenu } from "#app/pages/seatmenu.js";
import { Seats } from "#app/pages/seats.js";
import { TableBox } from "#app/pages/tablebox.js";
import { me } from "#app/ui/app.js";
import { Chat } from "#app/ui/chat.js";
import { Countdown } from "#app/ui/clock.js";
import { ConnectionBar } from "#app/ui/connection.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { LevelChoice } from "#app/ui/levels.js";
import { announce } from "#app/ui/live.js";
import { tableLine } from "#app/ui/log.js";
import { namesOf } from "#app/ui/names.js";
import { Rich, spoken } from "#app/ui/rich.js";
import { Page } from "#app/ui/shell.js";
import { recall, toast } from "#app/ui/toast.js";
import { useEffect, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/lib/channel.js").Channel} Channel
 * @typedef {import("#app/pages/room.js").Room} Room
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 */

/** Whether I have to say that I am ready: the host only where nobody presses a button to start. @param {Room} room */
function isUnsaid({ view, mine, host }) {
  const own = view.seats[mine];
  return own?.kind === "person" && !own.ready && (!host || view.table.autostart !== "no");
}

/** What a message is about that tells what the start waits for. */
const LACK = "lack";

/** What the start waits for, in words. Whoever presses the button need not be ready. @param {Room} room @param {boolean} [pressing] for the host who presses it now */
function lackText(room, pressing = false) {
  const { view } = room;
  const starts = pressing || view.table.autostart === "no";
  const missing = lack(view, starts ? seatOf(view, view.host) : -1);
  if (!missing) return "";
  if (missing.what === "seats") return t("wait.seats_open", { n: missing.n });
  if (pressing || !isUnsaid(room)) return t("wait.not_ready", { n: missing.n });
  return missing.n > 1
    ? t("wait.not_ready_you", { n: missing.n - 1 })
    : t("wait.only_you", { button: t("wait.ready") });
}

/** How the game will begin. @param {Room} room */
function startText(room) {
  const { autostart = "no", rated } = room.view.table;
  if (autostart === "bots" && rated !== "rated") return t("wait.starts_bots");
  if (autostart !== "no") return t("wait.starts_full");
  if (room.host) return t("wait.starts_you");
  return isUnsaid(room) ? t("wait.host_then") : t("wait.for_host");
}

/** In the middle of the table: how it stands. @param {{room: Room, game: GameClient}} props */
function Middle({ room, game }) {
  const { view } = room;
  const until = view.fills;
  const seating = game.seating(view.options);
  return html`<div class="room-middle">
    ${until !== undefined && html`<${Countdown} key=${until} until=${until} />`}
    <p class="room-state" id="wait-lack">${lackText(room) || t("wait.all_here")}</p>
    <p>${until === undefined ? startText(room) : t("wait.bots_come")}</p>
    ${seating && until === undefined && html`<p class="room-seating"><${Rich} line=${seating} /></p>`}
    ${view.locked && html`<p class="note-bare"><${Icon} name="lock" /><span>${t("wait.locked")}</span></p>`}
  </div>`;
}

/** @param {{room: Room}} props */
function HostActions({ room }) {
  const { view, ask, info } = room;
  const open = openSeats(view);
  const start = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const missing = lackText(room, true);
  const [chosen, choose] = useState("");
  const level = chosen || usualLevel(info);
  useEffect(() => () => recall(LACK), [missing]); // what was told of it is no longer true
  const fill = async () => {
    for (const seat of open) if (!(await ask({ type: "bot.add", seat, level }))) return;
    start.current?.focus(); // the button that was pressed has gone
  };
  return html`${
    open.length > 0 &&
    view.table.rated !== "rated" &&
    html`<button type="button" class="button button-big" onClick=${fill}><${Icon} name="bot" />${t("wait.fill")}</button>
      <${LevelChoice} levels=${info?.levels ?? []} level=${level} game=${view.game} choose=${choose} />`
  }
    <button ref=${start} type="button" class="button-main button-big" aria-disabled=${missing ? "true" : "false"} aria-describedby="wait-lack"
      onClick=${() => (missing ? toast(missing, { about: LACK }) : ask({ type: "start" }))}><${Icon} name="play" />${t("wait.start")}</button>`;
}

/** @param {{room: Room}} props */
function ReadyButton({ room }) {
  const own = room.view.seats[room.mine];
  const ready = own?.kind === "person" && Boolean(own.ready);
  return html`<button type="button" class=${cls("button-big", ready ? "button" : "button-main")} aria-pressed=${ready} onClick=${() => room.ask({ type: "ready", ready: !ready })}>
    <${Icon} name=${ready ? "close" : "check"} />${ready ? t("wait.unready") : t("wait.ready")}</button>`;
}

/** What a visitor without a seat reads. @param {Room} room */
function visitorText({ view, kept }) {
  const held = view.seats[kept];
  if (held?.kind === "open") return t("wait.kept", { name: held.reserved ?? "", n: kept + 1 });
  if (view.locked) return t("wait.locked_out");
  if (openSeats(view).length) return t("wait.watching");
  return Object.values(view.seats).some((seat) => seat.kind === "bot") ? t("wait.full_bots") : t("wait.full");
}

/** @param {{room: Room}} props */
function Actions({ room }) {
  const { mine, host } = room;
  if (mine < 0) {
    const look = cls("note", "room-visitor", room.kept >= 0 && "note-strong");
    return html`<p class=${look}><${Icon} name=${room.kept < 0 ? "eye" : "person"} /><span>${visitorText(room)}</span></p>`;
  }
  return html`<div class="room-actions">
    ${host && html`<${HostActions} room=${room} />`}
    ${(!host || isUnsaid(room)) && html`<${ReadyButton} room=${room} />`}
  </div>`;
}

/** @param {{room: Room}} props */
function Watchers({ room }) {
  const names = Object.values(room.channel.watchers.value);
  if (!names.length) return null;
  return html`<p class="quiet room-watchers"><${Icon} name="eye" /><span>${t("wait.watchers", { n: names.length, names: listText(names) })}</span></p>`;
}

/** Words while everybody waits. @param {{room: Room}} props */
function RoomChat({ room: { channel, view, nameOf } }) {
  const mode = view.table.chat ?? "open";
  if (mode === "off") return null;
  return html`<section class="panel lobby-chat room-chat" aria-labelledby="room-chat"><h2 id="room-chat">${t("chat.title")}</h2>
    <${Chat} room=${channel.chat} table=${channel.table} mode=${mode} nameOf=${nameOf} /></section>`;
}

/** Tell aloud what happens, and in writing what somebody did to me. @param {Channel} channel */
function useHappenings(channel) {
  const [changer, setChanger] = useState("");
  useEffect(() => {
    /** @param {import("#app/lib/channel.js").Change} change */
    const hear = ({ before, after, notes }) => {
      const nameOf = namesOf(after);
      const own = me.value?.id;
      for (const note of notes) {
        const line = tableLine(note, nameOf);
        if (line) announce(spoken(line));
        if (note[0] === "changed" && after.host !== own) setChanger(String(note[1] ?? ""));
      }
      if (own && after.host === own && before.host !== own) toast(t("host.you"));
    };
    channel.listeners.add(hear);
    return () => {
      channel.listeners.delete(hear);
    };
  }, [channel]);
  return { changer, understood: () => setChanger("") };
}

/** @param {{channel: Channel, game: GameClient}} props */
export function WaitingRoom({ channel, game }) {
  const nameOf = namesOf(/** @type {PublicView} */ (channel.public.value));
  const { room, asking } = useRoom(channel, game, nameOf);
  const [menu, setMenu] = useState(-1);
  const { changer, understood } = useHappenings(channel);
  const title = t(`game.${room.view.game}`);
  useEffect(() => {
    document.title = t("ui.title", { page: title });
  }, [title]);
  // the link comes first for who waits for friends, not where others come by themselves
  const alone = room.host && room.view.table.autostart !== "bots" && seatsLike(room.view, "person").length === 1;
  return html`<${Page} table=${channel.table} game=${room.view.game}>
    <${ConnectionBar} current=${channel.standing.value === "current"} />
    <h1>${title}</h1>
    ${changer && html`<p class="note note-strong" role="status"><${Icon} name="sliders" /><span>${t("change.told", { name: changer })}</span><button type="button" class="button-small" onClick=${understood}>${t("ui.understood")}</button></p>`}
    <div class=${cls("room", alone && "room-alone")}>
      <section class="room-main" aria-label=${t("wait.seats")}>
        <${Seats} room=${room} menu=${setMenu}><${Middle} room=${room} game=${game} /></${Seats}>
        <${Actions} room=${room} />
        <${Watchers} room=${room} />
      </section>
      <div class="room-aside"><${Invite} room=${room} /><${TableBox} room=${room} /></div>
      <${RoomChat} room=${room} />
    </div>
    ${menu >= 0 && html`<${SeatMenu} room=${room} seat=${menu} close=${() => setMenu(-1)} />`}
    ${asking}
  </${Page}>`;
}
