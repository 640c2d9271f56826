// The game in progress: status bar, the game's own table, score, log and chat beside it, what lies over it in pauses.

import { absences, onTurn } from "#app/lib/company.js";
import { t, wordIn } from "#app/lib/i18n.js";
import { asked } from "#app/lib/offers.js";
import { Absences, AbsentTag, ReturnBar } from "#app/pages/absence.js";
import { RestoredBar, StatusBar } from "#app/pages/bars.js";
import { useAwake, useChatNews, useLines, useNews, useNudged, useTurn } from "#app/pages/hearing.js";
import { HintButton, HintCard, useHint } from "#app/pages/hint.js";
import { LeaveDialog, MenuDialog } from "#app/pages/menu.js";
import { OverPanel, PausedPlaque, PausePanel } from "#app/pages/pause.js";
import { Side, useWide } from "#app/pages/side.js";
import { DaysLine, Tools, useDawdling } from "#app/pages/tools.js";
import { SeatOffer, useSeated } from "#app/pages/watching.js";
import { client, go, sentence, tell } from "#app/ui/app.js";
import { useBoard } from "#app/ui/board.js";
import { Countdown, clocksText, DaysClock, SeatClock, useLowTime } from "#app/ui/clock.js";
import { ConnectionBar } from "#app/ui/connection.js";
import { Dialog } from "#app/ui/dialog.js";
import { useSeen } from "#app/ui/ended.js";
import { cls, html } from "#app/ui/html.js";
import { useKeys } from "#app/ui/keys.js";
import { interrupt } from "#app/ui/live.js";
import { namesOf } from "#app/ui/names.js";
import { Offers } from "#app/ui/offers.js";
import { prefs } from "#app/ui/prefs.js";
import { Rich, spoken } from "#app/ui/rich.js";
import { SettingsDialog } from "#app/ui/settings.js";
import { HandoffDialog } from "#app/ui/shell.js";
import { toast } from "#app/ui/toast.js";
import { WayBack } from "#app/ui/wayback.js";
import { useEffect, useLayoutEffect, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/lib/channel.js").Channel} Channel
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").GameCommand} GameCommand
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").Message} Message
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {"" | "sheet" | "before" | "menu" | "leave" | "settings" | "handoff" | "why"} Opened
 */

const SAFE_SHOWN = 2500;
/** So long a refusal stands in the place of the prompt, and so long each time that somebody is at it, ms. */
const REFUSAL_SHOWN = 6000;
const REFUSAL_READ = 1000;

/** A refusal goes by itself, but not while pointer, focus or its explanation is on it. @param {Message | null} message @param {(message: null) => void} say */
function useFading(message, say) {
  useEffect(() => {
    if (message?.tone !== "error") return undefined;
    const fade = () => {
      const read = document.querySelector(".action-error .action-say:is(:hover, :focus-within), dialog[open]");
      if (read) timer = setTimeout(fade, REFUSAL_READ);
      else say(null);
    };
    let timer = setTimeout(fade, REFUSAL_SHOWN);
    return () => clearTimeout(timer);
  }, [message]);
}

/** Asking, with what is said of it: the sentence of a refusal, the mark of what is safe. @param {Channel} channel @param {GameClient} game */
function useAsking(channel, game) {
  const [message, say] = useState(/** @type {Message | null} */ (null));
  const [safe, setSafe] = useState(/** @type {GameCommand | null} */ (null));
  const turn = channel.public.value?.turn;
  // at once: a card pressed before an effect runs is refused for a reason of this turn
  useLayoutEffect(() => say(null), [turn]);
  useFading(message, say);
  const ask = async (/** @type {GameCommand} */ cmd) => {
    const answer = await client.do(channel.table, cmd);
    if (answer.ok) {
      setSafe(cmd);
      setTimeout(() => setSafe((now) => (now === cmd ? null : now)), SAFE_SHOWN);
      return answer;
    }
    const own = game.refusal(answer, /** @type {PublicView} */ (channel.public.value));
    const line = own ?? { key: `error.${answer.code}`, vars: answer.params };
    const known = sentence(answer) !== t("error.unknown", { code: answer.code }) || own;
    /** @type {Message} */
    const told = {
      line: known ? /** @type {Line} */ (line) : { key: "error.unknown", vars: { code: answer.code } },
      tone: "error",
    };
    say(told);
    interrupt(spoken(told.line));
    return answer;
  };
  return { message, say, safe, ask };
}

/** A seat's clock as the table has it, drawn. @param {Channel} channel @param {PublicView} view @returns {Sitting["clockOf"]} */
const clocks = (channel, view) => (seat) => {
  const { act = "", clock, phase, free, paused, still } = view;
  const bank = clock?.[seat];
  if (bank === undefined || view.seats[seat]?.kind === "bot") return null;
  const running = phase === "playing" && !paused && !still && act.includes(String(seat));
  const since = channel.since.value;
  if (free) return html`<${DaysClock} bank=${bank} free=${free} running=${running} since=${since} />`;
  return html`<${SeatClock} bank=${bank} full=${channel.fullBank} running=${running} paused=${Boolean(paused)} since=${since} />`;
};

/** @param {Channel} channel @param {GameClient} game @returns {Sitting} */
function useSitting(channel, game) {
  const asking = useAsking(channel, game);
  const view = /** @type {PublicView} */ (channel.public.value);
  const own = channel.private.value;
  const absent = absences(view, channel.here.value);
  const lostAt = channel.lostAt.value;
  return {
    ...asking,
    public: view,
    private: own,
    seat: own.seat ?? 0,
    mine: own.seat !== undefined,
    live: true,
    nameOf: namesOf(view),
    clockOf: clocks(channel, view),
    countdown: view.until && !view.paused ? html`<${Countdown} key=${view.until} until=${view.until} />` : null,
    absent,
    tagOf: (seat) => {
      const held = view.seats[seat];
      return html`<${AbsentTag} state=${absent(seat)} since=${held?.kind === "person" ? lostAt[held.user] : undefined} />`;
    },
    pending: client.outbox.pending.value.filter((entry) => entry.table === channel.table).map((entry) => entry.cmd),
    offline: !client.online.value || channel.standing.value !== "current",
  };
}

/** One's own clock warns. @param {Channel} channel @param {Sitting} sitting */
function useWarnings(channel, sitting) {
  const { clock, free, still } = sitting.public;
  const bank = clock?.[sitting.seat];
  const timed = sitting.mine && bank !== undefined && !free && !still;
  useLowTime(timed ? { bank, full: channel.fullBank, running: onTurn(sitting), since: channel.since.value } : null);
}

/** @param {Sitting} sitting @param {GameClient} game @param {(which: Opened) => void} open @param {Opened} opened @param {Channel} channel */
function useTableKeys(sitting, game, open, opened, channel) {
  const latest = useRef(sitting);
  latest.current = sitting;
  const toggle = (/** @type {Opened} */ which) => () => open(opened === which ? "" : which);
  const answer = (/** @type {string} */ type) => () => {
    const what = asked(latest.current);
    if (what) latest.current.ask({ type, what });
  };
  useKeys({
    ...(game.hasBefore?.(sitting.public) !== false && { l: toggle("before") }),
    s: toggle("sheet"),
    c: () => interrupt(clocksText(latest.current.public, channel.since.value, latest.current.nameOf)),
    m: () => {
      prefs.set({ sound: !prefs.value.sound });
      toast(t(prefs.value.sound ? "sound.unmuted" : "sound.muted"));
    },
    u: () => {
      const { private: own, public: view } = latest.current;
      if (own.undo && !view.offers?.undo && !view.paused) latest.current.ask({ type: "offer", what: "undo" });
    },
    y: answer("agree"),
    n: answer("decline"),
    ...Object.fromEntries(Object.entries(game.keys).map(([key, read]) => [key, () => interrupt(read(latest.current))])),
  });
}

/** @param {{sitting: Sitting, game: GameClient, channel: Channel, opened: Opened, open: (which: Opened) => void, rule: string}} props */
function Dialogs({ sitting, game, channel, opened, open, rule }) {
  const close = () => open("");
  const before = opened === "before" ? game.before(sitting) : null;
  const why = opened === "why" ? game.why?.(rule) : null;
  const leave = async () => {
    const answer = await client.do(channel.table, { type: "leave" });
    if (!answer.ok) tell(answer);
    go("/");
  };
  const may = sitting.mine && sitting.public.phase !== "over";
  return html`
    ${opened === "sheet" && html`<${Dialog} title=${t("table.sheet")} close=${close} wide><${game.Sheet} sitting=${sitting} /></${Dialog}>`}
    ${opened === "before" && html`<${Dialog} title=${before?.title ?? wordIn(game.key, "table.before")} close=${close}>${before ? before.content : html`<p>${wordIn(game.key, "table.no_before")}</p>`}</${Dialog}>`}
    ${opened === "menu" && html`<${MenuDialog} sitting=${sitting} game=${game} close=${close} may=${may} open=${open} />`}
    ${opened === "handoff" && html`<${HandoffDialog} close=${close} />`}
    ${opened === "settings" && html`<${SettingsDialog} close=${close} game=${game.key} sorts=${game.sorts ?? []} />`}
    ${why && html`<${Dialog} title=${why.title} close=${close}>${why.lines.map((line) => html`<p key=${line.key}><${Rich} line=${line} /></p>`)}</${Dialog}>`}
    ${opened === "leave" && html`<${LeaveDialog} sitting=${sitting} close=${close} leave=${leave} />`}`;
}

/** What is on the viewer's mind besides the cards: offers, absences, seats to take, a hint. @param {{channel: Channel, sitting: Sitting, game: GameClient, hint: import("#app/pages/hint.js").Hint}} props */
function Notices({ channel, sitting, game, hint }) {
  return html`<div class="notices"><${Offers} sitting=${sitting} />
    <${Absences} sitting=${sitting} lostAt=${channel.lostAt.value} /><${SeatOffer} sitting=${sitting} game=${game} /><${HintCard} hint=${hint} sitting=${sitting} game=${game} /></div>`;
}

/** Where the log tells of what was played for one. @param {Channel} channel @param {number} seat */
const servedFrom = (channel, seat) =>
  channel.log.value.findLastIndex((note) => note[0] === "standin" && Number(note[1]) === seat);

/** @param {{channel: Channel, game: GameClient}} props */
export function PlayPage({ channel, game }) {
  const sitting = useSitting(channel, game);
  const [opened, open] = useState(/** @type {Opened} */ (""));
  const [rule, setRule] = useState("");
  const [tab, setTab] = useState(/** @type {import("#app/pages/side.js").Tab | ""} */ (""));
  const [from, setFrom] = useState(-1);
  const [board, wide, since] = [useBoard(), useWide(), channel.since.value];
  useNews(channel, game);
  useChatNews(channel);
  const nudge = useNudged(channel);
  useTurn(sitting, game);
  useSeated(sitting);
  useSeen(channel.table, sitting.public.phase === "over");
  useAwake(sitting);
  useWarnings(channel, sitting);
  useTableKeys(sitting, game, open, opened, channel);
  const hint = useHint(sitting, game, channel.table);
  const late = useDawdling(sitting, since);
  const lines = useLines(channel, game);
  const view = sitting.public;
  const see = () => {
    setFrom(servedFrom(channel, sitting.seat));
    setTab("log");
  };
  const notices = html`<${Notices} channel=${channel} sitting=${sitting} game=${game} hint=${hint} />`;
  const playing = view.phase === "playing";
  if (playing) sitting.notices = notices;
  if (nudge && !sitting.message) sitting.message = { line: nudge, tone: "turn" };
  if (view.paused && !sitting.message) sitting.message = { line: { key: "paused.title" }, tone: "plain" };
  sitting.remark = html`<${DaysLine} sitting=${sitting} since=${since} />`;
  sitting.tools = html`<${HintButton} hint=${hint} /><${Tools} sitting=${sitting} table=${channel.table} since=${since} />`;
  sitting.explain = (id) => {
    setRule(id);
    open("why");
  };
  return html`<div class=${cls("table-page", sitting.offline && "table-offline", view.paused !== undefined && "table-paused", (late || nudge) && "table-late")}>
    <${StatusBar} sitting=${sitting} game=${game} unread=${wide ? 0 : channel.chat.unread.value} open=${(/** @type {Opened | "side"} */ which) => (which === "side" ? setTab(tab ? "" : channel.chat.unread.value ? "chat" : "log") : open(which))} />
    <${ConnectionBar} current=${channel.standing.value === "current"} playing />
    <${WayBack} but=${channel.table} pressing=${sitting.mine} />
    <${ReturnBar} sitting=${sitting} table=${channel.table} see=${see} />
    <${RestoredBar} view=${view} table=${channel.table} />
    <div class="table-body">
      <main class="table-main" ref=${board}>
        <${game.Table} sitting=${sitting} />
        ${view.paused && html`<${PausedPlaque} sitting=${sitting} since=${since} />`}
        ${view.phase === "between" && !view.paused && html`<${PausePanel} sitting=${sitting} game=${game} since=${since} notices=${notices} />`}
        ${view.phase === "over" && html`<${OverPanel} sitting=${sitting} game=${game} table=${channel.table} />`}
      </main>
      <${Side} channel=${channel} sitting=${sitting} game=${game} lines=${lines} from=${from} tab=${tab} open=${setTab} turn=${onTurn(sitting)} />
    </div>
    <${Dialogs} sitting=${sitting} game=${game} channel=${channel} opened=${opened} open=${open} rule=${rule} />
  </div>`;
}
