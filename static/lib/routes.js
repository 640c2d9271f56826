// Which page an address means.

/** @typedef {{page: "start" | "new" | "table" | "history" | "game" | "missing", id: string}} Route */

/** @param {string} path @returns {Route} */
export function routeOf(path) {
  const [, first = "", id = "", rest] = path.split("/");
  if (rest !== undefined && rest !== "") return { page: "missing", id: "" };
  if (first === "" && !id) return { page: "start", id: "" };
  if ((first === "new" || first === "history") && !id) return { page: first, id: "" };
  if (first === "t" && id) return { page: "table", id: decodeURIComponent(id) };
  if (first === "game" && id) return { page: "game", id: decodeURIComponent(id) };
  return { page: "missing", id: "" };
}

/** The invitation in an address' fragment, which never reaches a server's log. @param {string} hash */
export const keyIn = (hash) => new URLSearchParams(hash.replace(/^#/, "")).get("k") ?? "";

/** @param {string} origin @param {string} table @param {string} invite */
export const linkTo = (origin, table, invite) =>
  `${origin}/t/${encodeURIComponent(table)}${invite ? `#k=${encodeURIComponent(invite)}` : ""}`;
