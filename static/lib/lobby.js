// Which tables a visitor may join, and how; the filters of the list and its order.

/**
 * @typedef {import("#app/types/app.d.ts").Listing} Listing
 * @typedef {import("#app/types/app.d.ts").TableOptions} TableOptions
 * @typedef {{game: string, clock: string, rated: string, seats: string}} Filters "" lets everything pass
 */

/** @type {Readonly<Filters>} */
export const NO_FILTERS = { game: "", clock: "", rated: "", seats: "" };

/** Numbers of the seats that anybody may take before the start. @param {Listing} listing */
export function freeSeats(listing) {
  if (listing.phase !== "waiting" || listing.locked) return [];
  return listing.seats.flatMap((seat, i) => (seat.kind === "open" && !seat.reserved ? [i] : []));
}

/** Numbers of the seats at a running table that a person may take at the next pause: nobody plays there. @param {Listing} listing */
export function botSeats(listing) {
  const running = listing.phase === "playing" || listing.phase === "between";
  if (!running || listing.locked || listing.table.rated === "rated") return [];
  return listing.seats.flatMap((seat, i) => {
    const served = seat.kind === "bot" || (seat.kind === "person" && seat.left);
    return served && !seat.booked ? [i] : [];
  });
}

/** How time is kept: on the clock, in days, or not at all. @param {TableOptions} table @returns {"live" | "days" | "untimed"} */
export function clockKind({ clock }) {
  return clock === "days" || clock === "untimed" ? clock : "live";
}

/** @param {Listing} listing @param {Filters} filters */
export function passes(listing, { game, clock, rated, seats }) {
  return (
    (!game || listing.game === game) &&
    (!clock || clockKind(listing.table) === clock) &&
    (!rated || (listing.table.rated ?? "friendly") === rated) &&
    (seats !== "free" || freeSeats(listing).length > 0) &&
    (seats !== "bot" || botSeats(listing).length > 0)
  );
}

/** Waiting tables first, those that lack fewest people on top; of equal ones the newest. @param {Listing[]} listings */
export function inOrder(listings) {
  const rank = (/** @type {Listing} */ listing) => {
    const free = freeSeats(listing).length;
    if (free) return free;
    return botSeats(listing).length ? 100 : 200;
  };
  return [...listings].sort((a, b) => rank(a) - rank(b) || b.opened - a.opened);
}
