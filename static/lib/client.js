// Everything that comes and goes over the one socket of the page: tables, the lobby, commands and their answers.

import { Channel } from "#app/lib/channel.js";
import { ChatRoom } from "#app/lib/chat.js";
import { ServerClock } from "#app/lib/clock.js";
import { Outbox } from "#app/lib/outbox.js";
import { Link } from "#app/lib/socket.js";
import { computed, signal } from "#signals";

/**
 * @typedef {import("#app/types/protocol.d.ts").ServerMessage} ServerMessage
 * @typedef {import("#app/types/protocol.d.ts").TableDelta} TableDelta
 * @typedef {import("#app/types/protocol.d.ts").Ack} Ack
 * @typedef {import("#app/types/app.d.ts").Listing} Listing
 * @typedef {import("#app/types/app.d.ts").Refusal} Refusal
 * @typedef {import("#app/lib/outbox.js").Answer} Answer
 */

const RESEND_AFTER = 6000;
/** @type {Answer} */
const OFFLINE = { ok: false, code: "offline", params: {} };

export class Client {
  /**
   * @param {string} url
   * @param {{storage: Pick<Storage, "getItem" | "setItem" | "removeItem">, world?: import("#app/lib/socket.js").World}} how
   */
  constructor(url, { storage, world }) {
    const on = { message: this.#message.bind(this), open: this.#opened.bind(this), lost: this.#lost.bind(this) };
    this.link = new Link(url, on, world);
    this.clock = new ServerClock(this.link.world.now);
    this.outbox = new Outbox(storage);
    /** @type {import("#signals").Signal<{id: string, name: string} | null>} */
    this.user = signal(null);
    this.build = signal("");
    /** @type {Map<string, Channel>} */
    this.channels = new Map();
    /** How many hold each. @type {Map<string, number>} */
    this.held = new Map();
    this.lobby = signal(/** @type {Map<string, Listing> | null} */ (null));
    this.lobbyChat = new ChatRoom();
    this.lobbyWanted = 0;
    this.lastChannel = 0;
    /** Refusals of commands nobody waits for any more (sent before a reload) and of malformed messages. */
    this.stray = signal(/** @type {Refusal | null} */ (null));
    /** Called when somebody is nudged at a table. @type {Set<(channel: Channel, by: number, seat: number) => void>} */
    this.nudged = new Set();
    this.online = computed(() => this.link.state.value === "open");
  }

  /** Follow a table until `leave`. @param {string} table @param {string} [key] */
  join(table, key = "") {
    const known = this.channels.get(table);
    if (known) {
      if (key) known.key = key;
      if (known.standing.value === "gone") this.#join(known);
      return known;
    }
    const channel = new Channel(table, key);
    this.channels.set(table, channel);
    this.#join(channel);
    return channel;
  }

  /**
   * Follow a table as long as anybody holds it: pages that follow one another do not lose the line between them.
   * @param {string} table @param {string} [key]
   * @returns {() => void} let go
   */
  hold(table, key = "") {
    this.join(table, key);
    this.held.set(table, (this.held.get(table) ?? 0) + 1);
    let holds = true;
    return () => {
      if (!holds) return;
      holds = false;
      this.held.set(table, (this.held.get(table) ?? 1) - 1);
      this.link.world.later(() => this.held.get(table) || this.leave(table), 0);
    };
  }

  /** @param {string} table */
  leave(table) {
    this.held.delete(table);
    const channel = this.channels.get(table);
    if (!channel) return;
    this.channels.delete(table);
    this.link.send({ t: "table.leave", ch: channel.ch });
  }

  /**
   * Ask something of a table. The promise settles with the server's answer, however many sockets that takes.
   * @param {string} table
   * @param {{type: string, [key: string]: unknown}} cmd
   * @returns {Promise<Answer>}
   */
  do(table, cmd) {
    const channel = this.channels.get(table);
    const turn = channel?.public.value?.turn ?? 0;
    const user = this.user.value?.id ?? "";
    const key = channel?.key ? { key: channel.key } : {};
    return new Promise((resolve) => {
      const entry = this.outbox.add({ user, table, turn, cmd, ...key }, resolve);
      this.#send(entry);
    });
  }

  /**
   * Say something in a table's room or in the lobby's. It is sent once: who gets no answer keeps his words.
   * @param {string | null} table null: the lobby
   * @param {{text: string} | {preset: string}} what
   * @returns {Promise<Answer>}
   */
  say(table, what) {
    const ch = table === null ? {} : { ch: this.channels.get(table)?.ch ?? 0 };
    return new Promise((resolve) => {
      const id = this.outbox.wait(resolve);
      if (!this.link.send({ t: "chat.say", ...ch, id, ...what })) this.outbox.answer(id, OFFLINE);
    });
  }

  /** Remind a player that it is his turn. Refusals come as any other. @param {string} table @param {number} seat */
  nudge(table, seat) {
    const ch = this.channels.get(table)?.ch;
    if (ch !== undefined) this.link.send({ t: "nudge", ch, seat });
  }

  /** @returns {() => void} stop following */
  followLobby() {
    this.lobbyWanted += 1;
    if (this.lobbyWanted === 1) this.link.send({ t: "lobby.join" });
    return () => {
      this.lobbyWanted -= 1;
      if (this.lobbyWanted) return;
      this.lobby.value = null;
      this.link.send({ t: "lobby.leave" });
    };
  }

  /** @param {Channel} channel */
  #join(channel) {
    this.lastChannel += 1;
    if (channel.standing.value === "gone") channel.standing.value = "joining";
    this.link.send(channel.join(this.lastChannel));
  }

  /** @param {import("#app/lib/outbox.js").Pending} entry */
  #send({ id, table, turn, cmd, key }) {
    if (this.link.send({ t: "table.do", table, id, turn, cmd, ...(key && { key }) })) {
      this.link.world.later(() => this.#remind(id), RESEND_AFTER);
    }
  }

  /** An open socket and no answer: the worker may have died between reading and answering. @param {string} id */
  #remind(id) {
    const entry = this.outbox.pending.value.find((p) => p.id === id);
    if (entry) this.#send(entry);
  }

  #opened() {
    for (const channel of this.channels.values()) this.#join(channel);
    if (this.lobbyWanted) this.link.send({ t: "lobby.join" });
    const me = this.user.value?.id ?? "";
    this.outbox.drop((entry) => entry.user !== "" && entry.user !== me);
    for (const entry of this.outbox.pending.value) this.#send(entry);
  }

  #lost() {
    for (const channel of this.channels.values()) channel.lost();
    this.outbox.giveUp(OFFLINE);
  }

  /** @param {number} ch */
  #channel(ch) {
    for (const channel of this.channels.values()) if (channel.ch === ch) return channel;
    return undefined;
  }

  /** @param {ServerMessage | TableDelta | Ack} message */
  #message(message) {
    if (Array.isArray(message)) {
      this.#short(message);
      return;
    }
    switch (message.t) {
      case "hello":
        this.user.value = message.user ?? null;
        this.build.value = message.build;
        this.clock.learn(message.now);
        return;
      case "pong":
        this.clock.learn(message.now, this.link.latency.value);
        return;
      case "table.snap":
        this.clock.learn(message.now);
        this.#channel(message.ch)?.snapshot(message);
        return;
      case "table.current":
        this.#channel(message.ch)?.caughtUp(message.seq);
        return;
      case "table.gone":
        this.#gone(message);
        return;
      case "presence":
        this.#presence(message);
        return;
      case "nack":
        this.#refused(message);
        return;
      case "lobby.snap":
        this.lobby.value = new Map(/** @type {Listing[]} */ (message.tables).map((listing) => [listing.id, listing]));
        return;
      case "lobby.delta":
        this.#listing(message);
        return;
      case "chat.log":
        this.#room(message.ch)?.log(message.lines);
        return;
      case "chat.said":
        this.#room(message.ch)?.said(message.line);
        return;
      case "nudged":
        this.#nudged(message);
        return;
    }
  }

  /** What comes with every move is an array: acks begin with an id, deltas with a channel. @param {TableDelta | Ack} message */
  #short(message) {
    if (typeof message[0] === "string") {
      this.outbox.settle(message[0], { ok: true, seq: message[1] });
      return;
    }
    const delta = /** @type {TableDelta} */ (message);
    const channel = this.#channel(delta[0]);
    if (channel && !channel.delta(delta)) this.#rejoin(channel);
  }

  /** @param {Channel} channel */
  #rejoin(channel) {
    channel.lost();
    this.link.send({ t: "table.leave", ch: channel.ch });
    this.#join(channel);
  }

  /** @param {import("#app/types/protocol.d.ts").TableGone} message */
  #gone({ ch, code, params = {} }) {
    const channel = this.#channel(ch);
    if (!channel) return;
    channel.closed({ code, params });
    this.outbox.drop((entry) => entry.table === channel.table);
  }

  /** The room of a channel; without one, the lobby's. @param {number | undefined} ch */
  #room(ch) {
    return ch === undefined ? this.lobbyChat : this.#channel(ch)?.chat;
  }

  /** @param {import("#app/types/protocol.d.ts").Nudged} message */
  #nudged({ ch, by, seat }) {
    const channel = this.#channel(ch);
    if (!channel) return;
    for (const listener of this.nudged) listener(channel, by, seat);
  }

  /** @param {import("#app/types/protocol.d.ts").Presence} message */
  #presence({ ch, here, watchers = {} }) {
    this.#channel(ch)?.presence(here, watchers, this.clock.now());
  }

  /** @param {import("#app/types/protocol.d.ts").Nack} message */
  #refused({ id, code, params = {} }) {
    const waited = id && this.outbox.waiters.has(id);
    if (id) this.outbox.settle(id, { ok: false, code, params });
    if (!waited) this.stray.value = { code, params };
  }

  /** @param {import("#app/types/protocol.d.ts").LobbyDelta} message */
  #listing({ table, listing }) {
    const next = new Map(this.lobby.value ?? []);
    if (listing) next.set(table, /** @type {Listing} */ (listing));
    else next.delete(table);
    this.lobby.value = next;
  }
}
