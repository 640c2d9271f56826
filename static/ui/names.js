// What those in the seats are called in play.
import { t } from "#app/lib/i18n.js";

/**
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").Note} Note
 * @typedef {(seat: number) => string} NameOf
 */

/** @param {number} seat */
const botName = (seat) => t("seat.bot_n", { n: seat + 1 });

/** @param {PublicView} view @returns {NameOf} */
export const namesOf = (view) => (seat) => {
  const held = view.seats[seat];
  if (held?.kind === "person") return held.name;
  return held?.kind === "bot" ? botName(seat) : t("seat.n", { n: seat + 1 });
};

/** The names while something happens: of those who are there, not of those who come with it. @param {PublicView} before @param {PublicView} after @returns {NameOf} */
export const namesDuring = (before, after) => (seat) =>
  namesOf((before.seats[seat]?.kind ?? "open") === "open" ? after : before)(seat);

/** Whom a note tells to be in a seat from then on: [seat, name, who was there before], null if it tells nothing so. @param {Note} note @returns {[number, string, string] | null} */
function comer([kind, at, name]) {
  const seat = Number(at);
  if (kind === "sat") return [seat, String(name), botName(seat)];
  return kind === "kicked" ? [seat, botName(seat), String(name)] : null;
}

/**
 * The names as they were at each note of a log: in mid-game people take the seats of bots, and bots those of people.
 * @param {PublicView} view as it is now @param {readonly Note[]} log @returns {NameOf[]} for each note
 */
export function namesThen(view, log) {
  const now = namesOf(view);
  const begun = log.findLastIndex(([kind]) => kind === "started") + 1;
  /** @type {Map<number, string>} */
  let held = new Map();
  for (const note of log.slice(begun)) {
    const [seat, , before] = comer(note) ?? [-1, "", ""];
    if (seat >= 0 && !held.has(seat)) held.set(seat, before);
  }
  if (!held.size) return log.map(() => now);
  return log.map((note, i) => {
    if (i < begun) return now;
    const come = comer(note);
    if (come) held = new Map(held).set(come[0], come[1]);
    const then = held;
    return (seat) => then.get(seat) ?? now(seat);
  });
}
