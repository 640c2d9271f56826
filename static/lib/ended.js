// Which of my games have ended while I did not look: who plays by the day comes back to find his table gone.

import { seatOf } from "#app/lib/mine.js";
import { outcomeOf } from "#app/lib/outcome.js";
import { signal } from "#signals";

/**
 * @typedef {import("#app/types/app.d.ts").HistoryGame} HistoryGame
 * @typedef {import("#app/types/app.d.ts").Listing} Listing
 * @typedef {{id: string, game: string, how: string, place?: number, finished: number}} End
 * @typedef {{user: string, known: Record<string, number>, ends: End[], seen: string[]}} Kept `known`: tables in play, each with how often it was asked for in vain since it has gone; `seen`: whose end was watched
 */

const SLOT = "ended";
/** A game that has just ended is stored a moment later; one that is not stored soon never will be. */
const TRIES = 4;
/** No more are told of. */
const TOLD = 3;
/** No more ends are remembered as seen: the list is late by moments, not by games. */
const SEEN = 20;

const isGoing = (/** @type {Listing} */ { phase }) => phase === "playing" || phase === "between";

export class Ended {
  /** @param {Pick<Storage, "getItem" | "setItem">} storage */
  constructor(storage) {
    this.storage = storage;
    /** What the storage did not take. @type {Kept | null} */
    this.unsaved = null;
    this.ends = signal(/** @type {End[]} */ ([]));
  }

  /** @param {string} user @returns {Kept} */
  #kept(user) {
    if (this.unsaved?.user === user) return this.unsaved;
    try {
      const kept = JSON.parse(this.storage.getItem(SLOT) ?? "null");
      if (kept?.user === user && kept.known && Array.isArray(kept.ends)) return { ...kept, seen: kept.seen ?? [] };
    } catch {
      // nothing, or nothing that can be read: as if this browser had not been here
    }
    return { user, known: {}, ends: [], seen: [] };
  }

  /** @param {Kept} kept */
  #keep(kept) {
    const now = { ...kept, ends: kept.ends.slice(-TOLD) };
    this.ends.value = now.ends;
    this.unsaved = null;
    try {
      this.storage.setItem(SLOT, JSON.stringify(now));
    } catch {
      this.unsaved = now; // storage full or forbidden: it holds as long as the page
    }
  }

  /**
   * Remember the games in play.
   * @param {string} user @param {Listing[]} listings @returns {boolean} whether one has gone, of which the archive may know
   */
  meet(user, listings) {
    const kept = this.#kept(user);
    const mine = listings.filter((one) => isGoing(one) && seatOf(one, user) >= 0 && !kept.seen.includes(one.id));
    const going = Object.fromEntries(mine.map(({ id }) => [id, 0]));
    const gone = Object.keys(kept.known).filter((id) => !(id in going));
    this.#keep({ ...kept, known: { ...Object.fromEntries(gone.map((id) => [id, kept.known[id] ?? 0])), ...going } });
    return gone.length > 0;
  }

  /** What the archive has; whether it may still get what it has not. @param {string} user @param {HistoryGame[]} games @param {Listing[]} listings those still in play */
  told(user, games, listings) {
    const kept = this.#kept(user);
    const going = new Set(listings.filter(isGoing).map(({ id }) => id));
    const known = Object.entries(kept.known);
    const ends = games
      .filter(({ id }) => known.some(([one]) => one === id) && !going.has(id))
      .map((game) => {
        const { how, place } = outcomeOf(game, user);
        return { id: game.id, game: game.game, how: how || "void", place, finished: game.finished };
      });
    const rest = known
      .filter(([id]) => !ends.some((end) => end.id === id))
      .map(([id, tries]) => /** @type {[string, number]} */ ([id, going.has(id) ? 0 : tries + 1]))
      .filter(([, tries]) => tries < TRIES);
    this.#keep({ ...kept, known: Object.fromEntries(rest), ends: [...kept.ends, ...ends] });
    return rest.some(([, tries]) => tries > 0);
  }

  /** I have seen how it ended; a list that is late, even one that the next page gets, makes no news of it. @param {string} user @param {string} id */
  seen(user, id) {
    const { known, ends, seen } = this.#kept(user);
    const { [id]: _, ...rest } = known;
    const now = [...seen.filter((one) => one !== id), id].slice(-SEEN);
    this.#keep({ user, known: rest, ends: ends.filter((end) => end.id !== id), seen: now });
  }
}
