// In the review of a friendly game: what the strongest bot would have done in the place of whoever decided, and what
// it cost to do something else. Asked for decision by decision, once the viewer wants to know at all.

import { get } from "#app/lib/api.js";
import { keyIn, t, wordIn } from "#app/lib/i18n.js";
import { spell } from "#app/lib/replay.js";
import { nextLine, Reasons } from "#app/pages/hint.js";
import { me, sentence } from "#app/ui/app.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { announce } from "#app/ui/live.js";
import { namesOf } from "#app/ui/names.js";
import { Rich, spoken } from "#app/ui/rich.js";
import { useEffect, useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").Opinion} Opinion
 * @typedef {import("#app/types/app.d.ts").Review} Review
 * @typedef {import("#app/types/app.d.ts").Suggestion} Suggestion
 * @typedef {import("#app/lib/replay.js").Moment} Moment
 * @typedef {import("#app/lib/replay.js").Walk} Walk
 */

/** Whoever runs through a game does not ask about each card, ms. */
const PAUSE = 250;

/** Whether a step is what somebody decided in the game. @param {Moment | undefined} before @param {Review["steps"][number] | undefined} step */
export function isDecision(before, step) {
  const patch = /** @type {{public?: {g?: unknown}} | undefined} */ (step?.patch);
  const { phase, act = "" } = before?.public ?? {};
  return phase === "playing" && act.length === 1 && Boolean(patch?.public?.g) && !isBack(step?.notes);
}

/** @param {import("#app/types/app.d.ts").Note[] | undefined} notes */
const isBack = (notes = []) => notes.some(([kind]) => kind === "rewound");

/** The step that led to a state: the latest decision at this place of the game; -1 if there is none. @param {Review} review @param {Moment[]} moments @param {Walk} walk @param {number} at */
export function decisionAt(review, moments, walk, at) {
  const here = spell(walk.addresses[at] ?? {});
  for (let k = at - 1; k >= 0 && spell(walk.addresses[k + 1] ?? {}) === here; k -= 1) {
    if (isDecision(moments[k], review.steps[k])) return k;
  }
  return -1;
}

/** Whether the viewer may ask about this game. @param {Moment | undefined} moment @param {GameClient} game */
export const mayAskOf = (moment, game) =>
  Boolean(game.opinion && me.value) && moment !== undefined && moment.public.table.rated !== "rated";

/** The sentences of an answer. @param {Suggestion} told @param {GameClient} game @param {string} name @returns {Line[]} */
export function suggestionLines({ played, cost, opinions }, game, name) {
  const deed = (/** @type {Opinion["command"]} */ command) => game.opinion?.deed(command) ?? "";
  const best = /** @type {Opinion} */ (opinions[0]);
  const did = { key: keyIn(game.key, "suggest.played"), vars: { name, what: deed(played) } };
  if (JSON.stringify(best.command) === JSON.stringify(played)) return [did, { key: keyIn(game.key, "suggest.same") }];
  const other = { key: keyIn(game.key, "suggest.other"), vars: { what: deed(best.command) } };
  if (cost === undefined) return [did, other];
  return [did, other, cost > 0 ? { key: "suggest.cost", vars: { n: cost } } : { key: "suggest.even" }];
}

/** What was answered, by decision; known answers are not asked for again. @param {string} id @param {number} seq 0 for none */
function useAnswer(id, seq) {
  const [answers, setAnswers] = useState(/** @type {Record<number, {told?: Suggestion, why?: string}>} */ ({}));
  useEffect(() => {
    if (!seq || answers[seq]) return undefined;
    const timer = setTimeout(async () => {
      const answer = await get(`/history/${encodeURIComponent(id)}/suggestion?seq=${seq}`);
      const found = answer.ok ? { told: /** @type {Suggestion} */ (answer.data) } : { why: sentence(answer) };
      setAnswers((known) => ({ ...known, [seq]: found }));
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [id, seq, Boolean(answers[seq])]);
  return answers[seq];
}

/** @param {{game: string, on: boolean, toggle: () => void}} props */
export function SuggestionButton({ game, on, toggle }) {
  return html`<button type="button" class=${cls("button-small", "suggest-button", on && "suggest-on")} aria-pressed=${on} title=${wordIn(game, "suggest.ask")} onClick=${toggle}>
    <${Icon} name="bulb" /><span class="unseen">${wordIn(game, "suggest.ask")}</span><span class="wide-text" aria-hidden="true">${t("suggest.short")}</span></button>`;
}

/** @param {{told: Suggestion, game: GameClient, before: Moment, seat: number}} props */
function Told({ told, game, before, seat }) {
  const nameOf = namesOf(before.public);
  const lines = suggestionLines(told, game, nameOf(told.seat));
  const [best, next] = told.opinions;
  // "your" is said to whoever decided, who need not be the reader
  const why = (best && game.opinion?.reasons(best, before.public, nameOf)) ?? [];
  useEffect(() => announce(lines.map(spoken).join(" ")), [told]);
  const shown = JSON.stringify(next?.command) === JSON.stringify(told.played) ? undefined : next;
  return html`${lines.map((line) => html`<p key=${line.key}><${Rich} line=${line} /></p>`)}
    ${told.seat !== seat && why.length > 0 && html`<p class="quiet">${t("suggest.as", { name: nameOf(told.seat) })}</p>`}
    ${best && html`<${Reasons} lines=${why} />`}
    ${best && shown && html`<p class="quiet"><${Rich} line=${nextLine(shown, best, game)} /></p>`}`;
}

/** @param {{review: Review, moments: Moment[], walk: Walk, at: number, seat: number, game: GameClient, close: () => void}} props */
export function SuggestionCard({ review, moments, walk, at, seat, game, close }) {
  const k = decisionAt(review, moments, walk, at);
  const before = moments[k];
  const answer = useAnswer(review.id, review.steps[k]?.seq ?? 0);
  const quiet = (/** @type {string} */ text) => html`<p class="quiet">${text}</p>`;
  return html`<section class="notice notice-hint" aria-label=${wordIn(game.key, "suggest.ask")} aria-busy=${before && !answer ? "true" : undefined}>
    <div class="notice-text" tabindex="0">
      ${!before && quiet(wordIn(game.key, "suggest.none"))}
      ${before && !answer && quiet(t("suggest.thinking"))}
      ${answer?.why && quiet(answer.why)}
      ${before && answer?.told && html`<${Told} told=${answer.told} game=${game} before=${before} seat=${seat} />`}
    </div>
    <button type="button" class="button-plain" aria-label=${t("ui.close")} onClick=${close}><${Icon} name="close" /></button>
  </section>`;
}
