// A stored game as a row of states, and how to move in it. A game's module says where a state lies (its address, the
// greatest unit first: deal, trick, card); stepping by a unit is then the same for every game.
import { merge } from "#app/lib/patch.js";

/**
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").PrivateView} PrivateView
 * @typedef {{public: PublicView, private: Record<string, PrivateView>}} Moment
 * @typedef {Record<string, number>} Address
 */

/** @param {import("#app/types/app.d.ts").Review} review @returns {Moment[]} state k is the one after k steps */
export function unfold({ start, steps }) {
  /** @type {Moment[]} */
  const moments = [start];
  for (const step of steps) moments.push(merge(/** @type {Moment} */ (moments.at(-1)), step.patch));
  return moments;
}

/** d2.t7.c3 @param {Address} address */
export const spell = (address) =>
  Object.entries(address)
    .map(([unit, n]) => `${unit}${n}`)
    .join(".");

/** @param {string} text @returns {Address | null} */
export function parse(text) {
  if (!/^[a-z]\d+(\.[a-z]\d+)*$/.test(text)) return null;
  return Object.fromEntries(text.split(".").map((part) => [part.charAt(0), Number(part.slice(1))]));
}

export class Walk {
  /** @param {Address[]} addresses of all states */
  constructor(addresses) {
    this.addresses = addresses;
    this.last = addresses.length - 1;
  }

  /** The first state at an address or past it. @param {Address} target */
  find(target) {
    const units = Object.keys(target);
    const reached = (/** @type {Address} */ here) => {
      for (const unit of units) {
        const by = (here[unit] ?? 0) - (target[unit] ?? 0);
        if (by !== 0) return by > 0;
      }
      return true;
    };
    const at = this.addresses.findIndex(reached);
    return at < 0 ? this.last : at;
  }

  /** Whether two states lie in the same unit of depth `depth` (1: the greatest). @param {number} a @param {number} b @param {number} depth */
  #together(a, b, depth) {
    const [one, two] = [this.addresses[a] ?? {}, this.addresses[b] ?? {}];
    return Object.keys(one)
      .slice(0, depth)
      .every((unit) => one[unit] === two[unit]);
  }

  /** The first state of the unit that `at` lies in. @param {number} at @param {number} depth */
  first(at, depth) {
    let i = at;
    while (i > 0 && this.#together(i - 1, at, depth)) i -= 1;
    return i;
  }

  /** The last state of it. @param {number} at @param {number} depth */
  end(at, depth) {
    let i = at;
    while (i < this.last && this.#together(i + 1, at, depth)) i += 1;
    return i;
  }

  /** One smallest unit on or back: to the next state that lies elsewhere. @param {number} at @param {1 | -1} by */
  step(at, by) {
    const depth = Object.keys(this.addresses[at] ?? {}).length;
    const edge = by > 0 ? this.end(at, depth) + 1 : this.first(at, depth) - 1;
    const to = Math.max(0, Math.min(this.last, edge));
    return by > 0 ? this.end(to, depth) : to;
  }

  /** To the end of this unit, or of the next or former one. @param {number} at @param {1 | -1} by @param {number} depth */
  leap(at, by, depth) {
    const end = this.end(at, depth);
    if (by > 0) return at < end ? end : this.end(Math.min(this.last, end + 1), depth);
    return Math.max(0, this.first(at, depth) - 1);
  }

  /** To the beginning of the next or former unit. @param {number} at @param {1 | -1} by @param {number} depth */
  begin(at, by, depth) {
    if (by > 0) {
      const end = this.end(at, depth);
      return end < this.last ? end + 1 : this.first(at, depth);
    }
    const first = this.first(at, depth);
    return first > 0 ? this.first(first - 1, depth) : 0;
  }
}
