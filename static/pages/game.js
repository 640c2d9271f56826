// The review of a finished game: every state of it, from any seat, with open hands or as a watcher saw it.

import { get } from "#app/lib/api.js";
import { lang, t } from "#app/lib/i18n.js";
import { unfold, Walk } from "#app/lib/replay.js";
import { Facts } from "#app/pages/bars.js";
import { Controls, Viewpoint } from "#app/pages/controls.js";
import { useStepping } from "#app/pages/stepping.js";
import { mayAskOf, SuggestionButton, SuggestionCard } from "#app/pages/suggestion.js";
import { gameModule, me, sentence } from "#app/ui/app.js";
import { useBoard } from "#app/ui/board.js";
import { Dialog } from "#app/ui/dialog.js";
import { useSeen } from "#app/ui/ended.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { useKeys } from "#app/ui/keys.js";
import { Log, tableLine } from "#app/ui/log.js";
import { actorsDuring, gameLine, namesDuring, namesOf } from "#app/ui/names.js";
import { LangChoice, Page } from "#app/ui/shell.js";
import { copy, toast } from "#app/ui/toast.js";
import { WayBack } from "#app/ui/wayback.js";
import { useEffect, useMemo, useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Review} Review
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").HistoryGame} HistoryGame
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/types/app.d.ts").SeatView} SeatView
 * @typedef {import("#app/lib/replay.js").Moment} Moment
 * @typedef {{seat: number, open: boolean, watch: boolean}} View from where one looks
 */

const TRIES = 4;

/** One's own seat; who did not play sees open hands. @param {Review} review @returns {View} */
function ownView(review) {
  const mine = Object.entries(review.seats).find(([, held]) => held.kind === "person" && held.user === me.value?.id);
  return { seat: Number(mine?.[0] ?? 0), open: mine === undefined, watch: false };
}

/** The log lines of all steps, each with the step it belongs to. @param {Review} review @param {Moment[]} moments @param {GameClient} game */
function linesOf(review, moments, game) {
  return review.steps.flatMap((step, k) => {
    const [before, after] = [moments[k], moments[k + 1]];
    if (!before || !after) return [];
    const nameOf = namesDuring(before.public, after.public);
    const actorOf = actorsDuring(after.public, nameOf);
    return game.notes(before.public, after.public, step.notes ?? []).map((note) => ({
      line: gameLine(game, note, after.public, nameOf, actorOf) ?? tableLine(note, nameOf),
      state: k + 1,
    }));
  });
}

/** @param {Moment} moment @param {View} view @returns {Omit<Sitting, "controls">} */
function sittingAt(moment, view) {
  return {
    public: moment.public,
    private: view.watch ? {} : (moment.private[view.seat] ?? {}),
    seat: view.seat,
    mine: false,
    ...(view.open && { open: moment.private }),
    live: false,
    nameOf: namesOf(moment.public),
    clockOf: () => null,
    absent: () => "",
    ask: async () => ({ ok: false }),
    pending: [],
    safe: null,
    say: () => undefined,
    message: null,
    offline: false,
  };
}

/** @param {{review: Review, lines: ReturnType<GameClient["status"]>, open: (what: "sheet" | "side") => void}} props */
function ReviewBar({ review, lines, open }) {
  const share = async () => toast((await copy(location.href)) ? t("wait.copied") : t("wait.copy_by_hand"));
  return html`<header class="status-bar">
    <a class="button-plain" href="/history" aria-label=${t("history.title")}><${Icon} name="back" /></a>
    <h1 class="status-game">${t("review.title", { game: t(`game.${review.game}`) })}</h1>
    <${Facts} lines=${lines} />
    <span class="status-end">
      <button type="button" class="button-quiet" onClick=${share}><${Icon} name="link" /><span class="wide-text">${t("review.share")}</span></button>
      <button type="button" class="button-quiet" title="S" onClick=${() => open("sheet")}><${Icon} name="sheet" /><span class="wide-text">${t("table.sheet")}</span></button>
      <span class="side-only"><${LangChoice} /></span>
      <button type="button" class="button-quiet side-button" onClick=${() => open("side")}><${Icon} name="eye" /><span class="wide-text">${t("review.viewpoint")}</span></button>
    </span>
  </header>`;
}

/** Keys that change what is shown of a moment. @param {View} view @param {(view: View) => void} change @param {number[]} seats */
const viewKeys = (view, change, seats) => ({
  o: () => change({ ...view, open: !view.open, watch: false }),
  ...Object.fromEntries(seats.map((seat, i) => [String(i + 1), () => change({ ...view, seat, watch: false })])),
});

/** @param {{review: Review, game: GameClient}} props */
function Stepper({ review, game }) {
  const moments = useMemo(() => unfold(review), [review]);
  const walk = useMemo(() => new Walk(moments.map((moment) => game.review.address(moment.public))), [moments]);
  const lines = useMemo(() => linesOf(review, moments, game), [review, moments, game, lang.value]);
  const texts = useMemo(() => lines.map(({ line }) => line), [lines]);
  const seats = Object.keys(review.seats).map(Number);
  const [view, setView] = useState(() => ownView(review));
  const { at, go, moves, keys, playing, toggle } = useStepping(walk);
  const [asking, setAsking] = useState(false);
  const board = useBoard();
  const [dialog, setDialog] = useState(/** @type {"" | "sheet" | "side"} */ (""));
  const close = () => setDialog("");
  useKeys({ ...keys, ...viewKeys(view, setView, seats), s: () => setDialog(dialog ? "" : "sheet") });
  const here = lines.findLastIndex((line) => line.state <= at);
  const moment = moments[at];
  if (!moment) return null;
  const controls = html`<${Controls} moves=${moves} playing=${playing} toggle=${toggle} at=${at} last=${walk.last} game=${game.key} go=${go}>
    ${mayAskOf(moment, game) && html`<${SuggestionButton} game=${game.key} on=${asking} toggle=${() => setAsking(!asking)} />`}</${Controls}>`;
  const notices =
    asking &&
    html`<div class="notices"><${SuggestionCard} review=${review} moments=${moments} walk=${walk} at=${at} seat=${view.watch ? -1 : view.seat} game=${game} close=${() => setAsking(false)} /></div>`;
  const sitting = { ...sittingAt(moment, view), controls, notices };
  const side = html`<${Viewpoint} seats=${seats} nameOf=${sitting.nameOf} view=${view} change=${setView} />
    <${game.Standing} sitting=${sitting} />
    <${Log} lines=${texts} here=${here} pick=${(/** @type {number} */ i) => go(lines[i]?.state ?? at)} />`;
  return html`<div class="table-page review">
    <${ReviewBar} review=${review} lines=${game.status(moment.public)} open=${setDialog} />
    <${WayBack} />
    <div class="table-body">
      <main class="table-main" ref=${board}><${game.Table} sitting=${sitting} /></main>
      <aside class="table-side" aria-label=${t("table.side")}>${side}</aside>
    </div>
    ${dialog === "sheet" && html`<${Dialog} title=${t("table.sheet")} close=${close} wide><${game.Sheet} sitting=${sitting} /></${Dialog}>`}
    ${dialog === "side" && html`<${Dialog} title=${t("review.viewpoint")} close=${close}>${side}<${LangChoice} /></${Dialog}>`}
  </div>`;
}

/** @param {{id: string}} props */
export function GamePage({ id }) {
  const [loaded, setLoaded] = useState(/** @type {{review: Review, game: GameClient} | null} */ (null));
  const [failed, setFailed] = useState("");
  useSeen(id, loaded !== null);
  useEffect(() => {
    let tries = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const load = async () => {
      const answer = await get(`/history/${encodeURIComponent(id)}/review`);
      if (!answer.ok && answer.code === "bad.game" && tries < TRIES) {
        tries += 1; // a game that has just ended is stored a moment later
        timer = setTimeout(load, 1000);
        return;
      }
      if (!answer.ok) {
        setFailed(sentence(answer));
        return;
      }
      const review = /** @type {Review} */ (answer.data);
      const game = await gameModule(review.game);
      document.title = t("ui.title", { page: t("review.title", { game: t(`game.${review.game}`) }) });
      setLoaded({ review, game });
    };
    load();
    return () => clearTimeout(timer);
  }, [id]);
  if (failed)
    return html`<${Page} title=${t("review.none")} narrow><p>${failed}</p><p><a class="button-main" href="/history">${t("history.title")}</a></p></${Page}>`;
  if (!loaded) return html`<${Page} narrow><p class="quiet boot">${t("table.loading")}</p></${Page}>`;
  return html`<${Stepper} ...${loaded} />`;
}
