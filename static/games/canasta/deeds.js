// What can be done now, as the buttons of the action bar have it. Which of it is allowed the server says.
import { countOf, lastOf, meldCommand, outCommand, takeCommand } from "#app/games/canasta/staging.js";

/**
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
