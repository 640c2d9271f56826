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

/** Who makes the moves of each seat: its person, or the stand-in for him. @param {NameOf} nameOf @param {ReadonlySet<number>} served seats that are played for @returns {NameOf} */
const actors = (nameOf, served) => (seat) =>
  served.has(seat) ? t("seat.standin", { name: nameOf(seat) }) : nameOf(seat);

/** Seats that are played for. @param {PublicView} view @returns {Set<number>} */
const servedIn = (view) =>
  new Set(
    Object.entries(view.seats).flatMap(([seat, held]) =>
      held.kind === "person" && held.standin ? [Number(seat)] : [],
    ),
  );

/** Who makes the moves of a change. @param {PublicView} after @param {NameOf} nameOf @returns {NameOf} */
export const actorsDuring = (after, nameOf) => actors(nameOf, servedIn(after));

/** The same for each note of a log. @param {PublicView} view as it is now @param {readonly Note[]} log @param {readonly NameOf[]} names for each note @returns {NameOf[]} */
export function actorsThen(view, log, names) {
  // backwards from now: before somebody came back he was played for, before a bot sat in he was not
  let served = servedIn(view);
  const found = [...names];
  for (let i = log.length - 1; i >= 0; i -= 1) {
    found[i] = actors(/** @type {NameOf} */ (names[i]), served);
    const [kind, at] = /** @type {Note} */ (log[i]);
    const seat = Number(at);
    if (kind === "back") served = new Set(served).add(seat);
    else if (kind === "standin" || kind === "sat" || kind === "kicked")
      served = new Set([...served].filter((one) => one !== seat));
  }
  return found;
}

/** Who sits in for whom comes before what he plays. @param {Note[]} notes of one commit @returns {Note[]} */
export function servedFirst(notes) {
  const changes = notes.filter(([kind]) => kind === "standin" || kind === "back");
  return changes.length ? [...changes, ...notes.filter((note) => !changes.includes(note))] : notes;
}

/**
 * A line of a log: a move tells who has made it, all else whose seat it is.
 * @param {Pick<import("#app/types/app.d.ts").GameClient, "line">} game @param {Note} note @param {PublicView} view @param {NameOf} nameOf @param {NameOf} actorOf
 */
export function gameLine(game, note, view, nameOf, actorOf) {
  const line = game.line(note, view, nameOf);
  return line?.weight === "piece" ? game.line(note, view, actorOf) : line;
}
