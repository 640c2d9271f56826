// Offers at the table: what may be proposed, who is asked, who has agreed.

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/types/room.d.ts").Offer} Offer
 * @typedef {"pause" | "concede" | "abandon" | "undo"} What
 * @typedef {"asked" | "made" | "seen"} Part
 */

/** What an offer is to a seat: one that it has to answer, its own, or one to look at. @param {Offer} offer @param {number} seat -1: a watcher @returns {Part} */
export function partIn(offer, seat) {
  if (offer.seat === seat) return "made";
  return offer.need[seat] && !offer.yes[seat] ? "asked" : "seen";
}

/** The seats that still have to agree. @param {Offer} offer */
export const awaited = (offer) =>
  Object.keys(offer.need)
    .filter((seat) => offer.need[seat] && !offer.yes[seat])
    .map(Number);

/** The first offer that waits for this seat's answer. @param {Sitting} sitting @returns {string} "" if none does */
export function asked({ public: view, seat, mine }) {
  if (!mine) return "";
  return Object.entries(view.offers ?? {}).find(([, offer]) => partIn(offer, seat) === "asked")?.[0] ?? "";
}

/** What the viewer may propose now, in the menu's order. @param {Sitting} sitting @param {number} sides of the game @returns {What[]} */
export function proposals({ public: view, private: own, mine, seat }, sides) {
  const { phase, paused, table, offers = {} } = view;
  const held = view.seats[seat];
  if (!mine || (phase !== "playing" && phase !== "between") || held?.kind !== "person" || held.standin) return [];
  const timed = table.clock !== "days" && table.clock !== "untimed";
  /** @type {Array<[What, boolean]>} */
  const all = [
    ["undo", Boolean(own.undo) && !paused],
    ["pause", timed && !paused],
    ["concede", sides === 2],
    ["abandon", true],
  ];
  return all.filter(([what, may]) => may && !offers[what]).map(([what]) => what);
}
