// Ticking displays. Only they are drawn again as time goes on, not the table around them, and only when what they say
// changes.

import { clockText, daysLeft, remaining, WARNINGS } from "#app/lib/clock.js";
import { t } from "#app/lib/i18n.js";
import { client } from "#app/ui/app.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { cue } from "#app/ui/sounds.js";
import { useEffect, useState } from "#hooks";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Draw again every so often while `running`. @param {boolean} running @param {number} [ms] */
function useTick(running, ms = 250) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), ms);
    return () => clearInterval(timer);
  }, [running, ms]);
}

/** A length of time in the two greatest units: 1 d 4 h. @param {number} ms */
export function spanText(ms) {
  const minutes = Math.max(0, Math.ceil(ms / MINUTE));
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (d) return h ? t("span.dh", { d, h }) : t("span.d", { n: d });
  if (h) return m ? t("span.hm", { h, m }) : t("span.h", { h });
  return t("span.m", { m });
}

/** "1 d 4 h, then 7 days of vacation." @param {{bank: number, free: number, running: boolean, since: number}} clock */
export function daysWords(clock) {
  const { free, vacation } = daysLeft(clock, client.clock.now());
  if (!clock.running) return t("clock.vacation", { left: spanText(vacation) });
  if (!free) return t("clock.on_vacation", { left: spanText(vacation) });
  return vacation
    ? t("clock.then_vacation", { left: spanText(free), vacation: spanText(vacation) })
    : t("clock.days", { left: spanText(free) });
}

/** The same to whom it runs for: "You have 1 d 4 h, then 7 days of vacation." @param {Parameters<typeof daysWords>[0]} clock */
export function ownDaysText(clock) {
  const { free, vacation } = daysLeft(clock, client.clock.now());
  if (!free) return t("clock.own_on_vacation", { left: spanText(vacation) });
  return vacation
    ? t("clock.own_then_vacation", { left: spanText(free), vacation: spanText(vacation) })
    : t("clock.own_days", { left: spanText(free) });
}

/** All clocks in words, for the ear. @param {import("#app/types/app.d.ts").PublicView} view @param {number} since @param {(seat: number) => string} nameOf */
export function clocksText({ clock, act = "", phase, free = 0, paused, still }, since, nameOf) {
  if (!clock) return t("clock.none");
  const words = Object.entries(clock).map(([seat, bank]) => {
    const running = phase === "playing" && !paused && !still && act.includes(seat);
    const left = free
      ? daysWords({ bank, free, running, since })
      : clockText(remaining({ bank, running, since }, client.clock.now()));
    return t("clock.of", { name: nameOf(Number(seat)), left });
  });
  return words.join(" ");
}

/** A seat's clock, in days: how long until something is lost. @param {{bank: number, free: number, running: boolean, since: number}} props */
export function DaysClock(props) {
  useTick(props.running, 20 * SECOND);
  const { free, vacation } = daysLeft(props, client.clock.now());
  const left = props.running ? free || vacation : vacation;
  const words = daysWords(props);
  if (!props.running) return null;
  return html`<span class=${cls("clock clock-runs", !free && "clock-low")} title=${words}><${Icon} name=${free ? "clock" : "sun"} /><span aria-hidden="true">${spanText(left)}</span><span class="unseen">${words}</span></span>`;
}

/** A seat's clock. `full`: the most that its bank can hold. @param {{bank: number, full: number, running: boolean, paused?: boolean, since: number}} props */
export function SeatClock({ bank, full, running, paused, since }) {
  useTick(running);
  const left = remaining({ bank, running, since }, client.clock.now());
  const low = running ? WARNINGS.findLastIndex((limit) => left <= limit(full)) : -1;
  return html`<span class=${cls("clock", running && "clock-runs", low >= 0 && `clock-low clock-low-${low + 1}`)} title=${t("table.clock")}>
    <${Icon} name=${paused ? "pause" : "clock"} /><span>${clockText(left)}</span>
  </span>`;
}

/** One's own clock running out is heard, once for each warning. @param {{bank: number, full: number, running: boolean, since: number} | null} clock */
export function useLowTime(clock) {
  const { bank = 0, full = 0, running = false, since = 0 } = clock ?? {};
  useEffect(() => {
    if (!running) return undefined;
    const left = remaining({ bank, running, since }, client.clock.now());
    const timers = WARNINGS.flatMap((limit, i) => {
      const wait = left - limit(full);
      const sound = /** @type {import("#app/lib/cues.js").Cue} */ (`low_${i + 1}`);
      return wait > 0 ? [setTimeout(() => cue(sound), wait)] : []; // what was low already has been said before
    });
    return () => timers.forEach(clearTimeout);
  }, [bank, full, running, since]);
}

/** Time that has passed: 0:09. @param {{since: number}} props server time */
export function Elapsed({ since }) {
  useTick(true, SECOND);
  const seconds = Math.floor(Math.max(0, client.clock.now() - since) / SECOND);
  return html`<span class="elapsed">${clockText(seconds * SECOND)}</span>`;
}

/** Seconds until something happens by itself. @param {{until: number, total?: number}} props server time and ms; without a total the ring is full when it is first seen */
export function Countdown({ until, total }) {
  useTick(true);
  const left = Math.max(0, until - client.clock.now());
  const [first] = useState(left);
  const whole = total ?? first;
  const share = whole ? left / whole : 0;
  return html`<span class="countdown" role="timer" aria-label=${t("clock.seconds", { n: Math.ceil(left / SECOND) })}>
    <svg viewBox="0 0 36 36" aria-hidden="true"><circle cx="18" cy="18" r="15" /><circle class="countdown-left" cx="18" cy="18" r="15" pathLength="100" stroke-dasharray=${`${share * 100} 100`} /></svg>
    <span aria-hidden="true">${left > 100 * SECOND ? clockText(left) : Math.ceil(left / SECOND)}</span>
  </span>`;
}
