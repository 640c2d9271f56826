// One table as this viewer sees it: the last snapshot and every commit since, in order, none twice, none left out.

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
    this.invite = signal("");
    this.log = signal(/** @type {Note[]} */ ([]));
    /** When the present decision began, server time. */
    this.since = signal(0);
    this.gone = signal(/** @type {Refusal | null} */ (null));
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
    batch(() => {
      this.pos = snap.pos;
      this.at = snap.at;
      this.public.value = /** @type {PublicView} */ (/** @type {unknown} */ (snap.public));
      this.private.value = /** @type {PrivateView} */ (/** @type {unknown} */ (snap.private));
      this.log.value = /** @type {Note[]} */ (snap.log).slice(-LOG_KEPT);
      this.since.value = snap.since;
      this.here.value = snap.here;
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
    const before = this.public.value;
    if (!this.pos || !before) return false;
    if (seq <= this.pos.seq) return true;
    if (seq !== this.pos.seq + 1) return false;
    // a commit begins a decision of its own number unless it says otherwise
    const after = merge(before, { turn: seq, ...pub });
    this.at += at;
    const change = { before, after, notes: /** @type {Note[]} */ (notes), seq };
    change.notes = this.complete(change);
    batch(() => {
      this.pos = { epoch: /** @type {Position} */ (this.pos).epoch, seq, chain };
      this.public.value = after;
      this.private.value = merge(this.private.value, mine);
      if (after.turn !== before.turn || after.phase !== before.phase) this.since.value = this.at;
      if (change.notes.length) this.log.value = [...this.log.value, ...change.notes].slice(-LOG_KEPT);
    });
    for (const listener of this.listeners) listener(change);
    return true;
  }

  /** @param {number} seq */
  caughtUp(seq) {
    if (this.pos?.seq === seq || (this.pos && this.pos.seq > seq)) this.standing.value = "current";
  }

  /** @param {Refusal} why */
  closed(why) {
    batch(() => {
      this.standing.value = "gone";
      this.gone.value = why;
    });
  }
}
