// The score sheet, line by line: canastas, going out, red threes, cards melded and left; where the sides stand; and the last deal.

import { LeftHands, leftHands, openHands } from "#app/games/canasta/last.js";
import { pause } from "#app/games/canasta/lines.js";
import { accountOf, columnsOf, targetOf, withPartners } from "#app/games/canasta/sides.js";
import { dealsOf, itemsOf, settlement } from "#app/games/canasta/tally.js";
import { gameOf } from "#app/games/canasta/view.js";
import { listText, number, t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { spoken } from "#app/ui/rich.js";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/games/canasta/sides.js").Account} Account
 * @typedef {ReturnType<typeof dealsOf>[number]} Deal
 */

/** "We" and "They" to those who play in pairs, else names. @param {Sitting} sitting @param {Account} column @param {Account[]} columns */
export function columnNames(sitting, column, columns) {
  const paired = sitting.mine && columns.length === 2 && withPartners(sitting.public);
  if (paired) return [t(columns[0] === column ? "canasta.sheet.we" : "canasta.sheet.they")];
  return column.seats.map(sitting.nameOf);
}

/** What a line is, and why it is so. @param {{explain?: Sitting["explain"], of: string, rule: string}} props */
function Why({ explain, of, rule }) {
  const [what, text] = [t(`canasta.sheet.${of}`), t(`canasta.sheet.why.${of}`)];
  if (!explain) return html`<th scope="row" title=${text}>${what}</th>`;
  return html`<th scope="row">${what} <button type="button" class="tally-why" title=${text} aria-label=${t("canasta.sheet.why_of", { what, text })} onClick=${() => explain(rule)}>?</button></th>`;
}

/** @param {{columns: Account[], cell: (account: number) => import("#app/ui/html.js").Children}} props */
const Cells = ({ columns, cell }) => columns.map(({ account }) => html`<td key=${account}>${cell(account)}</td>`);

/** @param {{sitting: Sitting, columns: Account[], deal: Deal, title: string, single: boolean, explain?: Sitting["explain"]}} props `title`: which deal it is, "" if that is told already; `single`: no deal came before or comes after */
function Body({ sitting, columns, deal: { lines, totals }, title, single, explain }) {
  const { bonus } = gameOf(sitting.public);
  return html`<tbody>
    ${title && html`<tr class="tally-deal"><th scope="rowgroup" colspan=${columns.length + 1}>${title}</th></tr>`}
    ${itemsOf(lines, bonus).map(({ key, rule, kind, points }) => {
      const cell = (/** @type {number} */ account) => {
        const line = lines[account];
        if (!line) return "";
        const n = kind ? line[kind] : 0;
        return html`${kind && n > 1 && html`<small class="tally-times">${t("canasta.sheet.times", { n, each: bonus[kind] })}</small>`}${number(points(line, bonus))}`;
      };
      return html`<tr key=${key}><${Why} explain=${explain} of=${key} rule=${rule} /><${Cells} columns=${columns} cell=${cell} /></tr>`;
    })}
    <tr class="tally-points"><${Why} explain=${explain} of="points" rule="4.3" /><${Cells} columns=${columns} cell=${(/** @type {number} */ account) => number(lines[account]?.total ?? 0)} /></tr>
    ${!single && html`<tr class="tally-total"><${Why} explain=${explain} of="total" rule="4.6" /><${Cells} columns=${columns} cell=${(/** @type {number} */ account) => number(totals[account] ?? 0)} /></tr>`}
  </tbody>`;
}

/** After the game of two sides: what the winner gets. @param {{sitting: Sitting, columns: Account[]}} props */
function Settled({ sitting, columns }) {
  const settled = settlement(gameOf(sitting.public));
  if (!settled) return null;
  const { explain } = sitting;
  const { rounded, winner, difference } = settled;
  return html`<tbody class="tally-settled">
    <tr><${Why} explain=${explain} of="rounded" rule="4.9" /><${Cells} columns=${columns} cell=${(/** @type {number} */ account) => number(rounded[account] ?? 0)} /></tr>
    <tr class="tally-total"><${Why} explain=${explain} of="settled" rule="4.9" /><${Cells} columns=${columns} cell=${(/** @type {number} */ account) => (account === winner ? number(difference) : "–")} /></tr>
  </tbody>`;
}

/** Which deal it is; of the game's last one also how it ended. @param {Sitting} sitting @param {number} deal */
export function titleOf(sitting, deal) {
  const { phase, ended, deal: last } = gameOf(sitting.public);
  if (phase !== "over" || !ended || deal !== last) return t("canasta.sheet.deal", { n: deal + 1 });
  return spoken(pause(sitting.public, sitting.nameOf));
}

/** @param {{sitting: Sitting, columns: Account[], children?: import("#app/ui/html.js").Children}} props */
const Tally = ({ sitting, columns, children }) => html`<table class=${cls("tally", columns.length > 2 && "tally-many")}>
    <thead><tr><td></td>${columns.map((column) => html`<th key=${column.account} scope="col" title=${listText(column.seats.map(sitting.nameOf))}>${columnNames(sitting, column, columns).map((name) => html`<span key=${name} class="tally-name">${name}</span>`)}</th>`)}</tr></thead>
    ${children}
  </table>`;

/** The latest deal first, with what became of it; the earlier ones below, folded once the game is over. @param {{sitting: Sitting, brief?: boolean}} props */
export function Sheet({ sitting, brief = false }) {
  const view = sitting.public;
  const [last, ...earlier] = dealsOf(gameOf(view)).reverse();
  if (!last) return html`<p class="quiet">${t("canasta.sheet.none")}</p>`;
  const columns = columnsOf(view, sitting.seat);
  const over = gameOf(view).phase === "over";
  const single = !hasBefore(view) && !earlier.length;
  const body = (/** @type {Deal} */ deal, /** @type {string} */ title, /** @type {Sitting["explain"]} */ explain) =>
    html`<${Body} key=${deal.deal} sitting=${sitting} columns=${columns} deal=${deal} title=${title} single=${single} explain=${explain} />`;
  return html`<div class="sheet-scroll tally-scroll" tabindex="0" role="group" aria-label=${t("table.sheet")}>
    <${Tally} sitting=${sitting} columns=${columns}>${body(last, brief || (single && !over) ? "" : titleOf(sitting, last.deal), sitting.explain)}<${Settled} sitting=${sitting} columns=${columns} /></${Tally}>
    <${LeftHands} hands=${openHands(sitting)} />
    ${
      !brief &&
      earlier.length > 0 &&
      html`<details class="tally-earlier" open=${!over}><summary>${t("canasta.sheet.earlier", { n: earlier.length })}</summary>
      <${Tally} sitting=${sitting} columns=${columns}>${earlier.map((deal) => body(deal, titleOf(sitting, deal.deal), undefined))}</${Tally}></details>`
    }</div>`;
}

/** Whether a deal can have come before the one that is played. @param {import("#app/types/app.d.ts").PublicView} view */
export const hasBefore = (view) => targetOf(view) > 0;

/** The last deal, to be looked at while the next one is played; null before the first has ended. @param {Sitting} sitting */
export function before(sitting) {
  const g = gameOf(sitting.public);
  if (!Object.keys(g.sheet).length) return null;
  const hands = leftHands(sitting);
  return {
    title: t("canasta.table.before"),
    content: html`<${Sheet} sitting=${sitting} brief />${!g.hands && html`<${LeftHands} hands=${hands} />`}`,
    text: hands.map(({ name, cards }) => t("canasta.ui.left_n", { name, n: cards.length })).join(" "),
  };
}

/** Where the sides stand, in the side column. @param {{sitting: Sitting}} props */
export function Standing({ sitting }) {
  const view = sitting.public;
  const g = gameOf(view);
  if (!g || g.phase === "new") return null;
  const columns = columnsOf(view, sitting.seat);
  const own = accountOf(view, sitting.seat);
  return html`<section class="totals" aria-label=${t("canasta.sheet.standing")}>
    ${columns.map(({ account, seats }) => {
      const minimum = g.phase === "between" || g.phase === "over" ? undefined : g.minimum[account];
      return html`<div key=${account} class=${cls("totals-side", account === own && sitting.mine && "totals-ours")}>
        <span class="totals-names">${seats.map((seat) => html`<span key=${seat} class="totals-name">${sitting.nameOf(seat)}</span>`)}</span>
        <span class="totals-sum"><strong class="score">${number(g.scores[account] ?? 0)}</strong>
          ${minimum !== undefined && html`<small title=${t("canasta.sheet.why.minimum")}>${t("canasta.sheet.minimum", { n: minimum })}</small>`}</span>
      </div>`;
    })}
  </section>`;
}
