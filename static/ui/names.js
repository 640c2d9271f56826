// What those in the seats are called in play.
import { t } from "#app/lib/i18n.js";

/** @param {import("#app/types/app.d.ts").PublicView} view */
export const namesOf = (view) => (/** @type {number} */ seat) => {
  const held = view.seats[seat];
  if (held?.kind === "person") return held.name;
  return t(held?.kind === "bot" ? "seat.bot_n" : "seat.n", { n: seat + 1 });
};
