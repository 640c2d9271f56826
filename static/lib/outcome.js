// What a finished game was for a person.

/** @typedef {import("#app/types/app.d.ts").HistoryGame} HistoryGame */

/**
 * Won, lost, drawn, or without a result; "" for who did not play.
 * @param {HistoryGame} game @param {string} user @returns {"won" | "lost" | "drawn" | "void" | ""}
 */
export function outcomeOf({ seats, result: { sides, how } }, user) {
  const mine = Object.entries(seats).find(([, seat]) => seat.kind === "person" && seat.user === user)?.[0];
  const side = sides.find((one) => mine !== undefined && one.seats.includes(Number(mine)));
  if (!side) return "";
  if (how === "abandoned") return "void";
  if (side.place > 1) return "lost";
  return sides.some((other) => other !== side && other.place === 1) ? "drawn" : "won";
}
