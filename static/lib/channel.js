// One table as this viewer sees it: the last snapshot and every commit since, in order, none twice, none left out.

import { ChatRoom } from "#app/lib/chat.js";
import { merge } from "#app/lib/patch.js";
import { batch, signal } from "#signals";

/**
 * @typedef {import("#app/types/protocol.d.ts").TableSnap} TableSnap
 * @typedef {import("#app/types/protocol.d.ts").TableDelta} TableDelta
 * @typedef {import("#app/types/protocol.d.ts").Position} Position
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").PrivateView} PrivateView
 * @typedef {import("#app/types/app.d.ts").Note} Note
 * @typedef {import("#app/types/app.d.ts").Refusal} Refusal
 * @typedef {{public: PublicView, private: PrivateView, log: Note[], since: number}} Held
 * @typedef {{before: PublicView, after: PublicView, notes: Note[], seq: number}} Change
 * @typedef {"joining" | "behind" | "current" | "gone"} Standing
 */

export const LOG_KEPT = 300;

export class Channel {
  /**
   * @param {string} table
   * @param {string} key invitation, "" for none
   */
  constructor(table, key) {
    this.table = table;
    this.key = key;
    /** The number of the present subscription; frames with another one come from a former and are dropped. */
    this.ch = 0;
    /** @type {Position | null} */
    this.pos = null;
    this.standing = signal(/** @type {Standing} */ ("joining"));
    this.public = signal(/** @type {PublicView | null} */ (null));
    this.private = signal(/** @type {PrivateView} */ ({}));
    this.here = signal(/** @type {string[]} */ ([]));
    /** Everybody who was here while this page looked. @type {Set<string>} */
    this.met = new Set();
    /** Who looks on, names by user. */
    this.watchers = signal(/** @type {Record<string, string>} */ ({}));
    /** Since when a person at the table is not connected, server time by user. */
    this.lostAt = signal(/** @type {Record<string, number>} */ ({}));
    this.chat = new ChatRoom();
    this.invite = signal("");
    this.log = signal(/** @type {Note[]} */ ([]));
    /** When the present decision began, server time. */
    this.since = signal(0);
    /** The most that a bank has held as far as this page saw it, ms. */
    this.fullBank = 0;
    this.gone = signal(/** @type {Refusal | null} */ (null));
    /** What the signals say, or will say once the page has caught up. @type {Held | null} */
    this.held = null;
    /** When the last commit was made, server time. */
    this.at = 0;
    /** @type {Set<(change: Change) => void>} */
    this.listeners = new Set();
    /** The game's notes of a commit from what the server sent and what the views show. */
    this.complete = (/** @type {Change} */ change) => change.notes;
  }

  /** The join for a fresh subscription `ch`. @param {number} ch */
  join(ch) {
    this.ch = ch;
    const { table, key, pos } = this;
    return { t: "table.join", table, ch, ...(pos && { pos }), ...(key && { key }) };
  }

  /** The socket is gone: what the page holds may be old. */
  lost() {
    if (this.standing.value === "current") this.standing.value = "behind";
  }

  /** @param {TableSnap} snap */
  snapshot(snap) {
    this.pos = snap.pos;
    this.at = snap.at;
    this.held = {
      public: /** @type {PublicView} */ (/** @type {unknown} */ (snap.public)),
      private: /** @type {PrivateView} */ (/** @type {unknown} */ (snap.private)),
      log: /** @type {Note[]} */ (snap.log).slice(-LOG_KEPT),
      since: snap.since,
    };
    batch(() => {
      this.#show();
      this.presence(snap.here, snap.watchers ?? {}, snap.now);
      this.invite.value = snap.invite ?? "";
      this.standing.value = "current";
      this.gone.value = null;
    });
  }

  /**
   * @param {TableDelta} delta
   * @returns {boolean} false: there is a hole, join again
   */
  delta([, seq, chain, at, pub = {}, mine = {}, notes = []]) {
    const { pos, held } = this;
    if (!pos || !held) return false;
    if (seq <= pos.seq) return true;
    if (seq !== pos.seq + 1) return false;
    const before = held.public;
    // a commit begins a decision of its own number unless it says otherwise
    const after = merge(before, { turn: seq, ...pub });
    const change = { before, after, notes: /** @type {Note[]} */ (notes), seq };
    change.notes = this.complete(change);
    this.pos = { epoch: pos.epoch, seq, chain };
    this.at += at;
    const begun = after.turn !== before.turn || after.phase !== before.phase;
    this.held = {
      public: after,
      // whatever happens ends the offer to take back, unless it is made again
      private: merge(held.private, { undo: null, ...mine }),
      log: change.notes.length ? [...held.log, ...change.notes].slice(-LOG_KEPT) : held.log,
      since: begun ? this.at : held.since,
    };
    // what is missed is shown at once, not card by card
    if (this.standing.value === "current") this.#show();
    for (const listener of this.listeners) listener(change);
    return true;
  }

  #show() {
    const { held } = this;
    if (!held) return;
    this.fullBank = Math.max(this.fullBank, ...Object.values(held.public.clock ?? {}));
    batch(() => {
      this.public.value = held.public;
      this.private.value = held.private;
      this.log.value = held.log;
      this.since.value = held.since;
    });
  }

  /**
   * Who is connected to the table.
   * @param {string[]} here users
   * @param {Record<string, string>} watchers names by user
   * @param {number} now server time
   */
  presence(here, watchers, now) {
    const seats = Object.values(this.held?.public.seats ?? {});
    const away = seats.flatMap((held) => (held.kind === "person" && !here.includes(held.user) ? [held.user] : []));
    for (const user of here) this.met.add(user);
    batch(() => {
      this.here.value = here;
      this.watchers.value = watchers;
      this.lostAt.value = Object.fromEntries(away.map((user) => [user, this.lostAt.value[user] ?? now]));
    });
  }

  /** @param {number} seq */
  caughtUp(seq) {
    if (!this.pos || this.pos.seq < seq) return;
    batch(() => {
      this.#show();
      this.standing.value = "current";
    });
  }

  /** @param {Refusal} why */
  closed(why) {
    batch(() => {
      this.standing.value = "gone";
      this.gone.value = why;
    });
  }
}
