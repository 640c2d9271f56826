// A hint: what the strongest bot would do in the viewer's place, and why. It goes with the decision it was asked for.

import { post } from "#app/lib/api.js";
import { onTurn } from "#app/lib/company.js";
import { keyIn, t } from "#app/lib/i18n.js";
import { inTurn, weighed } from "#app/lib/reasons.js";
import { tell } from "#app/ui/app.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { useKeys } from "#app/ui/keys.js";
import { announce } from "#app/ui/live.js";
import { Rich, spoken } from "#app/ui/rich.js";
import { recall } from "#app/ui/toast.js";
import { useEffect, useLayoutEffect, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").Opinion} Opinion
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {{turn: number, opinions: Opinion[]}} Told
 * @typedef {object} Hint
 * @property {boolean} may whether one may ask now
 * @property {boolean} busy
 * @property {Told | null} told
 * @property {() => void} ask or put away what was told
 */

/** What the message is about that there is no hint: it goes with the decision, as the hint would. */
const NONE = "hint";

/** Whether hints are for this table, and for this moment. @param {Sitting} sitting @param {GameClient} game */
export function mayAsk(sitting, game) {
  const { rated, hints } = sitting.public.table;
  return (
    Boolean(game.opinion?.fits(sitting)) && rated !== "rated" && hints !== "off" && onTurn(sitting) && !sitting.offline
  );
}

/** What the bot would do. @param {Opinion} best @param {GameClient} game @returns {Line} */
const bestLine = (best, game) => ({
  key: keyIn(game.key, "hint.best"),
  vars: { what: game.opinion?.deed(best.command) ?? "" },
});

/** What comes next to it. @param {Opinion} next @param {Opinion} best @param {GameClient} game @returns {Line} */
export function nextLine(next, best, game) {
  const less = best.points - next.points;
  const vars = { what: game.opinion?.deed(next.command) ?? "", n: less };
  return { key: keyIn(game.key, less > 0 ? "hint.next" : "hint.equal"), vars };
}

/** What is suggested is marked where it lies, whoever draws it. @param {string} place selectors, of each the first that is found */
function useMark(place) {
  useLayoutEffect(() => {
    const all = place.split(",").filter(Boolean);
    const marked = all.map((one) => document.querySelector(one)).filter((one) => one !== null);
    for (const one of marked) one.setAttribute("data-suggested", "");
    return () => {
      for (const one of marked) one.removeAttribute("data-suggested");
    };
  }, [place]);
}

/** @param {Sitting} sitting @param {GameClient} game @param {string} table @returns {Hint} */
export function useHint(sitting, game, table) {
  const [known, setKnown] = useState(/** @type {Told | null} */ (null));
  const [busy, setBusy] = useState(false);
  const may = mayAsk(sitting, game);
  const told = may && known?.turn === sitting.public.turn ? known : null;
  const best = told?.opinions[0];
  useEffect(() => () => recall(NONE), [sitting.public.turn, may]);
  const now = useRef(sitting.public.turn);
  now.current = sitting.public.turn;
  useMark((best && game.opinion?.place(best.command)) ?? "");
  const ask = async () => {
    if (!may || busy) return;
    if (told) {
      setKnown(null);
      return;
    }
    recall(NONE);
    setBusy(true);
    const answer = await post(`/tables/${encodeURIComponent(table)}/hint`, {});
    setBusy(false);
    if (now.current !== sitting.public.turn) return; // decided meanwhile: nothing of it is of use
    if (!answer.ok) {
      tell(answer, NONE);
      return;
    }
    const fresh = /** @type {Told} */ (answer.data);
    setKnown(fresh);
    const first = fresh.opinions[0];
    if (!first) return;
    const why = game.opinion?.reasons(first, sitting.public, sitting.nameOf) ?? [];
    announce([bestLine(first, game), ...inTurn(why)].map(spoken).join(" "));
  };
  useKeys(told ? { "?": ask, Escape: ask } : { "?": ask });
  return { may, busy, told, ask };
}

/** @param {{hint: Hint}} props */
export function HintButton({ hint }) {
  if (!hint.may) return null;
  return html`<button type="button" class="button-small tool" title="?" aria-keyshortcuts="?" aria-pressed=${hint.told !== null} aria-busy=${hint.busy ? "true" : undefined} onClick=${hint.ask}><${Icon} name="bulb" /><span class="tool-text">${t("hint.ask")}</span></button>`;
}

/** @param {{lines: Line[]}} props */
export function Reasons({ lines }) {
  const { pros, cons } = weighed(lines);
  const list = (/** @type {Line[]} */ some) =>
    html`<ul class="reasons">${some.map((line, i) => html`<li key=${i}><${Rich} line=${line} /></li>`)}</ul>`;
  return html`${pros.length > 0 && list(pros)}
    ${cons.length > 0 && html`<p class="reasons-but">${t("hint.but")}</p>${list(cons)}`}`;
}

/** @param {{hint: Hint, sitting: Sitting, game: GameClient}} props */
export function HintCard({ hint, sitting, game }) {
  const [best, next] = hint.told?.opinions ?? [];
  if (!best) return null;
  return html`<section class="notice notice-hint" aria-label=${t("hint.title")}>
    <div class="notice-text"><p><${Rich} line=${bestLine(best, game)} /></p>
      <${Reasons} lines=${game.opinion?.reasons(best, sitting.public, sitting.nameOf) ?? []} />
      ${next && html`<p class="quiet"><${Rich} line=${nextLine(next, best, game)} /></p>`}
    </div>
    <button type="button" class="button-plain" aria-label=${t("ui.close")} onClick=${hint.ask}><${Icon} name="close" /></button>
  </section>`;
}
