// Which sound is heard when several want to be: never two within a moment, and of those that wait the most important.

/** The least important first. */
export const RANKS = /** @type {const} */ ([
  "card",
  "chat",
  "returned",
  "gone",
  "trick_them",
  "trick_us",
  "done",
  "turn",
  "nudge",
  "low_1",
  "low_2",
  "over_drawn",
  "over_lost",
  "over_won",
]);

/** @typedef {typeof RANKS[number]} Cue */

/** The switch that a sound hangs on. @type {Record<Cue, import("#app/lib/prefs.js").SoundClass>} */
export const CLASS_OF = {
  card: "card",
  chat: "chat",
  returned: "people",
  gone: "people",
  trick_them: "trick",
  trick_us: "trick",
  done: "done",
  turn: "turn",
  nudge: "turn",
  low_1: "low",
  low_2: "low",
  over_drawn: "over",
  over_lost: "over",
  over_won: "over",
};

/** What belongs to one moment is gathered for so long, ms. */
export const GATHER = 40;
/** At most one sound in so many ms. */
export const APART = 250;

export class Cues {
  /**
   * @param {(cue: Cue) => void} ring
   * @param {{now: () => number, later: (fn: () => void, ms: number) => unknown}} world
   */
  constructor(ring, world) {
    this.ring = ring;
    this.world = world;
    /** @type {Cue | ""} */
    this.waiting = "";
    this.last = Number.NEGATIVE_INFINITY;
  }

  /** @param {Cue} cue */
  want(cue) {
    const idle = this.waiting === "";
    if (idle || RANKS.indexOf(cue) > RANKS.indexOf(/** @type {Cue} */ (this.waiting))) this.waiting = cue;
    if (!idle) return;
    const rest = this.last + APART - this.world.now();
    this.world.later(() => this.#now(), Math.max(GATHER, rest));
  }

  #now() {
    const cue = this.waiting;
    this.waiting = "";
    this.last = this.world.now();
    if (cue) this.ring(cue);
  }
}

/**
 * The end as one seat hears it.
 * @param {import("#app/types/app.d.ts").SideResult[]} sides @param {number} seat -1: a watcher
 * @returns {Cue}
 */
export function endCue(sides, seat) {
  const first = sides.filter((side) => side.place === 1);
  const own = sides.find((side) => side.seats.includes(seat));
  if (!own || first.length !== 1) return "over_drawn";
  return own.place === 1 ? "over_won" : "over_lost";
}

/** The table's own notes that have a sound. @type {Record<string, Cue>} */
const SOUNDS = { gone: "gone", came: "returned", back: "returned", offered: "chat" };

/** The sounds of a commit, as one seat hears them. @param {import("#app/lib/channel.js").Change} change @param {Pick<import("#app/types/app.d.ts").GameClient, "sound">} game @param {number} seat -1: a watcher */
export function soundsOf({ before, after, notes }, game, seat) {
  const heard = notes.flatMap((note) => {
    const own = SOUNDS[note[0]] !== undefined && note[note[0] === "offered" ? 2 : 1] === seat;
    const found = own ? "" : (SOUNDS[note[0]] ?? game.sound?.(note, after, seat));
    return found ? [found] : [];
  });
  if (before.phase !== "over" && after.phase === "over") heard.push(endCue(after.result?.sides ?? [], seat));
  return heard;
}
