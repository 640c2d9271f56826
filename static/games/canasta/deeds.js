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

/** Before anything else: a card from the stock, or the pile. @param {string[]} may @param {Own} own @param {Staged[]} tray @returns {Deed[]} */
function taking(may, own, tray) {
  if (may.includes("take") && tray.some((group) => group.top)) {
    return [{ name: "take", main: true, cmd: takeCommand(tray) }];
  }
  const draw = may.includes("draw");
  const way = may.includes("take") && own.take?.code === undefined && own.take !== undefined;
  return [
    ...(draw ? [/** @type {Deed} */ ({ name: "draw", main: true, cmd: { type: "draw" } })] : []),
    ...(way ? [/** @type {Deed} */ ({ name: "stage_take", main: !draw })] : []),
    ...(may.includes("pass") ? [/** @type {Deed} */ ({ name: "pass", cmd: { type: "pass" } })] : []),
  ];
}

/** What is staged, to the table. @param {string[]} may @param {Own} own @param {Staged[]} tray @param {Record<string, number>} rest the hand without it @returns {Deed[]} */
function laying(may, own, tray, rest) {
  const ends = tray.length > 0 && countOf(rest) <= 1 && may.includes("go_out");
  const card = lastOf(rest);
  /** @type {Deed[]} */
  const deeds = [];
  if (ends) deeds.push({ name: "out", main: true, card, cmd: outCommand(tray, card) });
  else if (own.out && may.includes("go_out")) deeds.push({ name: "stage_out", main: !tray.length });
  if (tray.length && may.includes("meld")) deeds.push({ name: "lay", main: !ends, cmd: meldCommand(tray) });
  return deeds;
}

/**
 * @param {{may: string[], own: Own, tray: Staged[], rest: Record<string, number>, selected: string[]}} now `selected`: cards @returns {Deed[]}
 */
export function deedsOf({ may, own, tray, rest, selected }) {
  const deeds = [...taking(may, own, tray), ...laying(may, own, tray, rest)];
  const [card] = selected;
  if (card && selected.length === 1 && !tray.length && may.includes("discard")) {
    deeds.unshift({ name: "discard", main: true, card, cmd: { type: "discard", card } });
    for (const deed of deeds.slice(1)) deed.main = false;
  }
  if (may.includes("ask")) deeds.push({ name: "ask", cmd: { type: "ask" } });
  return deeds;
}
