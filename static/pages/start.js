// The first page: three doors, my tables, the tables of others.

import { CardBack, CardFace } from "#app/cards/card.js";
import { t } from "#app/lib/i18n.js";
import { Lobby } from "#app/pages/lobby.js";
import { client, loadCatalogue } from "#app/ui/app.js";
import { LobbyChat } from "#app/ui/chat.js";
import { ConnectionBar } from "#app/ui/connection.js";
import { friends, opening, practice, quick } from "#app/ui/doors.js";
import { EndedGames } from "#app/ui/ended.js";
import { GameChoice } from "#app/ui/gamechoice.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { clockWords } from "#app/ui/listing.js";
import { mine, useStandings } from "#app/ui/mine.js";
import { useNamed } from "#app/ui/named.js";
import { Page } from "#app/ui/shell.js";
import { useEffect } from "#hooks";

/** What is painted on the doors: cards fanned out, a table with friends around it, a trick. @type {Record<string, string[]>} */
const ART = { quick: ["AS", "AH", "AD", "AC"], friends: ["KH", "", "QC", ""], learn: ["6S", "TS", "AS"] };

/** @param {{door: string}} props */
function Art({ door }) {
  return html`<span class=${`door-art art-${door}`} aria-hidden="true">${ART[door]?.map((card, i) => html`<span key=${i}>${card ? html`<${CardFace} card=${card} />` : html`<${CardBack} />`}</span>`)}</span>`;
}

/** @param {{door: string, href?: string, press?: () => void}} props */
function Door({ door, href, press }) {
  const inside = html`<${Art} door=${door} /><span class="door-text"><strong>${t(`door.${door}`)}</strong><span>${t(`door.${door}.text`)}</span></span>`;
  const look = cls("door", `door-${door}`);
  return html`<li>${
    href
      ? html`<a class=${look} href=${href}>${inside}</a>`
      : html`<button type="button" class=${look} aria-busy=${opening.value === door} onClick=${press}>${inside}</button>`
  }</li>`;
}

/** @param {{named: (then: () => void) => void}} props */
function Doors({ named }) {
  const loaded = async (/** @type {() => void} */ then) => {
    await loadCatalogue();
    named(then);
  };
  return html`<section class="hall" aria-label=${t("start.title")}>
    <div class="hall-head"><h1>${t("start.title")}</h1><p class="lead">${t("start.lead")}</p></div>
    <${GameChoice} />
    <ul class="doors">
      <${Door} door="quick" press=${() => loaded(quick)} />
      <${Door} door="friends" press=${() => loaded(friends)} />
      <${Door} door="learn" href="/learn" />
    </ul>
    <p class="doors-more">
      <button type="button" class="button" aria-busy=${opening.value === "practice"} onClick=${() => loaded(practice)}><${Icon} name="bot" />${t("door.practice")}</button>
      <a class="button" href="/new"><${Icon} name="sliders" />${t("door.own")}</a>
    </p>
  </section>`;
}

/** The bar above leads to one of my tables; from two on all are listed. */
function OwnTables() {
  const all = useStandings();
  if (all.length < 2) return null;
  return html`<section aria-labelledby="my-tables"><h2 id="my-tables">${t("start.mine")}</h2>
    <ul class="own-tables">${all.map(
      ({
        listing,
        key,
        vars,
      }) => html`<li key=${listing.id}><a class=${cls("own-table", key === "mine.turn" && "own-turn")} href=${`/t/${encodeURIComponent(listing.id)}`}>
        <strong>${t(`game.${listing.game}`)}</strong><span>${t(key, vars)}</span><span class="quiet own-clock"><${Icon} name="clock" />${clockWords(listing.table)}</span><${Icon} name="forth" /></a></li>`,
    )}</ul></section>`;
}

export function StartPage() {
  useEffect(() => client.followLobby(), []);
  useEffect(() => {
    document.title = "Calypso Tables";
    loadCatalogue();
  }, []);
  const { named, asking } = useNamed();
  return html`<${Page}>
    <${ConnectionBar} current=${client.lobby.value !== null} />
    <${EndedGames} />
    <${Doors} named=${named} />
    <${OwnTables} />
    <div class="lobby-room">
      <${Lobby} but=${new Set(mine.value.map(({ id }) => id))} named=${named} />
      <${LobbyChat} />
    </div>
    ${asking}
  </${Page}>`;
}
