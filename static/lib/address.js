// Where others reach this server. A page opened as localhost would send links that lead nowhere.

import { get } from "#app/lib/api.js";

/** @type {Promise<string> | null} */
let asked = null;

/** The origin to build links and QR codes on; the page's own while the server does not say. @returns {Promise<string>} */
export function publicOrigin() {
  asked ??= get("/address").then((answer) => {
    if (answer.ok) return /** @type {{url: string}} */ (answer.data).url;
    asked = null; // another time
    return location.origin;
  });
  return asked;
}

/** Whether an address leads back to whoever opens it. @param {string} origin */
export const onlyHere = (origin) => /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(origin).hostname);
