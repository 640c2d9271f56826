// My own tables, for the bar that leads back to them: how each stands and which is the most urgent.

import { clockKind } from "#app/lib/lobby.js";

/**
 * @typedef {import("#app/types/app.d.ts").ListedSeat} ListedSeat
 * @typedef {import("#app/types/app.d.ts").Listing} Listing
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").SeatView} SeatView
 * @typedef {{key: string, vars: Record<string, string | number>, urgency: number}} Standing a message, and how much it presses
 */

/** No more tables than these are followed from elsewhere. */
const FOLLOWED = 3;

/** Tables that move by the minute are followed; to look at one that moves by the day would wake it. @param {Listing[]} listings */
export const followed = (listings) => listings.filter(({ table }) => clockKind(table) !== "days").slice(0, FOLLOWED);

/** @param {Listing | PublicView} view @returns {Array<[string, SeatView | ListedSeat]>} */
const seatsOf = ({ seats }) => Object.entries(seats);

/** @param {Listing | PublicView} view @param {string} user */
export function seatOf(view, user) {
  const found = seatsOf(view).find(([, seat]) => seat.kind === "person" && seat.user === user);
  return found ? Number(found[0]) : -1;
}

/** Whether I take a seat at the next pause. @param {Listing | PublicView} view @param {string} user */
const booked = (view, user) =>
  seatsOf(view).some(([, seat]) => {
    const by = seat.kind === "open" ? undefined : seat.booked;
    return (typeof by === "object" ? by.user : by) === user;
  });

/** Whether the server plays for a seat's person. @param {Listing | PublicView} view @param {number} own */
function served(view, own) {
  const seat = seatsOf(view)[own]?.[1];
  return seat?.kind === "person" && Boolean(seat.left || ("standin" in seat && seat.standin));
}

/**
 * How a table stands for me: from its view if it is followed, else from its card, which may say whose turn it is.
 * @param {Listing | PublicView} view @param {string} user
 * @param {(seat: number) => string} nameOf
 * @returns {Standing}
 */
export function standing(view, user, nameOf) {
  const { phase, act = "" } = view;
  if (phase === "waiting") {
    const n = seatsOf(view).filter(([, seat]) => seat.kind === "open").length;
    return n ? { key: "mine.waiting", vars: { n }, urgency: 1 } : { key: "mine.full", vars: {}, urgency: 1 };
  }
  if (booked(view, user)) return { key: "mine.booked", vars: {}, urgency: 2 };
  if (phase === "between") return { key: "mine.between", vars: {}, urgency: 2 };
  if (phase !== "playing") return { key: "mine.over", vars: {}, urgency: 0 };
  const own = seatOf(view, user);
  if (served(view, own)) return { key: "mine.served", vars: {}, urgency: 2 };
  if (own >= 0 && act.includes(String(own))) return { key: "mine.turn", vars: {}, urgency: 4 };
  if (act) return { key: "mine.turn_of", vars: { name: nameOf(Number(act.charAt(0))) }, urgency: 3 };
  return { key: "mine.playing", vars: {}, urgency: 3 };
}
