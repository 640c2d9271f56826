// The waiting room as data: who sits where on the picture, who would play with whom, what the start waits for.

/**
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").Arrangement} Arrangement
 */

/** @param {PublicView} view @param {string} kind @returns {number[]} seats of a kind */
export const seatsLike = (view, kind) =>
  Object.entries(view.seats).flatMap(([i, seat]) => (seat.kind === kind ? [Number(i)] : []));

/** Seats that anybody may take. @param {PublicView} view */
export const openSeats = (view) =>
  seatsLike(view, "open").filter((i) => {
    const seat = view.seats[i];
    return seat?.kind === "open" && !seat.reserved;
  });

/**
 * What the start still waits for, with how many; null if nothing. Whoever presses the button need not be ready.
 * @param {PublicView} view @param {number} mine own seat, -1 for none
 * @returns {{what: "seats" | "ready", n: number} | null}
 */
export function lack(view, mine) {
  const open = seatsLike(view, "open").length;
  if (open) return { what: "seats", n: open };
  const waited = seatsLike(view, "person").filter((i) => {
    const seat = view.seats[i];
    return i !== mine && seat?.kind === "person" && !seat.ready;
  });
  return waited.length ? { what: "ready", n: waited.length } : null;
}

/**
 * Seats clockwise, one's own first: it is drawn nearest.
 * @param {number[]} ring @param {number} mine own seat, -1 for none
 */
export function aroundMe(ring, mine) {
  const at = Math.max(0, ring.indexOf(mine));
  return [...ring.slice(at), ...ring.slice(0, at)];
}

/**
 * Where the nth of so many seats is drawn, in hundredths of width and height: the first at the bottom, then clockwise.
 * @param {number} n @param {number} count
 */
export function spot(n, count) {
  const angle = (2 * Math.PI * n) / count;
  const part = (/** @type {number} */ x) => Math.round((50 + x) * 10) / 10;
  return { x: part(-50 * Math.sin(angle)), y: part(50 * Math.cos(angle)) };
}

/** Who plays with a seat, as far as it is known. @param {Arrangement} arrangement @param {number} seat @returns {number[]} */
export function partnersOf({ sides }, seat) {
  return (sides.find((side) => side.includes(seat)) ?? []).filter((other) => other !== seat);
}
