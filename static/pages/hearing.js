// What is heard of a table: announcements for readers, sounds, the title, and the screen that stays awake.

import { onTurn } from "#app/lib/company.js";
import { soundsOf } from "#app/lib/cues.js";
import { lang, t } from "#app/lib/i18n.js";
import { client, me } from "#app/ui/app.js";
import { shownLines, wordsOf } from "#app/ui/chat.js";
import { announce, interrupt } from "#app/ui/live.js";
import { tableLine } from "#app/ui/log.js";
import { happened } from "#app/ui/motion.js";
import { actorsDuring, actorsThen, gameLine, namesDuring, namesOf, namesThen } from "#app/ui/names.js";
import { spoken } from "#app/ui/rich.js";
import { awaitGesture, cue } from "#app/ui/sounds.js";
import { toast } from "#app/ui/toast.js";
import { useEffect, useMemo, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/lib/channel.js").Channel} Channel
 * @typedef {import("#app/lib/channel.js").Change} Change
 * @typedef {import("#app/types/app.d.ts").GameClient} GameClient
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").Note} Note
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 */

/** Whether a note ends what this seat has proposed, without its doing: written, for the log may be out of sight. @param {Change} change @param {Note} note @param {number} seat */
function isTurnedDown({ before }, [kind, what, by], seat) {
  if (kind !== "lapsed" && (kind !== "declined" || by === seat)) return false;
  return before.offers?.[String(what)]?.seat === seat;
}

/** What everybody hears of what happens. @param {Channel} channel @param {GameClient} game */
export function useNews(channel, game) {
  useEffect(() => {
    /** @param {Change} change */
    const hear = (change) => {
      happened();
      const nameOf = namesDuring(change.before, change.after);
      const actorOf = actorsDuring(change.after, nameOf);
      for (const note of change.notes) {
        const line = gameLine(game, note, change.after, nameOf, actorOf) ?? tableLine(note, nameOf);
        if (line && (line.shown || isTurnedDown(change, note, channel.private.value.seat ?? -1))) toast(spoken(line));
        else if (line) announce(spoken(line));
      }
      if (channel.standing.value !== "current") return; // what was missed is not heard afterwards
      for (const sound of soundsOf(change, game, channel.private.value.seat ?? -1)) cue(sound);
    };
    channel.listeners.add(hear);
    return () => {
      channel.listeners.delete(hear);
    };
  }, [channel, game]);
  useEffect(awaitGesture, []);
}

/** What is said is read out and heard, but for one's own words and those of the muted. @param {Channel} channel */
export function useChatNews(channel) {
  useEffect(() => {
    const nameOf = (/** @type {number} */ seat) => {
      const view = channel.public.value;
      return view ? namesOf(view)(seat) : "";
    };
    /** @param {import("#app/types/room.d.ts").ChatLine} line */
    const hear = (line) => {
      if (line.user === me.value?.id || !shownLines([line]).length) return;
      announce(t("chat.said", { name: line.name, text: wordsOf(line, nameOf) }));
      cue("chat");
    };
    channel.chat.listeners.add(hear);
    return () => {
      channel.chat.listeners.delete(hear);
    };
  }, [channel]);
}

/** So long the sentence of a nudge is seen where the prompt was, ms. */
const NUDGE_SHOWN = 8000;

/**
 * A nudge stands in the chat; who is meant hears it, too.
 * @param {Channel} channel @returns {Line | null} what it says to me, for some seconds or until I have played
 */
export function useNudged(channel) {
  const [nudge, setNudge] = useState(/** @type {Line | null} */ (null));
  const turn = channel.public.value?.turn;
  useEffect(() => setNudge(null), [turn]);
  useEffect(() => {
    const timer = nudge ? setTimeout(() => setNudge(null), NUDGE_SHOWN) : undefined;
    return () => clearTimeout(timer);
  }, [nudge]);
  useEffect(() => {
    /** @param {Channel} where @param {number} by @param {number} seat */
    const hear = (where, by, seat) => {
      const view = where.public.value;
      if (where !== channel || !view) return;
      const nameOf = namesOf(view);
      const held = view.seats[by];
      const user = held?.kind === "person" ? held.user : "";
      const toMe = channel.private.value.seat === seat;
      const line = { at: client.clock.now(), user, name: nameOf(by), seat: by, nudged: seat, me: toMe };
      if (!shownLines([{ ...line, n: 0 }]).length) return;
      channel.chat.note(line);
      if (!toMe) return;
      cue("nudge");
      /** @type {Line} */
      const told = { key: "nudge.you", vars: { name: nameOf(by) } };
      setNudge(told);
      interrupt(spoken(told));
    };
    client.nudged.add(hear);
    return () => {
      client.nudged.delete(hear);
    };
  }, [channel]);
  return nudge;
}

/** Say aloud, and in the title, that it is the reader's turn. @param {Sitting} sitting @param {GameClient} game */
export function useTurn(sitting, game) {
  const { turn } = sitting.public;
  const mine = onTurn(sitting);
  const last = useRef(-1);
  useEffect(() => {
    const title = t("ui.title", { page: t(`game.${sitting.public.game}`) });
    document.title = mine ? t("table.title_turn", { title }) : title;
    if (!mine || last.current === turn) return;
    last.current = turn;
    cue("turn");
    const prompt = game.prompt(sitting);
    if (prompt) interrupt(spoken(prompt.line));
  }, [mine, turn, lang.value]);
}

/** The screen stays awake while one plays a live game and looks at it, no longer. @param {Sitting} sitting */
export function useAwake(sitting) {
  const { phase, paused, table } = sitting.public;
  const live = sitting.mine && !paused && (phase === "playing" || phase === "between") && table.clock !== "days";
  useEffect(() => {
    if (!live || !navigator.wakeLock) return undefined;
    /** @type {WakeLockSentinel | null} */
    let lock = null;
    let over = false;
    const hold = async () => {
      if (over || document.visibilityState !== "visible" || (lock && !lock.released)) return;
      try {
        lock = await navigator.wakeLock.request("screen");
        if (over) await lock.release();
      } catch {
        // low battery, or not allowed: the screen goes dark as ever
      }
    };
    hold();
    document.addEventListener("visibilitychange", hold); // the browser itself lets go of a hidden page
    return () => {
      over = true;
      document.removeEventListener("visibilitychange", hold);
      lock?.release();
    };
  }, [live]);
}

/** The log in words; each note is put into words once. @param {Channel} channel @param {GameClient} game */
export function useLines(channel, game) {
  const view = /** @type {PublicView} */ (channel.public.value);
  const log = channel.log.value;
  const told = useMemo(() => /** @type {WeakMap<Note, Line | null>} */ (new WeakMap()), [view.seats, game, lang.value]);
  return useMemo(() => {
    const names = namesThen(view, log);
    const doers = actorsThen(view, log, names);
    return log.map((note, i) => {
      const nameOf = names[i] ?? namesOf(view);
      if (!told.has(note))
        told.set(note, gameLine(game, note, view, nameOf, doers[i] ?? nameOf) ?? tableLine(note, nameOf));
      return told.get(note) ?? null;
    });
  }, [log, told]);
}
