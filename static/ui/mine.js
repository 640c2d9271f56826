// My own live tables, wherever I am: asked for again when something may have changed; those in play are followed.

import { get } from "#app/lib/api.js";
import { followed, standing } from "#app/lib/mine.js";
import { client, learnGames, me, route, tell } from "#app/ui/app.js";
import { followEnds } from "#app/ui/ended.js";
import { playerName } from "#app/ui/listing.js";
import { useEffect, useState } from "#hooks";
import { signal } from "#signals";

/** @typedef {import("#app/types/app.d.ts").Listing} Listing */

/** Nobody is asked more often, ms. */
const REST = 1000;
/** Tables that are not followed are asked about so often while the page is looked at, ms. */
const AGAIN = 45_000;
/** The archive has a game a moment after its end, ms. */
const LATE = 3000;

export const mine = signal(/** @type {Listing[]} */ ([]));
let asked = Number.NEGATIVE_INFINITY;

export async function askMine() {
  asked = performance.now();
  const user = me.value?.id;
  if (!user) {
    mine.value = [];
    return;
  }
  const answer = await get("/tables");
  if (!answer.ok) {
    if (answer.code !== "offline") tell(answer);
    return;
  }
  const found = /** @type {{mine: Listing[]}} */ (answer.data).mine;
  await learnGames(found.map((listing) => listing.game));
  if (me.value?.id !== user) return;
  mine.value = found;
  if (await followEnds(user, found)) setTimeout(askMine, LATE);
}

/** Keep `mine` true while the page is shown. */
export function useMine() {
  const user = me.value?.id;
  const lobby = client.lobby.value;
  const { page, id } = route.value;
  const over = mine.value.filter((listing) => client.channels.get(listing.id)?.public.value?.phase === "over").length;
  useEffect(() => {
    const wait = Math.max(0, asked + REST - performance.now()); // a busy lobby is no reason to ask all the time
    const timer = setTimeout(askMine, wait);
    return () => clearTimeout(timer);
  }, [user, lobby, page, id, over]);
  const unfollowed = mine.value.length > followed(mine.value).length;
  useEffect(() => {
    const seen = () => document.visibilityState === "visible" && askMine();
    document.addEventListener("visibilitychange", seen);
    const timer = unfollowed ? setInterval(seen, AGAIN) : undefined;
    return () => {
      document.removeEventListener("visibilitychange", seen);
      clearInterval(timer);
    };
  }, [unfollowed]);
}

/** The channels of my tables that move by the minute, but for one. @param {string} but */
function useFollowed(but) {
  const ids = followed(mine.value.filter(({ id }) => id !== but)).map(({ id }) => id);
  const names = ids.join();
  const [, draw] = useState("");
  useEffect(() => {
    const held = ids.map((id) => client.hold(id));
    draw(names); // now there are channels to look at
    return () => {
      for (const release of held) release();
    };
  }, [names]);
  return client.channels;
}

/**
 * How each of my tables stands, the most urgent first.
 * @param {string} [but] the table whose page this is
 */
export function useStandings(but = "") {
  const channels = useFollowed(but);
  const user = me.value?.id ?? "";
  return mine.value
    .filter(({ id }) => id !== but)
    .map((listing) => {
      const channel = channels.get(listing.id);
      const view = channel?.public.value ?? listing;
      /** @type {Array<import("#app/types/app.d.ts").SeatView | import("#app/types/app.d.ts").ListedSeat>} */
      const seats = Object.values(view.seats);
      const nameOf = (/** @type {number} */ seat) => {
        const held = seats[seat];
        return held ? playerName(held, seat) : "";
      };
      return { listing, ...standing(view, user, nameOf) };
    })
    .filter(({ urgency }) => urgency > 0)
    .sort((a, b) => b.urgency - a.urgency || b.listing.opened - a.listing.opened);
}
