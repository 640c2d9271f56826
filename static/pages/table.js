// A table: first the waiting room, then the game. Knows no game: the game's module is loaded by its key.

import { t } from "#app/lib/i18n.js";
import { keyIn, seatIn } from "#app/lib/routes.js";
import { PlayPage } from "#app/pages/play.js";
import { WaitingRoom } from "#app/pages/waiting.js";
import { client, gameModule, hash, loadCatalogue, sentence } from "#app/ui/app.js";
import { ConnectionBar } from "#app/ui/connection.js";
import { html } from "#app/ui/html.js";
import { refuse } from "#app/ui/listing.js";
import { servedFirst } from "#app/ui/names.js";
import { Page } from "#app/ui/shell.js";
import { useEffect, useState } from "#hooks";

/**
 * @typedef {import("#app/lib/channel.js").Channel} Channel
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 */

/** The invitation: in the address, or kept from when it was. @param {string} id */
function invitation(id) {
  const given = keyIn(hash.value);
  if (given) {
    sessionStorage.setItem(`key.${id}`, given);
    const seat = seatIn(hash.value);
    if (seat < 0) sessionStorage.removeItem(`seat.${id}`);
    else sessionStorage.setItem(`seat.${id}`, String(seat));
  }
  return given || (sessionStorage.getItem(`key.${id}`) ?? "");
}

/** @param {string | undefined} key @returns {GameClient | null} */
function useGame(key) {
  const [game, setGame] = useState(/** @type {GameClient | null} */ (null));
  useEffect(() => {
    if (key) gameModule(key).then((found) => setGame(() => found));
  }, [key]);
  return game;
}

const KICKED = "bad.kicked";

/** @param {{channel: Channel}} props */
function Gone({ channel }) {
  const refusal = channel.gone.value ?? { code: "bad.table", params: {} };
  const kicked = refusal.code === KICKED;
  useEffect(() => refuse(channel.table, refusal.code), [channel, refusal.code]);
  return html`<${Page} title=${t(kicked ? "table.kicked" : "table.gone")} narrow><p>${sentence(refusal)}</p>
    ${!kicked && html`<p class="quiet">${t("table.gone_hint")}</p>`}<p><a class="button-main" href="/">${t("ui.home")}</a></p></${Page}>`;
}

/** @param {{id: string}} props */
export function TablePage({ id }) {
  const key = invitation(id); // another link may be opened in the same tab
  const [channel] = useState(() => client.join(id, key));
  useEffect(() => {
    loadCatalogue();
    return client.hold(id, key);
  }, [id, key]);
  const view = channel.public.value;
  const game = useGame(view?.game);
  useEffect(() => {
    if (game) channel.complete = ({ before, after, notes }) => servedFirst(game.notes(before, after, notes));
  }, [game]);
  if (channel.standing.value === "gone") return html`<${Gone} channel=${channel} />`;
  if (!view || !game) {
    return html`<${Page} narrow><${ConnectionBar} current=${Boolean(view)} /><p class="quiet boot">${t("table.loading")}</p></${Page}>`;
  }
  if (view.phase === "waiting") return html`<${WaitingRoom} channel=${channel} game=${game} />`;
  if (view.phase === "closed")
    return html`<${Page} title=${t("table.closed")} narrow><p>${t("error.rule.closed")}</p><p><a class="button-main" href="/">${t("ui.home")}</a></p></${Page}>`;
  return html`<${PlayPage} channel=${channel} game=${game} />`;
}
