// Stock and discard pile: how many cards, which one lies on top, whether the pile is frozen, and whether one may take it.

import { CardBack, CardFace } from "#app/cards/card.js";
import { cardName } from "#app/cards/names.js";
import { shortly, takeable, untakeable } from "#app/games/canasta/lines.js";
import { cardsOf, gameOf, ownOf } from "#app/games/canasta/view.js";
import { number, t } from "#app/lib/i18n.js";
import { Dialog } from "#app/ui/dialog.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { flyFrom, rectOf } from "#app/ui/motion.js";
import { Rich, spoken } from "#app/ui/rich.js";
import { useLayoutEffect, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/games/canasta/tray-state.js").Tray} Tray
 */

const FALL_MS = 220;

/** Where the viewer's last card was in his hand, for its flight. @type {{card: string, rect: DOMRect | null}} */
const lifted = { card: "", rect: null };

/** @param {string} card @param {Element | null} element */
export function lift(card, element) {
  lifted.card = card;
  lifted.rect = rectOf(element);
}

function Snow() {
  return html`<svg class="icon snow" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2.500v19M3.800 7.200l16.400 9.600M20.200 7.200 3.800 16.800M9.500 4.500 12 7l2.500-2.500M9.500 19.500 12 17l2.500 2.500M4 10.500l3.300-.9-.9-3.300M20 13.500l-3.300.9.9 3.300M20 10.500l-3.300-.9.9-3.300M4 13.500l3.300.9-.9 3.300" /></svg>`;
}

/** Why the pile is frozen; null if it is not, or nothing comes of it. @param {Sitting} sitting @returns {Line | null} */
export function frozenLine(sitting) {
  const { frozen, pile } = gameOf(sitting.public);
  if (frozen === "always") return { key: "canasta.ui.frozen_always" };
  if (frozen) return { key: "canasta.ui.frozen_by", vars: { card: { card: frozen } } };
  const { need, take } = ownOf(sitting);
  const closed = sitting.mine && need !== undefined && pile > 0;
  // "frozen" beside "you can take it" would not go together: the pair that it takes is there
  const open = sitting.live && take && !untakeable(sitting);
  return closed && !open ? { key: "canasta.ui.frozen_for_us" } : null;
}

/** @param {{sitting: Sitting}} props */
function Verdict({ sitting }) {
  const { explain } = sitting;
  const take = sitting.mine && sitting.live ? ownOf(sitting).take : undefined;
  if (!take) return null;
  const bar = untakeable(sitting);
  if (!bar)
    return html`<p class="verdict verdict-yes"><${Icon} name="check" /><span>${t(takeable(sitting))}</span></p>`;
  return html`<p class="verdict verdict-no"><${Icon} name="close" /><span class="narrow-only" aria-hidden="true">${t(shortly(bar))}</span><span class="wide-text"><${Rich} line=${bar} />${bar.rule && explain && html` <button type="button" class="why-link" onClick=${() => explain(bar.rule ?? "")}>${t("rule.why")}</button>`}</span></p>`;
}

/** All cards of the pile, the top one last. @param {{cards: string[], close: () => void}} props */
function PileDialog({ cards, close }) {
  return html`<${Dialog} title=${t("canasta.ui.pile_all", { n: cards.length })} close=${close}>
    <ol class="pile-all">${cards.map((card, i) => html`<li key=${i} role="img" aria-label=${cardName(card)}><${CardFace} card=${card} /></li>`)}</ol>
    <p class="quiet">${t("canasta.ui.pile_order")}</p>
  </${Dialog}>`;
}

/** A card falls on the pile from the hand or from the plate of whoever was on turn. @param {Sitting} sitting @param {{current: HTMLElement | null}} box */
function useFalling(sitting, box) {
  const g = gameOf(sitting.public);
  const was = useRef({ pile: g.pile, turn: g.turn });
  useLayoutEffect(() => {
    const { pile, turn } = was.current;
    was.current = { pile: g.pile, turn: g.turn };
    const card = box.current?.querySelector(".pile-top");
    if (!sitting.live || g.pile !== pile + 1 || !(card instanceof HTMLElement)) return;
    const own = lifted.card === g.top && lifted.rect;
    flyFrom(card, own || rectOf(document.querySelector(`.mat .plate[data-chair="${turn}"]`)), FALL_MS);
    lifted.card = "";
  }, [g.pile, g.turn]);
}

/** @param {{sitting: Sitting, tray: Tray}} props */
function Stock({ sitting, tray }) {
  const g = gameOf(sitting.public);
  const said = t(tray.may.includes("draw") ? "canasta.ui.draw_from" : "canasta.ui.stock_is", { n: g.stock });
  const sending = sitting.pending.some((cmd) => cmd.type === "draw");
  const face = html`<span class=${cls("pile-card", g.stock > 1 && "pile-deep")}>${g.stock > 0 ? html`<${CardBack} />` : html`<span class="pile-none" />`}
    ${sending && html`<span class="sending"><span class="spin" aria-hidden="true" /></span>`}</span>
    <span class="pile-label" aria-hidden="true"><span class="pile-word">${t("canasta.ui.stock")}</span> <strong class="score">${number(g.stock)}</strong></span>`;
  const live = cls("pile-button stock", tray.may.includes("draw") && "pile-live");
  if (!tray.active) return html`<div class=${live} role="img" aria-label=${said}>${face}</div>`;
  return html`<button type="button" class=${live} aria-label=${said} title=${said} aria-disabled=${tray.may.includes("draw") ? undefined : "true"}
    onClick=${(/** @type {MouseEvent} */ event) => tray.draw(/** @type {Element} */ (event.currentTarget))}>${face}</button>`;
}

/** What a reader is told of the pile. @param {Sitting} sitting */
export function pileText(sitting) {
  const g = gameOf(sitting.public);
  if (!g.top) return t("canasta.ui.pile_empty");
  const frozen = frozenLine(sitting);
  const vars = { n: g.pile, card: cardName(g.top) };
  return frozen ? t("canasta.ui.pile_frozen", { ...vars, why: spoken(frozen) }) : t("canasta.ui.pile_is", vars);
}

/** @param {{sitting: Sitting, tray: Tray}} props */
function Pile({ sitting, tray }) {
  const g = gameOf(sitting.public);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useFalling(sitting, box);
  const can = tray.may.includes("take") && !ownOf(sitting).take?.code;
  const taking = tray.groups.some((group) => group.top);
  const across = g.frozen && g.frozen !== "always" && g.frozen !== g.top ? g.frozen : "";
  const sending = sitting.pending.some((cmd) => cmd.type === "take" || cmd.type === "discard");
  const said = pileText(sitting);
  const face = html`<span class=${cls("pile-card", g.pile > 1 && "pile-deep")}>
      ${across && html`<span class="pile-across"><${CardFace} card=${across} /></span>`}
      ${g.top ? html`<span key=${`${g.pile}${g.top}`} class=${cls("pile-top", taking && "pile-taken")}><${CardFace} card=${g.top} /></span>` : html`<span class="pile-none" />`}
      ${g.frozen && html`<span class="pile-snow"><${Snow} /></span>`}
      ${sending && html`<span class="sending"><span class="spin" aria-hidden="true" /></span>`}</span>
    <span class="pile-label" aria-hidden="true"><span class="pile-word">${t("canasta.ui.pile")}</span> <strong class="score">${number(g.pile)}</strong></span>`;
  const live = cls("pile-button discards", can && "pile-live", g.frozen && "pile-frozen");
  if (!tray.active) return html`<div ref=${box} class=${live} role="img" aria-label=${said}>${face}</div>`;
  return html`<button ref=${box} type="button" class=${live} data-drop="pile" aria-label=${can ? t("canasta.ui.take_from", { pile: said }) : said} aria-disabled=${can ? undefined : "true"}
    onClick=${(/** @type {MouseEvent} */ event) => tray.takePile(/** @type {Element} */ (event.currentTarget))}>${face}</button>`;
}

/** @param {{sitting: Sitting, tray: Tray}} props */
export function Piles({ sitting, tray }) {
  const g = gameOf(sitting.public);
  const [open, setOpen] = useState(false);
  const cards = cardsOf(g.cards ?? ownOf(sitting).pile);
  const frozen = frozenLine(sitting);
  return html`<div class="piles">
    <div class="piles-cards"><${Stock} sitting=${sitting} tray=${tray} /><${Pile} sitting=${sitting} tray=${tray} /></div>
    <div class="piles-words">
      ${frozen && html`<p class=${cls("frozen", !g.frozen && "frozen-us")}><${Snow} /><span><${Rich} line=${frozen} /></span></p>`}
      ${g.last_chance && html`<p class="verdict verdict-last"><${Icon} name="warn" /><span>${t("canasta.ui.last_chance")}</span></p>`}
      <${Verdict} sitting=${sitting} />
      ${cards.length > 1 && html`<button type="button" class="button-small pile-look" title=${t("canasta.ui.look")} onClick=${() => setOpen(true)}><${Icon} name="eye" /><span>${t("canasta.ui.look")}</span></button>`}
    </div>
    ${open && html`<${PileDialog} cards=${cards} close=${() => setOpen(false)} />`}
  </div>`;
}
