// Small tools beside the sentence that says what to do: take back, and remind who lets the others wait.

import { onTurn, waitedFor } from "#app/lib/company.js";
import { t } from "#app/lib/i18n.js";
import { client } from "#app/ui/app.js";
import { daysWords, ownDaysText } from "#app/ui/clock.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { cue } from "#app/ui/sounds.js";
import { useEffect, useState } from "#hooks";

/** @typedef {import("#app/types/app.d.ts").Sitting} Sitting */

/** Who thinks for so long lets the others wait, ms; as often one may remind him. */
const WAITS = 15_000;
/** One's own turn is heard again after so long, ms. */
const LOUD = 30_000;

/** Whether so much time has passed. @param {number} at server time @param {boolean} running */
function usePassed(at, running) {
  const [passed, pass] = useState(false);
  useEffect(() => {
    pass(false);
    if (!running) return undefined;
    const timer = setTimeout(() => pass(true), Math.max(0, at - client.clock.now()));
    return () => clearTimeout(timer);
  }, [at, running]);
  return passed && running;
}

/** One's own turn is shown again after a while, and heard once. @param {Sitting} sitting @param {number} since */
export function useDawdling(sitting, since) {
  const mine = onTurn(sitting) && sitting.public.table.clock !== "days";
  const { turn } = sitting.public;
  useEffect(() => {
    if (!mine) return undefined;
    const timer = setTimeout(() => cue("turn"), Math.max(0, since + LOUD - client.clock.now()));
    return () => clearTimeout(timer);
  }, [mine, turn]);
  return usePassed(since + WAITS, mine);
}

/** @param {{sitting: Sitting, table: string, since: number}} props */
function Nudge({ sitting, table, since }) {
  const [again, setAgain] = useState(0);
  const seat = waitedFor(sitting);
  const open = usePassed(Math.max(since + WAITS, again), seat >= 0 && sitting.mine);
  if (!open) return null;
  const nudge = () => {
    client.nudge(table, seat);
    setAgain(client.clock.now() + WAITS);
  };
  return html`<button type="button" class="button-small tool" onClick=${nudge}><${Icon} name="bell" /><span class="tool-text">${t("nudge.do", { name: sitting.nameOf(seat) })}</span></button>`;
}

/** Where each decision has days: how many are left to whom. @param {{sitting: Sitting, since: number}} props */
export function DaysLine({ sitting, since }) {
  const { act = "", phase, free, clock = {}, seats, paused } = sitting.public;
  if (!free || phase !== "playing" || paused || act.length !== 1 || seats[Number(act)]?.kind !== "person") return null;
  const own = { bank: clock[act] ?? 0, free, running: true, since };
  if (onTurn(sitting)) return html`<p class="days-line">${ownDaysText(own)}</p>`;
  return html`<p class="days-line">${t("clock.of", { name: sitting.nameOf(Number(act)), left: daysWords(own) })}</p>`;
}

/** @param {{sitting: Sitting, table: string, since: number}} props */
export function Tools({ sitting, table, since }) {
  const undo = sitting.mine && sitting.private.undo && !sitting.public.paused && !sitting.public.offers?.undo;
  return html`<${Nudge} sitting=${sitting} table=${table} since=${since} />
    ${undo && html`<button type="button" class="button-small tool" title="U" aria-keyshortcuts="u" onClick=${() => sitting.ask({ type: "offer", what: "undo" })}><${Icon} name="undo" /><span class="tool-text">${t("menu.undo")}</span></button>`}`;
}
