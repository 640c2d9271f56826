// When somebody is not there: what his plate says, what the others may do, what he is told when he comes back.

import { company, ownAbsence } from "#app/lib/company.js";
import { listText, t } from "#app/lib/i18n.js";
import { client, tell } from "#app/ui/app.js";
import { Elapsed } from "#app/ui/clock.js";
import { html } from "#app/ui/html.js";
import { Icon } from "#app/ui/icons.js";
import { useEffect, useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/types/app.d.ts").Person} Person
 */

/** Somebody who went out of reach for a breath is not told of, ms. */
const BREATH = 3000;

/** @type {Record<string, "bot" | "exit">} */
const PICTURES = { standin: "bot", left: "exit" };

/** "connection lost 0:09", after a breath. @param {{state: string, since: number | undefined}} props */
export function AbsentTag({ state, since }) {
  const [late, setLate] = useState(state !== "lost");
  useEffect(() => {
    setLate(state !== "lost");
    if (state !== "lost" || since === undefined) return undefined;
    const timer = setTimeout(() => setLate(true), BREATH - (client.clock.now() - since));
    return () => clearTimeout(timer);
  }, [state, since]);
  if (!state || !late) return null;
  const ticking = (state === "lost" || state === "gone") && since !== undefined;
  return html`<span class="tag tag-warn"><${Icon} name=${PICTURES[state] ?? "offline"} /><span class="absent-word">${t(`absent.${state}`)}</span>${ticking && html`<${Elapsed} since=${since} />`}</span>`;
}

/** To end a game for nobody's good is asked twice. @param {{back: () => void, end: () => void, alone: boolean}} props */
function ReallyEnd({ back, end, alone }) {
  return html`<div class="notice-text"><p>${t(alone ? "away.end_alone" : "away.end_ask")}</p></div>
    <div class="notice-end"><button type="button" class="button" onClick=${back}>${t("away.not_end")}</button>
      <button type="button" class="button button-warn" onClick=${end}>${t("away.end")}</button></div>`;
}

/** @param {{sitting: Sitting, seats: number[], alone: boolean, wait: () => void, since: number | undefined}} props `seats`: those who have gone */
function AbsenceCard({ sitting, seats, alone, wait, since }) {
  const [ending, setEnding] = useState(false);
  const names = listText(seats.map(sitting.nameOf));
  // as they are told on the card: somebody else may have come meanwhile
  const whom = seats.map((at) => /** @type {const} */ ([at, /** @type {Person} */ (sitting.public.seats[at]).user]));
  const bots = async () => {
    for (const [at, user] of whom) await sitting.ask({ type: "standin", seat: at, user });
  };
  const end = () => {
    setEnding(false);
    sitting.ask({ type: "offer", what: "abandon" });
  };
  if (ending)
    return html`<section class="notice notice-asked" aria-label=${t("away.end")}><${ReallyEnd} back=${() => setEnding(false)} end=${end} alone=${alone} /></section>`;
  return html`<section class="notice notice-asked notice-grave" aria-label=${t("away.title")}>
    <div class="notice-text"><p>${t(alone ? "away.alone" : "away.gone", { n: seats.length, names })}${since !== undefined && html` <${Elapsed} since=${since} />`}</p></div>
    <div class="notice-end">
      <button type="button" class="button-main" onClick=${bots}>${t(alone ? "away.finish_bots" : "away.standin")}</button>
      <button type="button" class="button" onClick=${wait}>${t("away.wait")}</button>
      ${!sitting.public.offers?.abandon && html`<button type="button" class="button" onClick=${() => setEnding(true)}>${t("away.end")}</button>`}
    </div>
  </section>`;
}

/** What the others may do about those who have gone. @param {{sitting: Sitting, lostAt: Record<string, number>}} props */
export function Absences({ sitting, lostAt }) {
  const { seats, phase } = sitting.public;
  const { gone, present } = company(sitting);
  const [waiting, setWaiting] = useState("");
  const key = gone.join();
  const own = seats[sitting.seat];
  const there = sitting.mine && own?.kind === "person" && !own.gone && !own.standin;
  if (!there || !gone.length || waiting === key || (phase !== "playing" && phase !== "between")) return null;
  const since = (/** @type {number} */ seat) => lostAt[/** @type {Person} */ (seats[seat]).user];
  const first = gone.map(since).filter((at) => at !== undefined);
  return html`<${AbsenceCard} key=${key} sitting=${sitting} seats=${gone} alone=${present.length === 0} wait=${() => setWaiting(key)} since=${first.length ? Math.min(...first) : undefined} />`;
}

/** Whoever takes a card in his hand is back. @param {boolean} served @param {boolean} left @param {string} table */
function useBackByPlay(served, left, table) {
  useEffect(() => {
    if (!served || left) return undefined;
    let asked = false;
    /** @param {Event} event */
    const active = (event) => {
      if (asked || !(event.target instanceof Element) || !event.target.closest(".hand")) return;
      asked = true;
      client.do(table, { type: "back" }); // a refusal means that I am back already
    };
    addEventListener("pointerdown", active);
    addEventListener("keydown", active);
    return () => {
      removeEventListener("pointerdown", active);
      removeEventListener("keydown", active);
    };
  }, [served, left, table]);
}

/** @param {{sitting: Sitting, table: string, see: () => void}} props `see`: show in the log what was played */
export function ReturnBar({ sitting, table, see }) {
  const { served, left, played } = ownAbsence(sitting);
  const [known, setKnown] = useState(0);
  useBackByPlay(served, left, table);
  useEffect(() => {
    if (!played) setKnown(0);
  }, [played]);
  if (!served && played <= known) return null;
  const back = () =>
    client.do(table, { type: "back" }).then((answer) => !answer.ok && answer.code !== "rule.not_away" && tell(answer));
  const kind = served ? (left ? "left" : "standin") : "was";
  const text = played ? t(`away.bar_${kind}_n`, { n: played }) : t(`away.bar_${kind}`);
  return html`<div class="bar bar-standin" role="status"><${Icon} name="bot" /><span>${text}</span>
    ${played > 0 && html`<button type="button" class="button-small" onClick=${see}>${t("away.see", { n: played })}</button>`}
    ${
      served
        ? html`<button type="button" class="button-main" onClick=${back}>${t("away.take_seat")}</button>`
        : html`<button type="button" class="button-plain" aria-label=${t("ui.close")} onClick=${() => setKnown(played)}><${Icon} name="close" /></button>`
    }</div>`;
}
