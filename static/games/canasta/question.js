// "May I go out?": the partner answers by button or key, whatever else he looks at.

import { gameOf, seatOf } from "#app/games/canasta/view.js";
import { listText, t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { interrupt } from "#app/ui/live.js";
import { prefs } from "#app/ui/prefs.js";
import { useEffect, useLayoutEffect, useRef } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/games/canasta/tray-state.js").Tray} Tray
 */

/**
 * Whether the question is shown: to whom it is for, and in a review. To the others the action bar says it.
 * @param {Sitting} sitting @param {Tray} tray
 */
export const questioned = (sitting, tray) =>
  gameOf(sitting.public).asked?.state === "pending" && (tray.may.includes("answer") || !sitting.live);

/** What the action bar says besides. @param {Sitting} sitting @returns {Sitting} */
export const told = (sitting) => ({
  ...sitting,
  message: sitting.message ?? { line: { key: "canasta.ui.binding" }, tone: "turn" },
});

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
  const text = t("canasta.ui.asks", { name });
  const agreed = Object.keys(g.asked?.yes ?? {}).map((chair) => sitting.nameOf(seatOf(g, Number(chair))));
  const answer = (/** @type {boolean} */ yes) => void tray.send({ type: "answer", yes });
  useAnswerKeys(mine, answer);
  useEffect(() => {
    if (mine) interrupt(t("canasta.ui.asks_you", { name }));
  }, [mine]);
  return html`<section class=${cls("question", mine && "question-mine")} aria-label=${text}>
    <p class="question-text"><strong>${text}</strong>
      ${agreed.length > 0 && html`<span class="quiet">${t("canasta.ui.said_yes", { names: listText(agreed) })}</span>`}</p>
    ${sitting.countdown}
    ${
      mine &&
      html`<div class="question-end"><button type="button" class="button-main" title="Y" aria-keyshortcuts="y" aria-busy=${tray.busy ? "true" : undefined} onClick=${() => answer(true)}>${t("canasta.ui.yes")}</button>
        <button type="button" class="button" title="N" aria-keyshortcuts="n" aria-busy=${tray.busy ? "true" : undefined} onClick=${() => answer(false)}>${t("canasta.ui.no")}</button></div>`
    }
  </section>`;
}
