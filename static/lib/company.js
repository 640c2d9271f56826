// Who is at the table, and what can be expected of them.

/**
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 */

/** Whether it is the viewer's turn. @param {Sitting} sitting */
export function onTurn({ public: { act = "", phase, paused }, seat, mine }) {
  return mine && phase === "playing" && !paused && act.includes(String(seat));
}

/** Why a person is not there. @param {PublicView} view @param {string[]} here @returns {Sitting["absent"]} */
export const absences = (view, here) => (seat) => {
  const held = view.seats[seat];
  if (held?.kind !== "person") return "";
  if (held.left) return "left";
  if (held.standin) return "standin";
  if (held.gone) return "gone";
  return here.includes(held.user) ? "" : "lost";
};

/** The persons besides the viewer, by what the table can still expect of them. @param {Sitting} sitting */
export function company({ public: view, seat, mine }) {
  /** @type {{gone: number[], present: number[]}} */
  const others = { gone: [], present: [] };
  for (const [i, held] of Object.entries(view.seats)) {
    if (held.kind !== "person" || (mine && Number(i) === seat) || held.left || held.standin) continue;
    (held.gone ? others.gone : others.present).push(Number(i));
  }
  return others;
}

/** What became of one's own seat while one was away. @param {Sitting} sitting */
export function ownAbsence({ public: view, seat, mine }) {
  const own = mine ? view.seats[seat] : undefined;
  if (own?.kind !== "person" || view.phase === "over") return { served: false, left: false, played: 0 };
  return { served: Boolean(own.standin), left: Boolean(own.left), played: own.played ?? 0 };
}

/** The seat that lets everybody wait, -1 if it is no person's or one's own. @param {Sitting} sitting */
export function waitedFor({ public: { act = "", phase, paused, seats, table }, seat, mine }) {
  if (phase !== "playing" || paused || act.length !== 1 || table.clock === "days") return -1;
  const held = seats[Number(act)];
  const person = held?.kind === "person" && !held.standin && !held.left && !held.gone;
  return person && !(mine && Number(act) === seat) ? Number(act) : -1;
}

/** Seats that a watcher could take: a bot's, or that of somebody who left. @param {PublicView} view @returns {number[]} */
export function freeSeats(view) {
  if (view.table.rated === "rated" || view.locked || (view.phase !== "playing" && view.phase !== "between")) return [];
  return Object.entries(view.seats)
    .filter(([, held]) => !("booked" in held) && (held.kind === "bot" || (held.kind === "person" && held.left)))
    .map(([seat]) => Number(seat));
}

/**
 * Whom the host may show out while the game runs: who has booked a seat, who is away.
 * @param {PublicView} view @param {string} user @returns {{seat: number, user: string, name: string}[]}
 */
export function removable(view, user) {
  if (!user || view.host !== user || (view.phase !== "playing" && view.phase !== "between")) return [];
  const friendly = view.table.rated !== "rated";
  return Object.entries(view.seats).flatMap(([at, held]) => {
    const seat = Number(at);
    const away = friendly && held.kind === "person" && held.user !== user && (held.left || held.standin || held.gone);
    const booked = "booked" in held && held.booked;
    return [...(away ? [{ seat, user: held.user, name: held.name }] : []), ...(booked ? [{ seat, ...booked }] : [])];
  });
}

/** The seat that a user has booked, -1 for none. @param {PublicView} view @param {string} user */
export function bookedBy(view, user) {
  const found = Object.entries(view.seats).find(([, held]) => "booked" in held && held.booked?.user === user);
  return user && found ? Number(found[0]) : -1;
}
