// Ticking displays. Only they are drawn again each quarter of a second, not the table around them.

import { clockText, remaining } from "#app/lib/clock.js";
import { t } from "#app/lib/i18n.js";
import { client } from "#app/ui/app.js";
import { cls, html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { useEffect, useState } from "#hooks";

const LOW = 10_000;

/** @param {boolean} running */
function useTick(running) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 250);
    return () => clearInterval(timer);
  }, [running]);
}

/** A seat's clock. @param {{bank: number, running: boolean, since: number}} props */
export function SeatClock({ bank, running, since }) {
  useTick(running);
  const left = remaining({ bank, running, since }, client.clock.now());
  const text = clockText(left);
  return html`<span class=${cls("clock", running && "clock-runs", running && left < LOW && "clock-low")} title=${t("table.clock")}>
    <${Icon} name="clock" /><span>${text}</span>
  </span>`;
}

/** Seconds until something happens by itself. @param {{until: number, total: number}} props server time, ms */
export function Countdown({ until, total }) {
  useTick(true);
  const left = Math.max(0, until - client.clock.now());
  const share = total ? left / total : 0;
  return html`<span class="countdown">
    <svg viewBox="0 0 36 36" aria-hidden="true"><circle cx="18" cy="18" r="15" /><circle class="countdown-left" cx="18" cy="18" r="15" pathLength="100" stroke-dasharray=${`${share * 100} 100`} /></svg>
    <span>${Math.ceil(left / 1000)}</span>
  </span>`;
}
