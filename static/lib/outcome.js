// What a finished game was for a person.

/**
 * @typedef {import("#app/types/app.d.ts").HistoryGame} HistoryGame
 * @typedef {import("#app/types/app.d.ts").SideResult} SideResult
 * @typedef {"won" | "lost" | "drawn" | "shared" | "placed"} Outcome of several sides one may share the first place, or have another
 */

/** How many have the same place. @param {SideResult[]} sides @param {number} place */
export const sharing = (sides, place) => sides.filter((side) => side.place === place).length;

/** What a result is to one of its sides. @param {SideResult[]} sides @param {SideResult} side @returns {Outcome} */
export function outcomeFor(sides, side) {
  const several = sides.length > 2;
  if (side.place > 1) return several ? "placed" : "lost";
  if (sharing(sides, 1) === 1) return "won";
  return several ? "shared" : "drawn";
}

/** The sides as a list has them: of two as they sit, of several the best first. @param {SideResult[]} sides */
export const byPlace = (sides) => (sides.length > 2 ? [...sides].sort((a, b) => a.place - b.place) : sides);

/**
 * How a game ended for a person, and at which place; without a result "void", for who did not play "".
 * @param {HistoryGame} game @param {string} user @returns {{how: Outcome | "void" | "", place: number}}
 */
export function outcomeOf({ seats, result: { sides, how } }, user) {
  const mine = Object.entries(seats).find(([, seat]) => seat.kind === "person" && seat.user === user)?.[0];
  const side = sides.find((one) => mine !== undefined && one.seats.includes(Number(mine)));
  if (!side) return { how: "", place: 0 };
  return how === "abandoned" ? { how: "void", place: 0 } : { how: outcomeFor(sides, side), place: side.place };
}
