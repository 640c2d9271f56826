// The log beside the table. What it says is read out by the live regions, hence it is no live region itself.

import { t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { Rich } from "#app/ui/rich.js";
import { useLayoutEffect, useMemo, useRef } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").Note} Note
 * @typedef {{lines: Line[], weight: string, at: number}} Row `at`: which entry of the source it begins with
 */

/**
 * Lines that run on in one row are put together. A row that did not change is the object it was, so that a long log is
 * not drawn anew for every card.
 * @param {Array<Line | null>} lines @param {WeakMap<Line, Row>} [known] rows by their first line @returns {Row[]}
 */
export function rowsOf(lines, known = new WeakMap()) {
  /** @type {Row[]} */
  const rows = [];
  lines.forEach((line, at) => {
    if (!line) return;
    const last = rows.at(-1);
    const weight = line.weight ?? "plain";
    if (weight === "piece" && last?.weight === "piece") last.lines.push(line);
    else rows.push({ lines: [line], weight, at });
  });
  return rows.map((row) => {
    const first = /** @type {Line} */ (row.lines[0]);
    const before = known.get(first);
    if (before?.at === row.at && before.lines.length === row.lines.length) return before;
    known.set(first, row);
    return row;
  });
}

/** The table's own notes; a game has its own. @param {Note} note @param {(seat: number) => string} nameOf @returns {Line | null} */
export function tableLine([kind, ...args], nameOf) {
  const seat = Number(args[0] ?? 0);
  const number = seat + 1;
  switch (kind) {
    case "opened":
    case "started":
    case "restored":
    case "closed":
      return { key: `log.${kind}` };
    case "sat":
    case "left":
      return { key: `log.${kind}`, vars: { name: String(args[1]), seat: number } };
    case "bot":
    case "unbot":
      return { key: `log.${kind}`, vars: { seat: number } };
    case "ready":
      return { key: args[1] ? "log.ready" : "log.unready", vars: { name: nameOf(seat) } };
    case "standin":
      return { key: args[1] ? "log.left_game" : "log.standin", vars: { name: nameOf(seat) }, weight: "strong" };
    case "back":
    case "gone":
    case "came":
      return { key: `log.${kind}`, vars: { name: nameOf(seat) } };
    default:
      return roomLine(kind, args, nameOf);
  }
}

/** Notes of what the host does and of what is proposed. @param {string} kind @param {Array<string | number | boolean>} args @param {(seat: number) => string} nameOf @returns {Line | null} */
function roomLine(kind, args, nameOf) {
  const seat = Number(args[0] ?? 0);
  switch (kind) {
    case "kicked":
    case "barred":
    case "reserved":
    case "booked":
    case "unbooked":
      return { key: `log.${kind}`, vars: { name: String(args[1]), seat: seat + 1 } };
    case "released":
      return { key: `log.${kind}`, vars: { seat: seat + 1 } };
    case "host":
    case "changed":
      return { key: `log.${kind}`, vars: { name: String(args[0]) } };
    case "locked":
      return { key: args[0] ? "log.locked" : "log.unlocked" };
    case "offered":
    case "agreed":
    case "declined":
      return { key: `log.${kind}.${args[0]}`, vars: { name: nameOf(Number(args[1])) } };
    case "lapsed":
      return { key: `log.lapsed.${args[0]}` };
    case "paused":
    case "abandoned":
    case "rematched":
      return { key: `log.${kind}`, weight: "strong" };
    case "unpaused":
      return seat >= 0 ? { key: "log.unpaused", vars: { name: nameOf(seat) } } : { key: "log.unpaused_late" };
    case "conceded":
    case "rewound":
      return { key: `log.${kind}`, vars: { name: nameOf(seat) }, weight: "strong" };
    default:
      return null;
  }
}

/** The line that is shown now, not one that says nothing; -1 before the first. @param {Array<Line | null>} lines @param {number} here */
export const currentOf = (lines, here) => lines.findLastIndex((line, at) => line !== null && at <= here);

/** A row's pieces; in the review each leads to its moment. @param {{row: Row, current: number, pick?: (at: number) => void}} props */
function Pieces({ row, current, pick }) {
  return row.lines.map((line, i) => {
    const at = row.at + i;
    if (!pick) return html`<span key=${at} class="log-piece"><${Rich} line=${line} /></span>`;
    return html`<button key=${at} type="button" class="log-piece log-button" aria-current=${at === current ? "true" : undefined} onClick=${() => pick(at)}><${Rich} line=${line} /></button>`;
  });
}

/**
 * @param {{lines: Array<Line | null>, here?: number, pick?: (at: number) => void, from?: number}} props
 *   `here`: the line that is shown now (review); `from`: the first line of those that are pointed at, -1 for none
 */
export function Log({ lines, here, pick, from = -1 }) {
  const known = useRef(/** @type {WeakMap<Line, Row>} */ (new WeakMap()));
  const rows = useMemo(() => rowsOf(lines, known.current), [lines]);
  const current = here === undefined ? -1 : currentOf(lines, here);
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const settle = () => {
      if (from >= 0) scrollInto(box, box.querySelector(".row-from"));
      else if (here === undefined) box.scrollTop = box.scrollHeight;
      else if (current < 0) box.scrollTop = 0;
      else scrollInto(box, box.querySelector("[aria-current='true']"));
    };
    settle();
    // a dialog is shown only after its contents were made, who comes to look on takes some of the room, letters and
    // pictures that come late make lines longer
    const watching = new ResizeObserver(settle);
    for (const part of [box, ...box.children]) watching.observe(part);
    return () => watching.disconnect();
  }, [rows, current, from]);
  const first = from >= 0 ? rows.findLast((row) => row.at <= from) : undefined;
  return html`<div class="log" ref=${ref} tabindex="0" role="log" aria-live="off" aria-label=${t("table.log")}>
    <ol>${rows.map((row) => html`<li key=${row.at} class=${cls("log-row", `row-${row.weight}`, first && row.at >= first.at && "row-pointed", row === first && "row-from")}><${Pieces} row=${row} current=${current} pick=${pick} /></li>`)}</ol>
  </div>`;
}

/** Only the box scrolls, never the page. @param {HTMLElement} box @param {Element | null} target */
function scrollInto(box, target) {
  if (!target) return;
  const [outer, inner] = [box.getBoundingClientRect(), target.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 2;
}
