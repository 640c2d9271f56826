// The review of a finished game: every state of it, from any seat, with open hands or as a watcher saw it.

import { get } from "#app/lib/api.js";
import { t } from "#app/lib/i18n.js";
import { parse, spell, unfold, Walk } from "#app/lib/replay.js";
import { Facts } from "#app/pages/bars.js";
import { Controls, Viewpoint } from "#app/pages/controls.js";
import { gameModule, hash, me, sentence } from "#app/ui/app.js";
import { Dialog } from "#app/ui/dialog.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { useKeys } from "#app/ui/keys.js";
import { playerName } from "#app/ui/listing.js";
import { Log, tableLine } from "#app/ui/log.js";
import { LangChoice, Page } from "#app/ui/shell.js";
import { copy, toast } from "#app/ui/toast.js";
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

const AUTOPLAY_MS = 1000;
const TRIES = 4;

/** @param {Review} review */
const nameIn = (review) => (/** @type {number} */ seat) => {
  const held = review.seats[seat];
  return playerName(held ?? { kind: "open" }, seat);
};

/** The log lines of all steps, each with the step it belongs to. @param {Review} review @param {Moment[]} moments @param {GameClient} game */
function linesOf(review, moments, game) {
  const nameOf = nameIn(review);
  return review.steps.flatMap((step, k) => {
    const [before, after] = [moments[k], moments[k + 1]];
    if (!before || !after) return [];
    return game
      .notes(before.public, after.public, step.notes ?? [])
      .map((note) => ({ line: game.line(note, after.public, nameOf) ?? tableLine(note, nameOf), state: k + 1 }));
  });
}

/** @param {Review} review @param {Moment} moment @param {View} view @returns {Omit<Sitting, "controls">} */
function sittingAt(review, moment, view) {
  return {
    public: moment.public,
    private: view.watch ? {} : (moment.private[view.seat] ?? {}),
    seat: view.seat,
    mine: false,
    ...(view.open && { open: moment.private }),
    live: false,
    nameOf: nameIn(review),
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

/** The state in the address, and the way to others. @param {Walk} walk */
function usePlace(walk) {
  const target = parse(hash.value.slice(1));
  const [at, setAt] = useState(() => (target ? walk.end(walk.find(target), 9) : walk.last));
  const go = (/** @type {number} */ to) => {
    setAt(to);
    history.replaceState(null, "", `#${spell(walk.addresses[to] ?? {})}`);
  };
  useEffect(() => {
    if (target && hash.value !== `#${spell(walk.addresses[at] ?? {})}`) setAt(walk.end(walk.find(target), 9));
  }, [hash.value]);
  return { at, go };
}

/** @param {Walk} walk @param {number} at @param {(to: number) => void} go */
function useAutoplay(walk, at, go) {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return undefined;
    if (at >= walk.last) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => go(walk.step(at, 1)), AUTOPLAY_MS);
    return () => clearTimeout(timer);
  }, [playing, at]);
  return { playing, toggle: () => setPlaying(!playing) };
}

/** @param {{review: Review, game: GameClient}} props */
function Stepper({ review, game }) {
  const moments = useMemo(() => unfold(review), [review]);
  const walk = useMemo(() => new Walk(moments.map((moment) => game.review.address(moment.public))), [moments]);
  const seats = Object.entries(review.seats);
  const own = seats.find(([, held]) => held.kind === "person" && held.user === me.value?.id)?.[0];
  const [view, setView] = useState(
    /** @type {View} */ ({ seat: Number(own ?? 0), open: own === undefined, watch: false }),
  );
  const { at, go } = usePlace(walk);
  const { playing, toggle } = useAutoplay(walk, at, go);
  const [dialog, setDialog] = useState(/** @type {"" | "sheet" | "side"} */ (""));
  const close = () => setDialog("");
  const depth = 2;
  const share = async () => toast((await copy(location.href)) ? t("wait.copied") : t("wait.copy_by_hand"));
  const moves = {
    back: () => go(walk.step(at, -1)),
    forth: () => go(walk.step(at, 1)),
    backTwo: () => go(walk.leap(at, -1, depth)),
    forthTwo: () => go(walk.leap(at, 1, depth)),
    first: () => go(at === walk.first(at, 1) ? walk.begin(at, -1, 1) : walk.first(at, 1)),
    last: () => go(walk.leap(at, 1, 1)),
  };
  useKeys({
    ArrowLeft: moves.back,
    ArrowRight: moves.forth,
    "[": moves.backTwo,
    "]": moves.forthTwo,
    Home: () => go(walk.first(at, 1)),
    End: () => go(walk.end(at, 1)),
    PageUp: () => go(walk.begin(at, -1, 1)),
    PageDown: () => go(walk.begin(at, 1, 1)),
    " ": toggle,
    o: () => setView({ ...view, open: !view.open, watch: false }),
    s: () => setDialog(dialog ? "" : "sheet"),
    ...Object.fromEntries(
      seats.map(([seat], i) => [String(i + 1), () => setView({ ...view, seat: Number(seat), watch: false })]),
    ),
  });
  const lines = useMemo(() => linesOf(review, moments, game), [review, moments, game, t("ui.home")]);
  const here = lines.findLastIndex((line) => line.state <= at);
  const moment = moments[at];
  if (!moment) return null;
  const controls = html`<${Controls} moves=${moves} playing=${playing} toggle=${toggle} at=${at} last=${walk.last} go=${go} />`;
  const sitting = { ...sittingAt(review, moment, view), controls };
  const side = html`<${Viewpoint} seats=${seats.map(([seat]) => Number(seat))} nameOf=${sitting.nameOf} view=${view} change=${setView} />
        <${game.Standing} sitting=${sitting} />
        <${Log} lines=${lines.map(({ line }) => line)} here=${here} pick=${(/** @type {number} */ i) => go(lines[i]?.state ?? at)} />`;
  return html`<div class="table-page review">
    <header class="status-bar">
      <a class="button-plain" href="/history" aria-label=${t("history.title")}><${Icon} name="back" /></a>
      <h1 class="status-game">${t("review.title", { game: t(`game.${review.game}`) })}</h1>
      <${Facts} lines=${game.status(moment.public)} />
      <span class="status-end">
        <button type="button" class="button-quiet" onClick=${share}><${Icon} name="link" /><span class="wide-text">${t("review.share")}</span></button>
        <button type="button" class="button-quiet" title="S" onClick=${() => setDialog("sheet")}><${Icon} name="sheet" /><span class="wide-text">${t("table.sheet")}</span></button>
        <span class="side-only"><${LangChoice} /></span>
        <button type="button" class="button-quiet side-button" onClick=${() => setDialog("side")}><${Icon} name="eye" /><span class="wide-text">${t("review.viewpoint")}</span></button>
      </span>
    </header>
    <div class="table-body">
      <main class="table-main"><${game.Table} sitting=${sitting} /></main>
      <aside class="table-side" aria-label=${t("table.side")}>
        ${side}
      </aside>
    </div>
    ${dialog === "sheet" && html`<${Dialog} title=${t("table.sheet")} close=${close} wide><${game.Sheet} sitting=${sitting} /></${Dialog}>`}
    ${dialog === "side" && html`<${Dialog} title=${t("review.viewpoint")} close=${close}>${side}<${LangChoice} /></${Dialog}>`}
  </div>`;
}

/** @param {{id: string}} props */
export function GamePage({ id }) {
  const [loaded, setLoaded] = useState(/** @type {{review: Review, game: GameClient} | null} */ (null));
  const [failed, setFailed] = useState("");
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
