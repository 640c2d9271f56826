// Commands that have no answer yet. They are kept over reconnects and reloads and sent again under the same id, which
// the server counts once. The nonce is new on every page load, so that a duplicated tab cannot use the same ids.
import { signal } from "#signals";

/**
 * @typedef {{id: string, user: string, table: string, turn: number, cmd: {type: string, [key: string]: unknown}, key?: string, at: number}} Pending
 * @typedef {{ok: true, seq: number} | {ok: false, code: string, params: Record<string, string | number | boolean>}} Answer
 */

const SLOT = "outbox";
const STALE_AFTER = 60 * 60 * 1000;

/** @param {(bytes: Uint8Array<ArrayBuffer>) => Uint8Array} [fill] */
export function makeNonce(fill = (bytes) => crypto.getRandomValues(bytes)) {
  return Array.from(fill(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Outbox {
  /**
   * @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} storage
   * @param {{nonce?: string, now?: () => number}} [how]
   */
  constructor(storage, { nonce = makeNonce(), now = Date.now } = {}) {
    this.storage = storage;
    this.nonce = nonce;
    this.now = now;
    this.counter = 0;
    /** Oldest first. */
    this.pending = signal(this.#load());
    /** @type {Map<string, (answer: Answer) => void>} */
    this.waiters = new Map();
    /** Ids of what is sent only once, and lost with the socket. @type {Set<string>} */
    this.fleeting = new Set();
  }

  /**
   * @param {Omit<Pending, "id" | "at">} command
   * @param {(answer: Answer) => void} [answered]
   * @returns {Pending}
   */
  add(command, answered) {
    this.counter += 1;
    const entry = { ...command, id: `${this.nonce}.${this.counter}`, at: this.now() };
    if (answered) this.waiters.set(entry.id, answered);
    this.#store([...this.pending.value, entry]);
    return entry;
  }

  /**
   * The answer has come: the command waits no more.
   * @param {string} id
   * @param {Answer} answer
   * @returns {Pending | undefined} undefined if it was answered before
   */
  settle(id, answer) {
    const entry = this.pending.value.find((p) => p.id === id);
    if (!entry) {
      if (this.fleeting.has(id)) this.answer(id, answer);
      return undefined;
    }
    this.#store(this.pending.value.filter((p) => p !== entry));
    this.waiters.get(id)?.(answer);
    this.waiters.delete(id);
    return entry;
  }

  /** An id for what is not kept and not sent again. @param {(answer: Answer) => void} answered */
  wait(answered) {
    this.counter += 1;
    const id = `${this.nonce}.${this.counter}`;
    this.waiters.set(id, answered);
    this.fleeting.add(id);
    return id;
  }

  /** The answer to what is not kept. @param {string} id @param {Answer} answer */
  answer(id, answer) {
    this.fleeting.delete(id);
    this.waiters.get(id)?.(answer);
    this.waiters.delete(id);
  }

  /** No answer will come to what is not kept. @param {Answer} answer */
  giveUp(answer) {
    for (const id of this.fleeting) this.answer(id, answer);
  }

  /** Forget what cannot be answered any more. @param {(entry: Pending) => boolean} which */
  drop(which) {
    const rest = this.pending.value.filter((entry) => !which(entry));
    if (rest.length !== this.pending.value.length) this.#store(rest);
  }

  /** @returns {Pending[]} */
  #load() {
    try {
      const entries = JSON.parse(this.storage.getItem(SLOT) ?? "[]");
      return entries.filter((/** @type {Pending} */ entry) => this.now() - entry.at < STALE_AFTER);
    } catch {
      return [];
    }
  }

  /** @param {Pending[]} entries */
  #store(entries) {
    this.pending.value = entries;
    try {
      if (entries.length) this.storage.setItem(SLOT, JSON.stringify(entries));
      else this.storage.removeItem(SLOT);
    } catch {
      // storage full or forbidden: they still live as long as the page
    }
  }
}
