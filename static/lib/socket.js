// One WebSocket that comes back by itself. Liveness is ours: a socket that stays silent is replaced without waiting
// for its close event, which may come minutes later or never.
import { signal } from "#signals";

export const PING_AFTER = 2500;
export const DEAD_AFTER = 9000;
export const PROBE_FOR = 3000;
const BACKOFF = [500, 8000];
const SUBPROTOCOL = "cards.v1";

/**
 * What the link needs of the world; tests give their own.
 * @typedef {object} World
 * @property {(url: string, protocol: string) => WebSocket} open
 * @property {() => number} now ms, monotonic
 * @property {(fn: () => void, ms: number) => unknown} later
 * @property {(timer: any) => void} cancel
 * @property {() => number} random
 */

/** @type {World} */
export const browserWorld = {
  open: (url, protocol) => new WebSocket(url, protocol),
  now: () => performance.now(),
  later: (fn, ms) => setTimeout(fn, ms),
  cancel: (timer) => clearTimeout(timer),
  random: () => Math.random(),
};

/** Full jitter between the least and a doubling, capped wait. @param {number} attempt @param {number} random 0..1 */
export function backoff(attempt, random) {
  const [least = 0, most = 0] = BACKOFF;
  const cap = Math.min(most, least * 2 ** attempt);
  return least + random * (cap - least);
}

/** Whether to come back after this close code. @param {number} code */
export const comesBack = (code) => !(code >= 4500 && code < 5000);

/** @typedef {"idle" | "connecting" | "open" | "waiting" | "refused"} LinkState */

export class Link {
  /**
   * @param {string} url
   * @param {{message: (message: any) => void, open: () => void, lost: () => void}} on
   * @param {World} [world]
   */
  constructor(url, on, world = browserWorld) {
    this.url = url;
    this.on = on;
    this.world = world;
    this.state = signal(/** @type {LinkState} */ ("idle"));
    /** Tries since the last time a socket worked. */
    this.attempt = signal(0);
    /** Nothing heard for a while, though the socket is open. */
    this.quiet = signal(false);
    /** ms of the last round trip; -1 before the first. */
    this.latency = signal(-1);
    this.closeCode = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {unknown} */
    this.timer = null;
    this.heard = 0;
    this.pinged = 0;
    this.patience = 0;
    /** @type {number | null} */
    this.asked = null;
  }

  start() {
    if (this.state.value === "idle" || this.state.value === "refused") this.#connect();
  }

  stop() {
    this.#drop();
    this.state.value = "idle";
  }

  /** Give the socket up and connect anew at once (another session, the network is back). */
  renew() {
    if (this.state.value === "idle") return;
    this.#drop();
    this.#connect();
  }

  /** Find out at once whether the socket still lives (the page woke up). */
  probe() {
    if (this.state.value === "waiting") this.renew();
    else if (this.state.value === "open") this.#ping(PROBE_FOR);
  }

  /** @param {object} message @returns {boolean} whether it was handed to an open socket */
  send(message) {
    if (this.state.value !== "open" || this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  #connect() {
    this.world.cancel(this.timer);
    this.state.value = "connecting";
    this.asked = null;
    this.pinged = 0;
    this.heard = this.world.now();
    const socket = this.world.open(this.url, SUBPROTOCOL);
    this.socket = socket;
    socket.onmessage = (event) => socket === this.socket && this.#receive(String(event.data));
    socket.onclose = (event) => socket === this.socket && this.#closed(event.code);
    this.#watch();
  }

  /** @param {string} data */
  #receive(data) {
    this.heard = this.world.now();
    this.quiet.value = false;
    const message = JSON.parse(data);
    if (message.t === "pong" && this.pinged) this.latency.value = Math.round(this.heard - this.pinged);
    if (message.t === "bye") this.asked = message.reconnect_in ?? -1;
    this.pinged = message.t === "pong" ? 0 : this.pinged;
    if (message.t === "hello") {
      this.state.value = "open";
      this.attempt.value = 0;
      this.on.message(message);
      this.on.open();
      return;
    }
    this.on.message(message);
  }

  /** @param {number} patience ms to wait for an answer */
  #ping(patience) {
    this.pinged = this.world.now();
    this.patience = patience;
    this.send({ t: "ping" });
    this.#watch();
  }

  /** The one timer of a socket: ping when it is silent, replace it when the ping stays without an answer. */
  #watch() {
    this.world.cancel(this.timer);
    const now = this.world.now();
    const silent = now - this.heard;
    const opening = this.state.value === "connecting";
    const overdue = opening
      ? silent >= DEAD_AFTER
      : this.pinged > 0 && this.heard < this.pinged && now - this.pinged >= this.patience;
    if (overdue) {
      this.#closed(0);
      return;
    }
    this.quiet.value = !opening && silent > PING_AFTER + 500;
    if (!opening && silent >= PING_AFTER && (!this.pinged || this.heard >= this.pinged)) {
      this.#ping(DEAD_AFTER - PING_AFTER);
      return;
    }
    this.timer = this.world.later(() => this.#watch(), 500);
  }

  /** @param {number} code 0: we gave it up */
  #closed(code) {
    const asked = this.asked;
    this.#drop();
    this.closeCode = code;
    if (!comesBack(code) || asked === -1) {
      this.state.value = "refused";
    } else {
      const wait = asked ?? backoff(this.attempt.value, this.world.random());
      this.attempt.value += 1;
      this.state.value = "waiting";
      this.timer = this.world.later(() => this.#connect(), wait);
    }
    this.on.lost();
  }

  #drop() {
    this.world.cancel(this.timer);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }
}
