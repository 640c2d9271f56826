// A wish for a new table is sent under a number of its own. If its answer is lost, the same wish is sent again under the
// same number, and the server makes one table of both.

import { makeNonce } from "#app/lib/outbox.js";

export class Wishes {
  /** @param {() => string} [nonce] */
  constructor(nonce = makeNonce) {
    this.nonce = nonce;
    /** Wishes without an answer: their numbers by what is wished. @type {Map<string, string>} */
    this.open = new Map();
  }

  /**
   * The body to send.
   * @param {string} path @param {object} body
   */
  numbered(path, body) {
    const wish = JSON.stringify([path, body]);
    const id = this.open.get(wish) ?? this.nonce();
    this.open.set(wish, id);
    return { ...body, id };
  }

  /**
   * There was an answer, or none.
   * @param {string} path @param {object} body @param {string} code of the answer; "" if it was done
   */
  answered(path, body, code) {
    // where nobody knows what became of it, the number is kept
    if (code !== "offline" && !code.startsWith("http.5")) this.open.delete(JSON.stringify([path, body]));
  }
}
