// The game in progress: status bar, the game's own table, score and log beside it, what lies over it in pauses.

import { lang, t } from "#app/lib/i18n.js";
import { RestoredBar, StandinBar, StatusBar } from "#app/pages/bars.js";
import { LeaveDialog, MenuDialog } from "#app/pages/menu.js";
import { OverPanel, PausePanel } from "#app/pages/pause.js";
import { client, go, sentence, tell } from "#app/ui/app.js";
import { useBoard } from "#app/ui/board.js";
import { SeatClock } from "#app/ui/clock.js";
import { ConnectionBar } from "#app/ui/connection.js";
import { Dialog } from "#app/ui/dialog.js";
import { cls, html } from "#app/ui/html.js";
import { useKeys } from "#app/ui/keys.js";
import { announce, interrupt } from "#app/ui/live.js";
import { Log, tableLine } from "#app/ui/log.js";
import { happened } from "#app/ui/motion.js";
import { spoken } from "#app/ui/rich.js";
import { useEffect, useMemo, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/lib/channel.js").Channel} Channel
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").GameCommand} GameCommand
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").Message} Message
 * @typedef {import("#app/types/app.d.ts").Note} Note
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 */

const SAFE_SHOWN = 2500;

/** @param {PublicView} view */
export const namesOf = (view) => (/** @type {number} */ seat) => {
  const held = view.seats[seat];
  if (held?.kind === "person") return held.name;
  return t(held?.kind === "bot" ? "seat.bot_n" : "seat.n", { n: seat + 1 });
};

/** @param {PublicView} view @param {string[]} here @returns {Sitting["absent"]} */
const absences = (view, here) => (seat) => {
  const held = view.seats[seat];
  if (held?.kind !== "person") return "";
  if (held.left) return "left";
  if (held.standin) return "standin";
  return here.includes(held.user) ? "" : "gone";
};

/** Asking, with what is said of it: the sentence of a refusal, the mark of what is safe. @param {Channel} channel @param {GameClient} game */
function useAsking(channel, game) {
  const [message, say] = useState(/** @type {Message | null} */ (null));
  const [safe, setSafe] = useState(/** @type {GameCommand | null} */ (null));
  const turn = channel.public.value?.turn;
  useEffect(() => say(null), [turn]);
  const ask = async (/** @type {GameCommand} */ cmd) => {
    const answer = await client.do(channel.table, cmd);
    if (answer.ok) {
      setSafe(cmd);
      setTimeout(() => setSafe((now) => (now === cmd ? null : now)), SAFE_SHOWN);
      return answer;
    }
    const line = game.refusal(answer) ?? { key: `error.${answer.code}`, vars: answer.params };
    const known = sentence(answer) !== t("error.unknown", { code: answer.code }) || game.refusal(answer);
    /** @type {Message} */
    const told = {
      line: known
        ? /** @type {import("#app/types/app.d.ts").Line} */ (line)
        : { key: "error.unknown", vars: { code: answer.code } },
      tone: "error",
    };
    say(told);
    interrupt(spoken(told.line));
    return answer;
  };
  return { message, say, safe, ask };
}

/** What everybody hears of what happens. @param {Channel} channel @param {GameClient} game */
function useAnnouncements(channel, game) {
  useEffect(() => {
    /** @param {import("#app/lib/channel.js").Change} change */
    const hear = ({ after, notes }) => {
      happened();
      const nameOf = namesOf(after);
      for (const note of notes) {
        const line = game.line(note, after, nameOf) ?? tableLine(note, nameOf);
        if (line) announce(spoken(line));
      }
    };
    channel.listeners.add(hear);
    return () => {
      channel.listeners.delete(hear);
    };
  }, [channel, game]);
}

/** Say aloud, and in the title, that it is the reader's turn. @param {Sitting} sitting @param {GameClient} game */
function useTurn(sitting, game) {
  const { act = "", turn, phase } = sitting.public;
  const mine = sitting.mine && phase === "playing" && act.includes(String(sitting.seat));
  useEffect(() => {
    const title = t("ui.title", { page: t(`game.${sitting.public.game}`) });
    document.title = mine ? t("table.title_turn", { title }) : title;
    const prompt = mine && game.prompt(sitting);
    if (prompt) interrupt(spoken(prompt.line));
  }, [mine, turn]);
}

/** The log in words; each note is put into words once. @param {Channel} channel @param {GameClient} game */
function useLines(channel, game) {
  const view = /** @type {PublicView} */ (channel.public.value);
  const log = channel.log.value;
  const told = useMemo(() => /** @type {WeakMap<Note, Line | null>} */ (new WeakMap()), [view.seats, game, lang.value]);
  return useMemo(() => {
    const nameOf = namesOf(view);
    return log.map((note) => {
      if (!told.has(note)) told.set(note, game.line(note, view, nameOf) ?? tableLine(note, nameOf));
      return told.get(note) ?? null;
    });
  }, [log, told]);
}

/** @param {Channel} channel @param {GameClient} game @returns {Sitting} */
function useSitting(channel, game) {
  const asking = useAsking(channel, game);
  const view = /** @type {PublicView} */ (channel.public.value);
  const own = channel.private.value;
  const mine = own.seat !== undefined;
  const { act = "", clock, phase } = view;
  const pending = client.outbox.pending.value
    .filter((entry) => entry.table === channel.table)
    .map((entry) => entry.cmd);
  return {
    ...asking,
    public: view,
    private: own,
    seat: own.seat ?? 0,
    mine,
    live: true,
    nameOf: namesOf(view),
    clockOf: (seat) => {
      const bank = clock?.[seat];
      if (bank === undefined || view.seats[seat]?.kind === "bot") return null;
      return html`<${SeatClock} bank=${bank} running=${phase === "playing" && act.includes(String(seat))} since=${channel.since.value} />`;
    },
    absent: absences(view, channel.here.value),
    pending,
    offline: !client.online.value || channel.standing.value !== "current",
  };
}

/** @param {{channel: Channel, game: GameClient}} props */
export function PlayPage({ channel, game }) {
  const sitting = useSitting(channel, game);
  const [dialog, setDialog] = useState(/** @type {"" | "sheet" | "before" | "menu" | "leave" | "log"} */ (""));
  const close = () => setDialog("");
  useAnnouncements(channel, game);
  useTurn(sitting, game);
  const board = useBoard();
  const view = sitting.public;
  const latest = useRef(sitting);
  latest.current = sitting;
  useKeys({
    l: () => setDialog(dialog === "before" ? "" : "before"),
    s: () => setDialog(dialog === "sheet" ? "" : "sheet"),
    ...Object.fromEntries(Object.entries(game.keys).map(([key, read]) => [key, () => interrupt(read(latest.current))])),
  });
  const lines = useLines(channel, game);
  const before = dialog === "before" ? game.before(sitting) : null;
  const leave = async () => {
    const answer = await client.do(channel.table, { type: "leave" });
    if (!answer.ok) tell(answer);
    go("/");
  };
  return html`<div class=${cls("table-page", sitting.offline && "table-offline")}>
    <${StatusBar} sitting=${sitting} game=${game} open=${setDialog} />
    <${ConnectionBar} current=${channel.standing.value === "current"} playing />
    <${StandinBar} sitting=${sitting} table=${channel.table} />
    <${RestoredBar} view=${view} table=${channel.table} />
    <div class="table-body">
      <main class="table-main" ref=${board}>
        <${game.Table} sitting=${sitting} />
        ${view.phase === "between" && html`<${PausePanel} sitting=${sitting} game=${game} since=${channel.since.value} />`}
        ${view.phase === "over" && html`<${OverPanel} sitting=${sitting} game=${game} table=${channel.table} />`}
      </main>
      <aside class="table-side" aria-label=${t("table.side")}>
        <${game.Standing} sitting=${sitting} />
        <${Log} lines=${lines} />
      </aside>
    </div>
    ${dialog === "sheet" && html`<${Dialog} title=${t("table.sheet")} close=${close} wide><${game.Sheet} sitting=${sitting} /></${Dialog}>`}
    ${dialog === "before" && html`<${Dialog} title=${before?.title ?? t("table.before")} close=${close}>${before ? before.content : html`<p>${t("table.no_before")}</p>`}</${Dialog}>`}
    ${dialog === "log" && html`<${Dialog} title=${t("table.log")} close=${close}><${game.Standing} sitting=${sitting} /><${Log} lines=${lines} /></${Dialog}>`}
    ${dialog === "menu" && html`<${MenuDialog} close=${close} leave=${sitting.mine && view.phase !== "over" ? () => setDialog("leave") : null} />`}
    ${dialog === "leave" && html`<${LeaveDialog} close=${close} leave=${leave} />`}
  </div>`;
}
