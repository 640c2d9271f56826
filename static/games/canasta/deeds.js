// What can be done now, as the buttons of the action bar have it. Which of it is allowed the server says.
import { countOf, groupLack, lastOf, meldCommand, outCommand, takeCommand, total } from "#app/games/canasta/staging.js";

/**
 * @typedef {import("#app/games/canasta/view.js").Game} Game
 * @typedef {import("#app/games/canasta/view.js").Own} Own
 * @typedef {import("#app/games/canasta/staging.js").Staged} Staged
 * @typedef {import("#app/types/app.d.ts").GameCommand} GameCommand
 * @typedef {object} Deed
 * @property {"draw" | "take" | "stage_take" | "pass" | "lay" | "out" | "stage_out" | "discard" | "ask"} name
 * @property {boolean} [main] the button that stands out
 * @property {string} [card]
 * @property {GameCommand} [cmd] what is asked of the table; without it only the tray changes
 */

/** Before anything else: a card from the stock, or the pile. @param {string[]} may @param {Own} own @param {Staged[]} tray @param {boolean} ready @returns {Deed[]} */
function taking(may, own, tray, ready) {
  if (may.includes("take") && tray.some((group) => group.top)) {
    return [{ name: "take", main: ready, cmd: takeCommand(tray) }];
  }
  const draw = may.includes("draw");
  const way = may.includes("take") && own.take?.code === undefined && own.take !== undefined;
  return [
    ...(draw ? [/** @type {Deed} */ ({ name: "draw", main: true, cmd: { type: "draw" } })] : []),
    ...(way ? [/** @type {Deed} */ ({ name: "stage_take", main: !draw })] : []),
    ...(may.includes("pass") ? [/** @type {Deed} */ ({ name: "pass", cmd: { type: "pass" } })] : []),
  ];
}

/** Whether what is staged leaves so little that it can be the way out. @param {string[]} may @param {Staged[]} tray @param {Record<string, number>} rest the hand without it */
export const endsWith = (may, tray, rest) => tray.length > 0 && countOf(rest) <= 1 && may.includes("go_out");

/** Whether nothing is known against what is staged. @param {Game} g @param {Own} own @param {string[]} may @param {Staged[]} tray @param {Record<string, number>} rest the hand without it */
export function ready(g, own, may, tray, rest) {
  const ends = endsWith(may, tray, rest);
  return total(g, tray) >= (own.need ?? 0) && tray.every((group) => !groupLack(own, group, ends).what);
}

/** Whether something is staged that can be laid down, as far as is known. @param {Game} g @param {Own} own @param {string[]} may @param {Staged[]} tray @param {Record<string, number>} rest the hand without it */
export const layable = (g, own, may, tray, rest) =>
  tray.length > 0 && may.includes("meld") && ready(g, own, may, tray, rest);

/** What is staged, to the table. @param {string[]} may @param {Own} own @param {Staged[]} tray @param {Record<string, number>} rest the hand without it @param {boolean} ready @returns {Deed[]} */
function laying(may, own, tray, rest, ready) {
  const ends = endsWith(may, tray, rest);
  const card = lastOf(rest);
  /** @type {Deed[]} */
  const deeds = [];
  if (ends) deeds.push({ name: "out", main: true, card, cmd: outCommand(tray, card) });
  else if (own.out && may.includes("go_out")) deeds.push({ name: "stage_out", main: !tray.length });
  if (tray.length && may.includes("meld")) deeds.push({ name: "lay", main: ready && !ends, cmd: meldCommand(tray) });
  return deeds;
}

/**
 * @param {{may: string[], own: Own, tray: Staged[], rest: Record<string, number>, selected: string[], ready?: boolean}} now `selected`: cards; `ready`: nothing is known against what is staged @returns {Deed[]}
 */
export function deedsOf({ may, own, tray, rest, selected, ready = true }) {
  const deeds = [...taking(may, own, tray, ready), ...laying(may, own, tray, rest, ready)];
  const [card] = selected;
  // with it goes back what is staged; the last card is discarded by going out
  if (card && selected.length === 1 && may.includes("discard") && !endsWith(may, tray, rest)) {
    const main = !tray.length || !ready;
    /** @type {Deed} */
    const discard = { name: "discard", main, card, cmd: { type: "discard", card } };
    if (main) for (const deed of deeds) deed.main = false;
    if (main) deeds.unshift(discard);
    else deeds.push(discard);
  }
  if (may.includes("ask")) deeds.push({ name: "ask", cmd: { type: "ask" } });
  return deeds;
}

/** The second press of two is the same one. */
const TWICE_MS = 400;

/**
 * Whether a discard has to be asked for once more, because melds that could be laid would go back to the hand unsaid;
 * what was told then is remembered in `told`.
 * @param {{what: string, at: number}} told @param {string} card @param {Staged[]} tray @param {number} now ms
 */
export function warnsFirst(told, card, tray, now) {
  const what = JSON.stringify([card, tray]);
  if (told.what === what && now - told.at >= TWICE_MS) return false;
  if (told.what !== what) told.at = now;
  told.what = what;
  return true;
}
