// What a side has on the table: a column for each rank, canastas closed, red threes, its score and what it still needs.

import { CardFace } from "#app/cards/card.js";
import { cardName, rankText } from "#app/cards/names.js";
import { Suit } from "#app/cards/suits.js";
import { Name } from "#app/games/canasta/plate.js";
import { against, drawsTo } from "#app/games/canasta/staging.js";
import {
  CANASTA,
  canastasOf,
  cardsOf,
  chairOf,
  gameOf,
  handsLeft,
  isWild,
  meldOf,
  meldsOf,
  membersOf,
  ownOf,
  RANKS,
  seatOf,
  sideLetter,
} from "#app/games/canasta/view.js";
import { listText, number, t } from "#app/lib/i18n.js";
import { Dialog } from "#app/ui/dialog.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { glow } from "#app/ui/motion.js";
import { CardToken } from "#app/ui/rich.js";
import { useLayoutEffect, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/games/canasta/view.js").Game} Game
 * @typedef {import("#app/games/canasta/view.js").Meld} Meld
 * @typedef {import("#app/games/canasta/tray-state.js").Tray} Tray
 */

/** Four and a wild card, or only how many. @param {Meld} meld */
export const countText = ({ naturals, wilds }) =>
  wilds ? t("canasta.ui.count_wild", { n: naturals, w: wilds }) : number(naturals);

/** What a meld is, in words. @param {Meld} meld @param {string} by who added last */
export function meldText(meld, by) {
  const vars = { rank: t(`rank.${meld.rank}`), n: meld.cards.length, w: meld.wilds, more: CANASTA - meld.cards.length };
  const open = meld.wilds ? "open_wild" : "open";
  const what = t(`canasta.ui.meld_${meld.canasta || open}`, vars);
  return by ? t("canasta.ui.meld_by", { meld: what, name: by }) : what;
}

/** The cards of a column: wild cards behind with their corner in sight, a natural one in front. @param {{meld: Meld, by: import("#app/ui/html.js").Children}} props `by`: the mark of who added last */
function Column({ meld, by }) {
  const cards = [...meld.cards.filter(isWild), ...meld.cards.filter((card) => !isWild(card))];
  if (meld.canasta) {
    return html`<span class=${`closed closed-${meld.canasta}`} aria-hidden="true">${by}<span class="closed-rank">${rankText(meld.rank)}</span></span>`;
  }
  return html`<span class="column" aria-hidden="true">${by}${cards.map((card, i) => html`<span key=${i} class=${cls("column-card", isWild(card) && "column-wild")}><${CardFace} card=${card} /></span>`)}</span>`;
}

/** What stands below a meld: which canasta, or how many more to one. @param {{meld: Meld}} props */
function Progress({ meld }) {
  if (meld.canasta) return html`<span class="meld-more meld-kind">${t(`canasta.ui.${meld.canasta}`)}</span>`;
  const more = CANASTA - meld.cards.length;
  if (meld.rank === "3") return null;
  return html`<span class=${cls("meld-more", more === 1 && "meld-six")}>${t("canasta.ui.more", { n: more })}</span>`;
}

/** Whether and why selected cards cannot go to a rank. @param {Sitting} sitting @param {Tray} tray @param {string} rank @param {boolean} own */
function targetOf(sitting, tray, rank, own) {
  if (!own || !tray.active || !tray.selected.length) return "";
  const g = gameOf(sitting.public);
  const lies = g.melds[g.sides[chairOf(g, sitting.seat)] ?? 0]?.[rank] !== undefined;
  if (!lies && !drawsTo(ownOf(sitting), tray.groups, tray.rest, rank, tray.selected)) return "";
  return against(ownOf(sitting), tray.groups, rank, tray.selected) || "open";
}

/** The mark of who added last, where a side has several: a picture with the bot's number or the person's initial, lest it be read as a count or a side. @param {Sitting} sitting @param {number} side @param {number | undefined} chair */
function byMark(sitting, side, chair) {
  const g = gameOf(sitting.public);
  if (chair === undefined || membersOf(g, side).length < 2) return null;
  const seat = seatOf(g, chair);
  const bot = sitting.public.seats[seat]?.kind === "bot";
  return html`<span class="meld-by"><${Icon} name=${bot ? "bot" : "person"} />${bot ? number(seat + 1) : [...sitting.nameOf(seat)][0]}</span>`;
}

/** @param {{sitting: Sitting, tray: Tray, side: number, rank: string, own: boolean, open: () => void}} props */
function MeldSlot({ sitting, tray, side, rank, own, open }) {
  const g = gameOf(sitting.public);
  const text = g.melds[side]?.[rank];
  const meld = text ? meldOf(rank, text) : null;
  const by = g.by?.[side]?.[rank];
  const name = meld && by !== undefined ? sitting.nameOf(seatOf(g, by)) : "";
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  const n = meld?.cards.length ?? 0;
  const before = useRef(n);
  useLayoutEffect(() => {
    if (sitting.live && n > before.current) glow(ref.current);
    before.current = n;
  }, [n]);
  const target = targetOf(sitting, tray, rank, own);
  const staged = own ? (tray.groups.find((group) => group.rank === rank)?.cards.length ?? 0) : 0;
  const barred = target !== "" && target !== "open";
  const label = meld ? meldText(meld, name) : t("canasta.ui.no_meld", { rank: t(`rank.${rank}`) });
  const said = barred
    ? t("canasta.ui.barred", { meld: label, why: t(`canasta.ui.against.${target}`) })
    : target
      ? t("canasta.ui.put_here", { meld: label })
      : label;
  const looks = cls(
    "meld",
    meld ? (meld.canasta ? `meld-${meld.canasta}` : "meld-open") : "meld-empty",
    n === 6 && "meld-at-six",
    target === "open" && "meld-target",
    barred && "meld-barred",
  );
  const inner = html`<span class="meld-rank" aria-hidden="true">${rankText(rank)}</span>
    ${meld && html`<${Column} meld=${meld} by=${byMark(sitting, side, by)} /><span class="meld-facts" aria-hidden="true"><span class="meld-count">${countText(meld)}</span><${Progress} meld=${meld} /></span>`}
    ${staged > 0 && html`<span class="meld-staged" aria-hidden="true">${t("canasta.ui.plus", { n: staged })}</span>`}`;
  const idle = !meld && !target;
  if (!own || !tray.active || idle)
    return html`<div ref=${ref} class=${looks} role=${idle ? undefined : "img"} aria-label=${idle ? undefined : said} aria-hidden=${idle ? "true" : undefined} data-drop=${own && tray.active ? "meld" : undefined} data-rank=${rank} title=${said}>${inner}</div>`;
  const press = () => (tray.selected.length ? tray.putOn(rank, ref.current) : meld && open());
  return html`<button ref=${ref} type="button" class=${looks} data-drop="meld" data-rank=${rank} aria-label=${said} title=${said} aria-disabled=${barred ? "true" : undefined} onClick=${press}>${inner}</button>`;
}

/** A side as its players. @param {Sitting} sitting @param {Game} g @param {number} side */
export const sideName = (sitting, g, side) =>
  listText(membersOf(g, side).map((chair) => sitting.nameOf(seatOf(g, chair))));

/** @param {{text: string}} props */
function RedThrees({ text }) {
  const cards = cardsOf(text);
  if (!cards.length) return null;
  const said = t("canasta.ui.red_threes", { n: cards.length });
  return html`<span class="red-threes" role="img" aria-label=${said} title=${said}>${cards.map((card, i) => html`<span key=${i} class=${`red-three suit-${card.charAt(1)}`} aria-hidden="true">3<${Suit} suit=${card.charAt(1)} /></span>`)}</span>`;
}

/** Canastas against those needed to go out. @param {{g: Game, side: number}} props */
function Canastas({ g, side }) {
  const { natural, mixed } = canastasOf(g, side);
  const said = t("canasta.ui.canastas_said", { natural, mixed, req: g.req });
  return html`<span class=${cls("camp-canastas", natural + mixed >= g.req && "camp-may-out")} role="img" aria-label=${said} title=${said}><span class="wide-text" aria-hidden="true">${t("canasta.ui.canastas", { n: natural + mixed, req: g.req })}</span><span class="narrow-only" aria-hidden="true"><${Icon} name="pack" />${t("canasta.ui.of", { n: natural + mixed, of: g.req })}</span></span>`;
}

/** @param {{sitting: Sitting, side: number, own: boolean}} props */
function SideHead({ sitting, side, own }) {
  const g = gameOf(sitting.public);
  const opened = meldsOf(g, side).length > 0;
  const letter = sideLetter(g, side);
  const minimum = g.minimum[side] ?? 0;
  const ours = own && sitting.mine;
  const members = membersOf(g, side);
  return html`<div class="camp-head">
    ${letter && html`<span class="camp-letter" title=${t("canasta.ui.side", { letter })}>${letter}</span>`}
    <strong class="camp-name">${
      ours
        ? t(members.length > 1 ? "canasta.ui.us" : "canasta.ui.me")
        : html`<span class="camp-long">${sideName(sitting, g, side)}</span><span class="camp-short" aria-hidden="true">${members.map((chair) => html`<${Name} key=${chair} sitting=${sitting} seat=${seatOf(g, chair)} />`)}</span>`
    }</strong>
    <strong class="camp-score score" title=${t("canasta.ui.score")}>${number(g.scores[side] ?? 0)}</strong>
    ${!opened && minimum > 0 && html`<span class="tag camp-needs">${t("canasta.ui.needs", { n: minimum })}</span>`}
    <${Canastas} g=${g} side=${side} />
    <${RedThrees} text=${g.threes[side] ?? ""} />
  </div>`;
}

/** All melds of a side, card by card. @param {{sitting: Sitting, side: number, close: () => void}} props */
function SideDialog({ sitting, side, close }) {
  const g = gameOf(sitting.public);
  const melds = meldsOf(g, side);
  const hands = handsLeft(g);
  return html`<${Dialog} title=${t("canasta.ui.melds_of", { name: sideName(sitting, g, side) })} close=${close}>
    <${RedThrees} text=${g.threes[side] ?? ""} />
    ${melds.length === 0 && html`<p>${t("canasta.ui.no_melds")}</p>`}
    <ul class="all-melds">${melds.map((meld) => {
      const by = g.by?.[side]?.[meld.rank];
      return html`<li key=${meld.rank}><p>${meldText(meld, by === undefined ? "" : sitting.nameOf(seatOf(g, by)))}</p>
        <div class="all-cards">${meld.cards.map((card, i) => html`<span key=${i} role="img" aria-label=${cardName(card)}><${CardFace} card=${card} /></span>`)}</div></li>`;
    })}</ul>
    ${hands && html`<div class="all-hands">${membersOf(g, side).map((chair) => html`<p key=${chair}><strong>${sitting.nameOf(seatOf(g, chair))}</strong> ${cardsOf(hands[seatOf(g, chair)]).map((card, i) => html`<${CardToken} key=${i} card=${card} /> `)}</p>`)}</div>`}
  </${Dialog}>`;
}

/** @param {{sitting: Sitting, tray: Tray, side: number, own: boolean}} props `own`: of the chair at the bottom of the screen */
export function Side({ sitting, tray, side, own }) {
  const g = gameOf(sitting.public);
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  const name = sideName(sitting, g, side);
  const ranks = g.melds[side]?.["3"] ? [...RANKS, "3"] : [...RANKS];
  const none = meldsOf(g, side).length === 0;
  return html`<section class=${cls("camp", own ? "camp-own" : "camp-rival", none && "camp-bare", tray.selected.length > 0 && own && "camp-choosing")} data-side=${side} aria-label=${t("canasta.ui.melds_of", { name })}>
    <${SideHead} sitting=${sitting} side=${side} own=${own} />
    <div class="melds">${ranks.map((rank) => html`<${MeldSlot} key=${rank} sitting=${sitting} tray=${tray} side=${side} rank=${rank} own=${own && sitting.mine} open=${show} />`)}</div>
    <button type="button" class="camp-open" aria-label=${t("canasta.ui.show_melds", { name })} title=${t("canasta.ui.show_melds", { name })} onClick=${show}><${Icon} name="eye" /></button>
    ${open && html`<${SideDialog} sitting=${sitting} side=${side} close=${() => setOpen(false)} />`}
  </section>`;
}
