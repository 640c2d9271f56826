// The first page: a name, my tables, open tables, a new table.

import { CardFace } from "#app/cards/card.js";
import { get } from "#app/lib/api.js";
import { t } from "#app/lib/i18n.js";
import { client, learnGames, loadCatalogue, me, tell } from "#app/ui/app.js";
import { ConnectionBar } from "#app/ui/connection.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { TableCard } from "#app/ui/listing.js";
import { NameForm } from "#app/ui/name.js";
import { Page } from "#app/ui/shell.js";
import { useEffect, useState } from "#hooks";

/** @typedef {import("#app/types/app.d.ts").Listing} Listing */

const REST = 1000;

/** My tables, asked again whenever something changes in the lobby or with me. */
function useMine() {
  const [mine, setMine] = useState(/** @type {Listing[]} */ ([]));
  const lobby = client.lobby.value;
  const user = me.value?.id;
  useEffect(() => {
    if (!user) return undefined;
    const ask = async () => {
      const answer = await get("/tables");
      if (!answer.ok) {
        if (answer.code !== "offline") tell(answer);
        return;
      }
      const found = /** @type {{mine: Listing[]}} */ (answer.data).mine;
      await learnGames(found.map((listing) => listing.game));
      setMine(found);
    };
    const timer = setTimeout(ask, lobby ? REST : 0); // a busy lobby is no reason to ask all the time
    return () => clearTimeout(timer);
  }, [lobby, user]);
  return mine;
}

function Welcome() {
  return html`<section class="hero">
    <div class="hero-fan" aria-hidden="true">${["AS", "AH", "AD", "AC"].map((card) => html`<${CardFace} key=${card} card=${card} />`)}</div>
    <h1>${t("start.title")}</h1>
    <p class="lead">${t("start.lead")}</p>
    ${
      me.value
        ? html`<p class="doors"><a class="button-main button-big" href="/new"><${Icon} name="plus" />${t("start.new")}</a></p>`
        : html`<div class="panel hero-name"><${NameForm} done=${() => undefined} action=${t("start.enter")} /></div>`
    }
  </section>`;
}

/** @param {{tables: Listing[]}} props */
function OpenTables({ tables }) {
  return html`<section aria-labelledby="open-tables">
    <h2 id="open-tables">${t("start.open")}</h2>
    ${
      tables.length
        ? html`<ul class="table-list">${tables.map((listing) => html`<${TableCard} key=${listing.id} listing=${listing} />`)}</ul>`
        : html`<div class="empty"><p>${t("start.none")}</p></div>`
    }
  </section>`;
}

export function StartPage() {
  useEffect(() => client.followLobby(), []);
  useEffect(() => {
    document.title = "Calypso Tables";
    loadCatalogue();
  }, []);
  const mine = useMine();
  const known = new Set(mine.map((listing) => listing.id));
  const open = [...(client.lobby.value?.values() ?? [])].filter((listing) => !known.has(listing.id));
  open.sort((a, b) => b.opened - a.opened);
  return html`<${Page}>
    <${ConnectionBar} current=${client.lobby.value !== null} />
    <${Welcome} />
    ${
      mine.length > 0 &&
      html`<section aria-labelledby="my-tables"><h2 id="my-tables">${t("start.mine")}</h2>
        <ul class="table-list">${mine.map((listing) => html`<${TableCard} key=${listing.id} listing=${listing} mine />`)}</ul></section>`
    }
    <${OpenTables} tables=${open} />
  </${Page}>`;
}
