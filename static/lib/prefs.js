// What a person has set for himself in this browser. It is no part of any game and never leaves the browser.
import { signal } from "#signals";

/**
 * @typedef {"turn" | "card" | "trick" | "done" | "low" | "chat" | "people" | "over"} SoundClass
 * @typedef {object} Prefs
 * @property {boolean} oneTap on a touch screen one tap plays a card at once
 * @property {"none" | "fast" | "normal" | "slow"} motion
 * @property {Record<string, string>} sorts by game: the order of the hand
 * @property {"four" | "two"} pack colours of the suits
 * @property {boolean} letters on the cards
 * @property {"auto" | "light" | "dark"} theme
 * @property {boolean} keys single letters act
 * @property {boolean} sound
 * @property {number} volume 0..100
 * @property {Partial<Record<SoundClass, boolean>>} silent classes of sound that are off
 * @property {Record<string, string>} muted names by user: whose words are not shown
 */

/** @type {Prefs} */
export const DEFAULTS = {
  oneTap: false,
  motion: "normal",
  sorts: {},
  pack: "four",
  letters: true,
  theme: "auto",
  keys: true,
  sound: true,
  volume: 60,
  silent: {},
  muted: {},
};

/** @type {SoundClass[]} */
export const SOUND_CLASSES = ["turn", "card", "trick", "done", "low", "chat", "people", "over"];

const SLOT = "prefs";

/** @param {unknown} kept @returns {Prefs} what was kept, where it is of the right kind */
function sane(kept) {
  const given = typeof kept === "object" && kept !== null ? /** @type {Record<string, unknown>} */ (kept) : {};
  const known = Object.entries(DEFAULTS).map(([key, usual]) => {
    const value = given[key];
    return [key, value !== null && typeof value === typeof usual ? value : usual];
  });
  return Object.fromEntries(known);
}

export class Preferences {
  /** @param {Pick<Storage, "getItem" | "setItem">} storage */
  constructor(storage) {
    this.storage = storage;
    this.now = signal(this.#load());
  }

  get value() {
    return this.now.value;
  }

  /** @param {Partial<Prefs>} more */
  set(more) {
    this.now.value = { ...this.now.value, ...more };
    try {
      this.storage.setItem(SLOT, JSON.stringify(this.now.value));
    } catch {
      // storage full or forbidden: it holds as long as the page
    }
  }

  /** Hide somebody's words, or show them again. @param {string} user @param {string} name "" shows them again */
  mute(user, name) {
    const { [user]: _, ...rest } = this.now.value.muted;
    this.set({ muted: name ? { ...rest, [user]: name } : rest });
  }

  #load() {
    try {
      return sane(JSON.parse(this.storage.getItem(SLOT) ?? "null"));
    } catch {
      return DEFAULTS;
    }
  }
}
