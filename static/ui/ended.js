// A note on the start page: a game of mine has ended while I was not there. It stays until it is opened or put away.

import { get } from "#app/lib/api.js";
import { Ended } from "#app/lib/ended.js";
import { dateText, t } from "#app/lib/i18n.js";
import { learnGames, me } from "#app/ui/app.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { announce } from "#app/ui/live.js";
import { storage } from "#app/ui/prefs.js";
import { useEffect, useLayoutEffect } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").HistoryGame} HistoryGame
 * @typedef {import("#app/types/app.d.ts").Listing} Listing
 */

const ended = new Ended(storage());

/** Ask the archive for those that have gone from the list. @param {string} user @param {Listing[]} listings @returns {Promise<boolean>} whether to ask again */
export async function followEnds(user, listings) {
  let late = false;
  if (ended.meet(user, listings)) {
    const answer = await get("/history");
    if (answer.ok && me.value?.id === user) {
      late = ended.told(user, /** @type {{games: HistoryGame[]}} */ (answer.data).games, listings);
    }
  }
  await learnGames(ended.ends.value.map(({ game }) => game));
  return late;
}

/** Whoever sees a game's end, or its review, need not be told. @param {string} id @param {boolean} [over] */
export function useSeen(id, over = true) {
  const user = me.value?.id ?? "";
  // at once: who sees the end may leave the page before an effect runs
  useLayoutEffect(() => {
    if (over && user) ended.seen(user, id);
  }, [id, over, user]);
}

export function EndedGames() {
  const user = me.value?.id ?? "";
  const ends = user ? ended.ends.value : [];
  const news = ends.map(({ id }) => id).join();
  useEffect(() => {
    for (const { game, how, place = 0 } of ends)
      announce(t("mine.say", { game: t(`game.${game}`), state: t(`ended.${how}`, { place }) }));
  }, [news]);
  if (!ends.length) return null;
  return html`<ul class="ended" aria-label=${t("ended.title")}>${ends.map(
    ({ id, game, how, place = 0, finished }) => html`<li key=${id} class="ended-game"><${Icon} name="flag" />
      <span class="ended-text"><strong>${t(`game.${game}`)}</strong><span>${t(`ended.${how}`, { place })}</span><time class="quiet">${dateText(finished)}</time></span>
      <a class="button" href=${`/game/${encodeURIComponent(id)}`}>${t("history.review")}</a>
      <button type="button" class="button-plain" aria-label=${t("ui.close")} onClick=${() => ended.seen(user, id)}><${Icon} name="close" /></button></li>`,
  )}</ul>`;
}
