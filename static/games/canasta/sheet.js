// The score sheet, line by line: canastas, going out, red threes, cards melded and left; where the sides stand; and the last deal.

import { LeftHands, leftHands, openHands } from "#app/games/canasta/last.js";
import { accountOf, columnsOf, withPartners } from "#app/games/canasta/sides.js";
import { dealsOf, itemsOf, settlement } from "#app/games/canasta/tally.js";
import { gameOf } from "#app/games/canasta/view.js";
import { listText, number, t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";

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

/** What a line is, and why it is so. @param {{sitting: Sitting, of: string, rule: string}} props */
function Why({ sitting, of, rule }) {
  const { explain } = sitting;
  const [what, text] = [t(`canasta.sheet.${of}`), t(`canasta.sheet.why.${of}`)];
  if (!explain) return html`<th scope="row" title=${text}>${what}</th>`;
  return html`<th scope="row">${what} <button type="button" class="tally-why" title=${text} aria-label=${t("canasta.sheet.why_of", { what, text })} onClick=${() => explain(rule)}>?</button></th>`;
}

/** @param {{columns: Account[], cell: (account: number) => import("#app/ui/html.js").Children}} props */
const Cells = ({ columns, cell }) => columns.map(({ account }) => html`<td key=${account}>${cell(account)}</td>`);

/** @param {{sitting: Sitting, columns: Account[], deal: Deal, titled: boolean, single: boolean}} props `titled`: which deal it is stands above; `single`: no deal came before or comes after */
function Body({ sitting, columns, deal: { deal, lines, totals }, titled, single }) {
  const { bonus } = gameOf(sitting.public);
  return html`<tbody>
    ${titled && html`<tr class="tally-deal"><th scope="rowgroup" colspan=${columns.length + 1}>${t("canasta.sheet.deal", { n: deal + 1 })}</th></tr>`}
    ${itemsOf(lines, bonus).map(({ key, rule, kind, points }) => {
      const cell = (/** @type {number} */ account) => {
        const line = lines[account];
        if (!line) return "";
        const n = kind ? line[kind] : 0;
        return html`${kind && n > 1 && html`<small class="tally-times">${t("canasta.sheet.times", { n, each: bonus[kind] })}</small>`}${number(points(line, bonus))}`;
      };
      return html`<tr key=${key}><${Why} sitting=${sitting} of=${key} rule=${rule} /><${Cells} columns=${columns} cell=${cell} /></tr>`;
    })}
    <tr class="tally-points"><${Why} sitting=${sitting} of="points" rule="4.3" /><${Cells} columns=${columns} cell=${(/** @type {number} */ account) => number(lines[account]?.total ?? 0)} /></tr>
    ${!single && html`<tr class="tally-total"><${Why} sitting=${sitting} of="total" rule="4.6" /><${Cells} columns=${columns} cell=${(/** @type {number} */ account) => number(totals[account] ?? 0)} /></tr>`}
  </tbody>`;
}

/** After the game of two sides: what the winner gets. @param {{sitting: Sitting, columns: Account[]}} props */
function Settled({ sitting, columns }) {
  const settled = settlement(gameOf(sitting.public));
  if (!settled) return null;
  const { rounded, winner, difference } = settled;
  return html`<tbody class="tally-settled">
    <tr><${Why} sitting=${sitting} of="rounded" rule="4.9" /><${Cells} columns=${columns} cell=${(/** @type {number} */ account) => number(rounded[account] ?? 0)} /></tr>
    <tr class="tally-total"><${Why} sitting=${sitting} of="settled" rule="4.9" /><${Cells} columns=${columns} cell=${(/** @type {number} */ account) => (account === winner ? number(difference) : "–")} /></tr>
  </tbody>`;
}

/** @param {{sitting: Sitting, brief?: boolean}} props */
export function Sheet({ sitting, brief = false }) {
  const view = sitting.public;
  const all = dealsOf(gameOf(view));
  if (!all.length) return html`<p class="quiet">${t("canasta.sheet.none")}</p>`;
  const columns = columnsOf(view, sitting.seat);
  const shown = brief ? all.slice(-1) : all;
  const single = view.options.target === "one_deal" && all.length === 1;
  return html`<div class="sheet-scroll tally-scroll" tabindex="0" role="group" aria-label=${t("table.sheet")}><table class=${cls("tally", columns.length > 2 && "tally-many")}>
    <thead><tr><td></td>${columns.map((column) => html`<th key=${column.account} scope="col" title=${listText(column.seats.map(sitting.nameOf))}>${columnNames(sitting, column, columns).map((name) => html`<span key=${name} class="tally-name">${name}</span>`)}</th>`)}</tr></thead>
    ${shown.map((deal) => html`<${Body} key=${deal.deal} sitting=${sitting} columns=${columns} deal=${deal} titled=${!brief && !single} single=${single} />`)}
    <${Settled} sitting=${sitting} columns=${columns} />
  </table><${LeftHands} hands=${openHands(sitting)} /></div>`;
}

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
