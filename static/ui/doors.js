// The ways to a table that ask nothing but a name: each makes one request and goes where its answer says.

import { post } from "#app/lib/api.js";
import { linkTo } from "#app/lib/routes.js";
import { Wishes } from "#app/lib/wishes.js";
import { catalogue, go, tell } from "#app/ui/app.js";
import { signal } from "#signals";

/** @typedef {{id: string, invite?: string, key?: string}} Made */

/** What is being opened now; nothing else is meanwhile, however often it is pressed. */
export const opening = signal("");

const CHOSEN = "game";

/** The game that the doors lead to: the one chosen last. */
export const chosen = signal(localStorage.getItem(CHOSEN) ?? "");

/** @param {string} game */
export function choose(game) {
  localStorage.setItem(CHOSEN, game);
  chosen.value = game;
}

/** The chosen game, if there still is such a one; "" as long as nobody knows. */
export function gameNow() {
  const keys = catalogue.value?.games.map(({ key }) => key) ?? [];
  return keys.includes(chosen.value) ? chosen.value : (keys[0] ?? "");
}

const wishes = new Wishes();

/**
 * Go to the table that an answer names.
 * @param {string} what name of the door @param {() => ReturnType<typeof post>} ask
 * @returns {Promise<{code: string}>} "" if it came to that
 */
async function through(what, ask) {
  if (opening.value) return { code: "busy" };
  opening.value = what;
  const answer = await ask();
  opening.value = "";
  if (!answer.ok) {
    tell(answer);
    return answer;
  }
  const { id, invite, key } = /** @type {Made} */ (answer.data);
  go(linkTo("", id, invite ?? key ?? ""));
  return { code: "" };
}

/**
 * Make a table and go there. However often it is pressed or sent again, one is made.
 * @param {string} what name of the door @param {string} path @param {object} body
 * @returns {Promise<boolean>} whether it came to that
 */
export async function make(what, path, body) {
  const { code } = await through(what, () => post(path, wishes.numbered(path, body)));
  if (code !== "busy") wishes.answered(path, body, code);
  return code === "";
}

export const quick = () => through("quick", () => post("/quick", { game: gameNow() }));
export const practice = () => make("practice", "/practice", { game: gameNow(), options: {} });

/** A table of the preset for friends: it is what most people want who bring their own company. */
export const friends = () =>
  make("friends", "/tables", { game: gameNow(), options: {}, table: catalogue.value?.table.presets?.friends ?? {} });
