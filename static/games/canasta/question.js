// "May I go out?": everybody sees question and answer; the partner answers by button or key, whatever else he looks at.

import { gameOf, seatOf } from "#app/games/canasta/view.js";
import { listText, t } from "#app/lib/i18n.js";
import { html } from "#app/ui/html.js";
import { announce, interrupt } from "#app/ui/live.js";
import { prefs } from "#app/ui/prefs.js";
import { useEffect, useLayoutEffect, useRef } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/games/canasta/tray-state.js").Tray} Tray
 */

/** @param {Sitting} sitting */
export const asking = (sitting) => gameOf(sitting.public).asked?.state === "pending";

/** Y and N answer while one is asked: before the page, which has other questions for them. @param {boolean} asked @param {(yes: boolean) => void} answer */
function useAnswerKeys(asked, answer) {
  const latest = useRef(answer);
  latest.current = answer;
  useLayoutEffect(() => {
    if (!asked) return undefined;
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const typing = event.target instanceof Element && event.target.closest("dialog, input, select, textarea");
      if (typing || event.ctrlKey || event.metaKey || event.altKey || !prefs.value.keys) return;
      const key = event.key.toLowerCase();
      if (key !== "y" && key !== "n") return;
      event.preventDefault();
      latest.current(key === "y");
    };
    addEventListener("keydown", press, true);
    return () => removeEventListener("keydown", press, true);
  }, [asked]);
}

/** @param {{sitting: Sitting, tray: Tray}} props */
export function Question({ sitting, tray }) {
  const g = gameOf(sitting.public);
  const mine = tray.may.includes("answer");
  const name = sitting.nameOf(seatOf(g, g.turn ?? 0));
  const self = sitting.mine && seatOf(g, g.turn ?? 0) === sitting.seat;
  const text = self ? t("canasta.ui.you_ask") : t("canasta.ui.asks", { name });
  const agreed = Object.keys(g.asked?.yes ?? {}).map((chair) => sitting.nameOf(seatOf(g, Number(chair))));
  const answer = (/** @type {boolean} */ yes) => void tray.send({ type: "answer", yes });
  useAnswerKeys(mine, answer);
  useEffect(() => {
    if (mine) interrupt(t("canasta.ui.asks_you", { name }));
    else if (sitting.live) announce(text);
  }, [mine]);
  return html`<section class=${mine ? "question question-mine" : "question"} aria-label=${text}>
    <p class="question-text"><strong>${text}</strong>${mine && html`<span class="quiet">${t("canasta.ui.binding")}</span>`}
      ${agreed.length > 0 && html`<span class="quiet">${t("canasta.ui.said_yes", { names: listText(agreed) })}</span>`}</p>
    ${sitting.countdown}
    ${
      mine &&
      html`<div class="question-end"><button type="button" class="button-main" title="Y" aria-keyshortcuts="y" aria-busy=${tray.busy ? "true" : undefined} onClick=${() => answer(true)}>${t("canasta.ui.yes")}</button>
        <button type="button" class="button" title="N" aria-keyshortcuts="n" aria-busy=${tray.busy ? "true" : undefined} onClick=${() => answer(false)}>${t("canasta.ui.no")}</button></div>`
    }
  </section>`;
}
