// Tables where one may fail to follow suit: taking back in time, claiming, and what claims have cost (R5.3 to R5.11).

import { claimable, claimLine } from "#app/games/calypso/besides.js";
import { chairCount, chairOf, gameOf, gathered, partnerOf, seatOf } from "#app/games/calypso/view.js";
import { number, t } from "#app/lib/i18n.js";
import { Dialog } from "#app/ui/dialog.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { Rich } from "#app/ui/rich.js";
import { useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/games/calypso/view.js").Game} Game
 * @typedef {import("#app/games/calypso/view.js").ClaimView} ClaimView
 */

/** @param {Game} g @returns {ClaimView[]} */
const claimsOf = (g) => Object.values(g.claims ?? {});

/** Whether the viewer has completed the trick that lies there. @param {Sitting} sitting */
const lies = (sitting) =>
  sitting.mine &&
  gameOf(sitting.public).phase === "gather" &&
  (sitting.public.act ?? "").includes(String(sitting.seat));

/** The tricks of this hand that can be named. @param {Game} g */
const tricks = (g) => Array.from({ length: g.no }, (_, i) => i + 1);

/** @param {{sitting: Sitting, close: () => void}} props */
function ClaimDialog({ sitting, close }) {
  const g = gameOf(sitting.public);
  const mine = chairOf(g, sitting.seat);
  const rivals = Array.from({ length: chairCount(g) }, (_, i) => i).filter(
    (chair) => chair !== mine && chair !== partnerOf(g, mine),
  );
  const [offender, setOffender] = useState(-1);
  const [trick, setTrick] = useState(0);
  const left = Number(sitting.private.mistakes ?? 0);
  const ready = rivals.includes(offender) && trick > 0 && trick <= g.no;
  const claim = async () => {
    if (!ready) return;
    close();
    await sitting.ask({ type: "claim", offender, trick });
  };
  if (left <= 0)
    return html`<${Dialog} title=${t("calypso.claim.title")} close=${close}><p>${t("error.rule.claims_spent")}</p></${Dialog}>`;
  return html`<${Dialog} title=${t("calypso.claim.title")} close=${close}>
    <div class="claim-form">
      <p>${t("calypso.claim.text")}</p>
      <fieldset class="draw-part"><legend>${t("calypso.claim.who")}</legend>
        <div class="choices">${rivals.map(
          (chair) => html`<label key=${chair} class="choice">
          <input type="radio" name="offender" checked=${chair === offender} onChange=${() => setOffender(chair)} /><span>${sitting.nameOf(seatOf(g, chair))}</span></label>`,
        )}</div></fieldset>
      <fieldset class="draw-part"><legend>${t("calypso.claim.trick")}</legend>
        <div class="choices">${tricks(g).map(
          (n) => html`<label key=${n} class="choice">
          <input type="radio" name="trick" checked=${n === trick} onChange=${() => setTrick(n)} /><span>${number(n)}</span></label>`,
        )}</div></fieldset>
      <p class="quiet">${t("calypso.claim.left", { n: left })}</p>
      <button type="button" class="button-main button-big" aria-disabled=${!ready} onClick=${claim}>${t("calypso.claim.do")}</button>
    </div>
  </${Dialog}>`;
}

/** @param {{sitting: Sitting, small?: boolean}} props */
export function ClaimButton({ sitting, small }) {
  const [open, setOpen] = useState(false);
  if (!sitting.mine || !sitting.live || !claimable(gameOf(sitting.public))) return null;
  const said = t("calypso.claim.open");
  return html`<button type="button" class=${small ? "button-small tool" : "button"} title=${said} aria-label=${said} onClick=${() => setOpen(true)}><${Icon} name="flag" />${!small && said}</button>
    ${open && html`<${ClaimDialog} sitting=${sitting} close=${() => setOpen(false)} />`}`;
}

/** Beside the sentence that says what to do. @param {{sitting: Sitting}} props */
export function ClaimActions({ sitting }) {
  const busy = sitting.pending.some((cmd) => cmd.type === "take_back" || cmd.type === "gather");
  const back = sitting.mine && sitting.private.back === true;
  if (back) {
    return html`<button type="button" class="button-main play-button" aria-busy=${busy} onClick=${() => sitting.ask({ type: "take_back" })}>${t("calypso.claim.take_back")}</button>`;
  }
  if (!lies(sitting)) return null;
  return html`<button type="button" class="button play-button" aria-busy=${busy} onClick=${() => sitting.ask({ type: "gather" })}>${t("calypso.claim.gather")}</button>`;
}

/** Under the score sheet: the claims of a round, and where one is made. @param {{sitting: Sitting, round: number}} props */
export function Claims({ sitting, round }) {
  const g = gameOf(sitting.public);
  if (!g.claims) return null;
  const who = (/** @type {number} */ chair) => sitting.nameOf(seatOf(g, chair));
  const said = claimsOf(g).filter((claim) => claim.round === round);
  const open = round === g.round && claimable(g) && gathered(g) && g.phase === "between";
  return html`<div class="claims">
    ${said.length > 0 && html`<ul class="claims-said">${said.map((claim, i) => html`<li key=${i}><${Rich} line=${claimLine(claim, who)} /></li>`)}</ul>`}
    ${open && html`<p class="quiet">${t("calypso.claim.still_open")}</p><${ClaimButton} sitting=${sitting} />`}
  </div>`;
}
