// My finished games, latest first.

import { get } from "#app/lib/api.js";
import { dateText, listText, number, t } from "#app/lib/i18n.js";
import { byPlace, outcomeOf } from "#app/lib/outcome.js";
import { learnGames, me, tell } from "#app/ui/app.js";
import { cls, html } from "#app/ui/html.js";
import { playerName } from "#app/ui/listing.js";
import { Page } from "#app/ui/shell.js";
import { useEffect, useState } from "#hooks";

/** @typedef {import("#app/types/app.d.ts").HistoryGame} HistoryGame */

/** @param {{game: HistoryGame}} props */
function Row({ game }) {
  const { how, place } = outcomeOf(game, me.value?.id ?? "");
  return html`<li class="game-row">
    <span class=${cls("outcome", how && `outcome-${how}`)}>${how && t(`outcome.${how}`, { place })}</span>
    <span class="game-main"><strong>${t(`game.${game.game}`)}</strong><time class="quiet">${dateText(game.finished)}</time></span>
    <ul class="game-sides">${byPlace(game.result.sides).map(
      (side, i) =>
        html`<li key=${i}><span>${listText(side.seats.map((s) => playerName(game.seats[s] ?? { kind: "open" }, s)))}</span><strong class="score">${number(side.score)}</strong></li>`,
    )}</ul>
    <a class="button" href=${`/game/${encodeURIComponent(game.id)}`}>${t("history.review")}</a>
  </li>`;
}

export function HistoryPage() {
  const [games, setGames] = useState(/** @type {HistoryGame[] | null} */ (null));
  const [more, setMore] = useState(false);
  const load = async () => {
    const last = games?.at(-1);
    const answer = await get(`/history${last ? `?before=${encodeURIComponent(last.id)}` : ""}`);
    if (!answer.ok) {
      if (answer.code !== "bad.session") tell(answer);
      setGames(games ?? []);
      return;
    }
    const page = /** @type {{games: HistoryGame[], more: boolean}} */ (answer.data);
    await learnGames(page.games.map((game) => game.game));
    setGames([...(games ?? []), ...page.games]);
    setMore(Boolean(page.more));
  };
  useEffect(() => {
    if (me.value) load();
    else setGames([]);
    document.title = t("ui.title", { page: t("history.title") });
  }, []);
  return html`<${Page} title=${t("history.title")}>
    ${games?.length === 0 && html`<div class="empty"><p>${t("history.none")}</p><p><a class="button" href="/">${t("ui.home")}</a></p></div>`}
    ${games && games.length > 0 && html`<ul class="game-list">${games.map((game) => html`<${Row} key=${game.id} game=${game} />`)}</ul>`}
    ${more && html`<p><button type="button" class="button" onClick=${load}>${t("history.more")}</button></p>`}
  </${Page}>`;
}
