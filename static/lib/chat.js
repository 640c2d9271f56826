// What is said in one room, a table's or the lobby's: bounded, in order, each line once, however often it comes.
import { batch, signal } from "#signals";

/** @typedef {import("#app/types/room.d.ts").ChatLine} ChatLine */

export const CHAT_KEPT = 200;
export const TEXT_MOST = 300;

/** The phrases that every reader sees in his own language; their words are `chat.preset.<key>`. */
export const PRESETS = [
  "hello",
  "good_luck",
  "well_played",
  "thanks",
  "sorry",
  "nice_trick",
  "one_moment",
  "back_now",
  "take_your_time",
  "your_turn",
  "good_game",
  "again",
  "bye",
  "oops",
];

export class ChatRoom {
  constructor() {
    this.lines = signal(/** @type {ChatLine[]} */ ([]));
    /** Lines that came while nobody had the room in view. */
    this.unread = signal(0);
    /** How many show the room now. */
    this.watched = 0;
    /** The highest number seen. */
    this.high = 0;
    /** @type {Set<(line: ChatLine) => void>} */
    this.listeners = new Set();
  }

  /** The room as the server tells it after a join; what is new in it counts as unread. @param {ChatLine[]} lines */
  log(lines) {
    const first = this.high === 0;
    const fresh = lines.filter((line) => line.n > this.high);
    this.#put(lines, first ? 0 : fresh.length);
  }

  /** @param {ChatLine} line */
  said(line) {
    if (line.n <= this.high) return;
    this.#put([line], 1);
    for (const listener of this.listeners) listener(line);
  }

  /** What is shown among the lines but was not said: a nudge. @param {Omit<ChatLine, "n">} line */
  note(line) {
    const note = { ...line, n: this.high + 0.001 * (this.lines.value.length + 1) };
    this.lines.value = [...this.lines.value, note].slice(-CHAT_KEPT);
    if (!this.watched) this.unread.value += 1;
  }

  /** Somebody looks at the room until the returned function is called. */
  watch() {
    this.watched += 1;
    this.unread.value = 0;
    return () => {
      this.watched -= 1;
    };
  }

  /** @param {ChatLine[]} lines @param {number} fresh */
  #put(lines, fresh) {
    const known = new Set(this.lines.value.map(({ n }) => n));
    const more = lines.filter(({ n }) => !known.has(n));
    if (!more.length) return;
    batch(() => {
      this.lines.value = [...this.lines.value, ...more].sort((a, b) => a.n - b.n).slice(-CHAT_KEPT);
      this.high = Math.max(this.high, ...more.map(({ n }) => n));
      if (!this.watched) this.unread.value += fresh;
    });
  }
}
