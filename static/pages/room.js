// What the parts of the waiting room share: the table as it is, who looks at it, and what may be asked of it.

import { catalogue, client, me, tell } from "#app/ui/app.js";
import { useNamed } from "#app/ui/named.js";

/**
 * @typedef {import("#app/lib/channel.js").Channel} Channel
 * @typedef {import("#app/types/app.d.ts").Arrangement} Arrangement
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").GameCommand} GameCommand
 * @typedef {import("#app/types/app.d.ts").GameInfo} GameInfo
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").Refusal} Refusal
 * @typedef {object} Room
 * @property {Channel} channel
 * @property {PublicView} view
 * @property {number} mine own seat, -1 for none
 * @property {number} kept the seat that the visitor's link is for, -1 for none
 * @property {boolean} host whether the visitor is
 * @property {GameInfo | undefined} info
 * @property {Arrangement} arrangement
 * @property {(seat: number) => string} nameOf
 * @property {(cmd: GameCommand) => Promise<Refusal | null>} send why it was refused; asks for a name first where there is none
 * @property {(cmd: GameCommand) => Promise<boolean>} ask the same, for what has no place of its own to tell a refusal
 */

/** The seat that a visitor's link is for. @param {PublicView} view @param {string} table */
function keptSeat(view, table) {
  const seat = Number(sessionStorage.getItem(`seat.${table}`) ?? -1);
  const held = view.seats[seat];
  return held?.kind === "open" && held.reserved ? seat : -1;
}

/** Seats and sides as they would be in play; whatever the game says, every seat is there once. @param {GameClient} game @param {PublicView} view @returns {Arrangement} */
function arranged(game, view) {
  const { ring, sides } = game.arrange(view.options);
  const seats = Object.keys(view.seats).map(Number);
  return { ring: [...ring.filter((i) => seats.includes(i)), ...seats.filter((i) => !ring.includes(i))], sides };
}

/**
 * @param {Channel} channel @param {GameClient} game @param {(seat: number) => string} nameOf
 * @returns {{room: Room, asking: import("#app/ui/html.js").Children}}
 */
export function useRoom(channel, game, nameOf) {
  const view = /** @type {PublicView} */ (channel.public.value);
  const kept = keptSeat(view, channel.table);
  const held = view.seats[kept];
  const { named, asking } = useNamed(held?.kind === "open" ? held.reserved : "");
  const send = (/** @type {GameCommand} */ cmd) =>
    new Promise((/** @type {(refusal: Refusal | null) => void} */ settle) => {
      named(async () => {
        const answer = await client.do(channel.table, cmd);
        settle(answer.ok ? null : answer);
      });
    });
  const room = {
    channel,
    view,
    mine: channel.private.value.seat ?? -1,
    kept,
    host: Boolean(me.value) && view.host === me.value?.id,
    info: catalogue.value?.games.find((g) => g.key === view.game),
    arrangement: arranged(game, view),
    nameOf,
    send,
    ask: async (/** @type {GameCommand} */ cmd) => {
      const refusal = await send(cmd);
      if (refusal) tell(refusal);
      return !refusal;
    },
  };
  return { room, asking };
}

/** The level that bots have unless somebody chooses: the one that stands in for people. @param {GameInfo | undefined} info */
export function usualLevel(info) {
  const levels = info?.levels ?? [];
  return info?.standin ?? levels[Math.floor((levels.length - 1) / 2)] ?? "";
}
