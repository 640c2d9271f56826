// Which page an address means.

/** @typedef {{page: "start" | "new" | "learn" | "table" | "history" | "game" | "go" | "missing", id: string}} Route */

/** What stands in an address; null if that is no text. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** @param {string} path @returns {Route} */
export function routeOf(path) {
  const [, first = "", part = "", rest] = path.split("/");
  const id = decoded(part);
  if (id === null) return { page: "missing", id: "" };
  if (rest !== undefined && rest !== "") return { page: "missing", id: "" };
  if (first === "" && !id) return { page: "start", id: "" };
  if ((first === "new" || first === "history" || first === "go") && !id) return { page: first, id: "" };
  if (first === "learn") return { page: "learn", id };
  if (first === "t" && id) return { page: "table", id };
  if (first === "game" && id) return { page: "game", id };
  return { page: "missing", id: "" };
}

/** Where a game is told. @param {string} game */
export const lessonOf = (game) => `/learn/${encodeURIComponent(game)}`;

/** The invitation in an address' fragment, which never reaches a server's log. @param {string} hash */
export const keyIn = (hash) => new URLSearchParams(hash.replace(/^#/, "")).get("k") ?? "";

/** The seat that such an invitation is for, -1 for any. @param {string} hash */
export function seatIn(hash) {
  const seat = new URLSearchParams(hash.replace(/^#/, "")).get("s") ?? "";
  return /^\d$/.test(seat) ? Number(seat) : -1;
}

/** @param {string} origin @param {string} table @param {string} invite @param {number} [seat] kept for whom the link is for */
export function linkTo(origin, table, invite, seat = -1) {
  const place = seat < 0 ? "" : `&s=${seat}`;
  return `${origin}/t/${encodeURIComponent(table)}${invite ? `#k=${encodeURIComponent(invite)}${place}` : ""}`;
}

/** The code in the fragment of a link from another device. @param {string} hash */
export const codeIn = (hash) => new URLSearchParams(hash.replace(/^#/, "")).get("c") ?? "";

/** @param {string} origin @param {string} code */
export const handoffLink = (origin, code) => `${origin}/go#c=${encodeURIComponent(code)}`;

const OPEN = ["playing", "between", "waiting"];

/**
 * Where a person goes on: the table being played, else one about to be, else the start page; of several the newest.
 * @param {{id: string, phase: string, opened: number}[]} mine
 */
export function onwards(mine) {
  const open = mine.filter((listing) => OPEN.includes(listing.phase));
  open.sort((a, b) => OPEN.indexOf(a.phase) - OPEN.indexOf(b.phase) || b.opened - a.opened);
  return open[0] ? linkTo("", open[0].id, "") : "/";
}
