// The staging tray: groups that are not on the table yet, what they count, and a place for the selected cards.

import { CardFace } from "#app/cards/card.js";
import { cardName, rankText } from "#app/cards/names.js";
import { endsWith } from "#app/games/canasta/deeds.js";
import { against, allWild, groupLack, groupPoints, rankOfCards, total } from "#app/games/canasta/staging.js";
import { chairOf, gameOf, ownOf } from "#app/games/canasta/view.js";
import { listText, number, t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/games/canasta/tray-state.js").Tray} Tray
 * @typedef {import("#app/games/canasta/staging.js").Staged} Staged
 */

/** So many have room on a phone as cards. */
const MANY = 3;

/** What is pressed by a key and goes away leaves the focus to the hand. @param {MouseEvent} event */
export function toHand(event) {
  const card = event.detail === 0 && document.querySelector('.hand [tabindex="0"]');
  if (card instanceof HTMLElement) card.focus();
}

/** What a group still lacks, in words; "" if nothing. @param {Sitting} sitting @param {Tray} tray @param {Staged} group */
function lackText(sitting, tray, group) {
  const { what, n } = groupLack(ownOf(sitting), group, endsWith(tray.may, tray.groups, tray.rest));
  return what && t(`canasta.ui.lacks_${what}`, { n });
}

/** @param {{sitting: Sitting, tray: Tray, group: Staged}} props */
function TrayGroup({ sitting, tray, group }) {
  const g = gameOf(sitting.public);
  const cards = [...(group.top && g.top ? [g.top] : []), ...group.cards];
  const points = groupPoints(g, group);
  const lack = lackText(sitting, tray, group);
  const adding = tray.selected.length > 0;
  const reason = adding ? against(ownOf(sitting), tray.groups, group.rank, tray.selected) : "";
  const what = t("canasta.ui.group_said", { cards: listText(cards.map(cardName)), n: points });
  const said = reason
    ? t("canasta.ui.barred", { meld: what, why: t(`canasta.ui.against.${reason}`) })
    : t(adding ? "canasta.ui.put_here" : "canasta.ui.group_back", { meld: what });
  /** @param {MouseEvent} event */
  const press = (event) => {
    if (adding) tray.putOn(group.rank, /** @type {Element} */ (event.currentTarget));
    else {
      toHand(event);
      tray.back(group.rank);
    }
  };
  return html`<button type="button" class=${cls("tray-group", lack && "tray-lacking", adding && (reason ? "meld-barred" : "meld-target"))} data-drop="meld" data-rank=${group.rank}
    aria-label=${lack ? t("canasta.ui.group_lacks", { group: said, lack }) : said} title=${said} aria-disabled=${reason ? "true" : undefined} onClick=${press}>
    <span class="tray-chip" aria-hidden="true">${rankText(group.rank)}<small>${t("canasta.ui.times", { n: cards.length })}</small></span>
    <span class="tray-cards" aria-hidden="true">${cards.map((card, i) => html`<span key=${i} class=${cls("tray-card", group.top && i === 0 && "tray-top")}><${CardFace} card=${card} /></span>`)}</span>
    <span class="tray-facts" aria-hidden="true"><strong class="score">${number(points)}</strong>${lack && html`<span class="tray-lack">${lack}</span>`}</span>
    ${!adding && html`<span class="tray-back" aria-hidden="true"><${Icon} name="close" /></span>`}
  </button>`;
}

/** The sum against what is needed. @param {{sitting: Sitting, tray: Tray}} props */
function Total({ sitting, tray }) {
  const g = gameOf(sitting.public);
  const { need } = ownOf(sitting);
  const points = total(g, tray.groups);
  if (need === undefined)
    return html`<p class="tray-total" aria-live="polite">${t("canasta.ui.points", { n: points })}</p>`;
  const short = Math.max(0, need - points);
  return html`<p class=${cls("tray-total", short ? "tray-short" : "tray-enough")} aria-live="polite"><${Icon} name=${short ? "warn" : "check"} /><span>${t(short ? "canasta.ui.total_short" : "canasta.ui.total_enough", { points, need, short })}</span></p>`;
}

/** Wild cards do not say by themselves where they go. @param {Sitting} sitting @param {Tray} tray */
function wildHint(sitting, tray) {
  const g = gameOf(sitting.public);
  const melds = Object.keys(g.melds[g.sides[chairOf(g, sitting.seat)] ?? 0] ?? {});
  return tray.groups.length || melds.length ? "wild_where" : "wild_alone";
}

/** @param {{sitting: Sitting, tray: Tray}} props */
export function StagingTray({ sitting, tray }) {
  const any = tray.groups.length > 0;
  const chosen = tray.selected.length;
  const wild = allWild(tray.selected);
  const hint = wild ? wildHint(sitting, tray) : any || chosen ? "" : "tray_hint";
  /** @param {MouseEvent} event */
  const group = (event) => {
    const element = /** @type {Element} */ (event.currentTarget);
    if (rankOfCards(tray.selected)) toHand(event);
    tray.group(element);
  };
  /** @param {MouseEvent} event */
  const empty = (event) => {
    toHand(event);
    tray.empty();
  };
  return html`<section class=${cls("tray", any && "tray-any", (any || chosen > 0) && "tray-used", tray.groups.length + (chosen ? 1 : 0) > MANY && "tray-many", tray.busy && "tray-sending")} aria-label=${t("canasta.ui.tray")} data-drop="tray">
    <div class="tray-groups">
      ${tray.groups.map((one) => html`<${TrayGroup} key=${one.rank} sitting=${sitting} tray=${tray} group=${one} />`)}
      ${chosen > 0 && !wild && html`<button type="button" class="tray-place" aria-label=${t("canasta.ui.group", { n: chosen })} onClick=${group}><${Icon} name="plus" /><span class="wide-text">${t("canasta.ui.group", { n: chosen })}</span><span class="narrow-only">${t("canasta.ui.group.short")}</span></button>`}
      ${hint && html`<p class=${cls("tray-hint", wild && "tray-wild")}>${t(`canasta.ui.${hint}`)}</p>`}
    </div>
    ${any && html`<div class="tray-end"><${Total} sitting=${sitting} tray=${tray} /><button type="button" class="button-small tray-empty" onClick=${empty} aria-label=${t("canasta.ui.take_back")} title=${t("canasta.ui.take_back")}><${Icon} name="close" /></button></div>`}
  </section>`;
}
