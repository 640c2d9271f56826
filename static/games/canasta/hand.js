// The viewer's hand: by rank, copies over each other, each card to be reached by finger and by key.

import { CardFace } from "#app/cards/card.js";
import { cardName } from "#app/cards/names.js";
import { endsWith } from "#app/games/canasta/deeds.js";
import { useDragging } from "#app/games/canasta/dragging.js";
import { groupHand, layOut, SORTS } from "#app/games/canasta/grouping.js";
import { lift } from "#app/games/canasta/piles.js";
import { outCommand } from "#app/games/canasta/staging.js";
import { onTurn, ownOf } from "#app/games/canasta/view.js";
import { lang, t } from "#app/lib/i18n.js";
import { cls, html } from "#app/ui/html.js";
import { flyFrom, land, rectOf } from "#app/ui/motion.js";
import { sortOf } from "#app/ui/prefs.js";
import { useRoving } from "#app/ui/roving.js";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/games/canasta/tray-state.js").Tray} Tray
 * @typedef {import("#app/games/canasta/grouping.js").Held} Held
 * @typedef {import("#app/games/canasta/grouping.js").HandGroup} HandGroup
 */

const COME_MS = 240;
const STEP_MS = 40;

/** How wide an element is. @param {{current: HTMLElement | null}} box */
function useWidth(box) {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    // in the next frame: what comes of it changes the hand's height, which would be one change too many for this one
    let next = 0;
    const watching = new ResizeObserver(() => {
      cancelAnimationFrame(next);
      next = requestAnimationFrame(measure);
    });
    watching.observe(element);
    return () => {
      cancelAnimationFrame(next);
      watching.disconnect();
    };
  }, []);
  return width;
}

/** Cards that have come fly from the stock, or from the pile if it was taken. @param {{current: HTMLElement | null}} box @param {string[]} keys @param {boolean} live */
function useComing(box, keys, live) {
  const was = useRef(keys);
  useLayoutEffect(() => {
    const before = new Set(was.current);
    const fresh = keys.filter((key) => !before.has(key));
    was.current = keys;
    if (!live || !fresh.length || !before.size) return;
    const from = rectOf(document.querySelector(fresh.length > 3 ? ".discards .pile-card" : ".stock .pile-card"));
    fresh.forEach((key, i) => {
      const card = box.current?.querySelector(`[data-key="${key}"]`);
      if (card instanceof HTMLElement) flyFrom(card, from, COME_MS, Math.min(i, 8) * STEP_MS);
    });
  }, [keys.join()]);
}

/** @param {{held: Held, index: number, at: number, raised: boolean, sending: boolean, into: (i: number) => void, press: (event: MouseEvent, key: string) => void}} props */
function HeldCard({ held, index, at, raised, sending, into, press }) {
  const face = useMemo(() => html`<${CardFace} card=${held.card} />`, [held.card, lang.value]);
  return html`<div class="held-slot"><button type="button" class=${cls("held", raised && "held-raised", sending && "held-sending")} tabindex=${index === at ? 0 : -1} aria-label=${cardName(held.card)} aria-pressed=${raised ? "true" : "false"}
    data-card=${held.card} data-key=${held.key} onFocus=${() => into(index)} onClick=${(/** @type {MouseEvent} */ event) => press(event, held.key)}>${face}
    ${sending && html`<span class="sending"><span class="spin" aria-hidden="true" /></span>`}</button></div>`;
}

const countIn = (/** @type {HandGroup[]} */ groups) => groups.reduce((sum, group) => sum + group.cards.length, 0);

/** What a group is called: kings, 4 cards. @param {HandGroup} group */
const groupLabel = ({ rank, cards }) =>
  rank === "W"
    ? t("canasta.ui.wilds_n", { n: cards.length })
    : t("canasta.ui.rank_n", { rank: t(`rank.${rank}`), n: cards.length });

/** What a press, a drop and a key do to the cards. @param {Sitting} sitting @param {Tray} tray */
function useHandling(sitting, tray) {
  const may = tray.may.includes("discard");
  const element = (/** @type {string} */ key) => document.querySelector(`.hand [data-key="${key}"]`);
  const discard = (/** @type {string} */ key) => {
    const card = key.slice(0, 2);
    lift(card, element(key));
    // the last card goes with what is staged, as by the button
    if (endsWith(tray.may, tray.groups, tray.rest)) tray.send(outCommand(tray.groups, card), element(key));
    else tray.discard(card, element(key));
  };
  const dragging = useDragging((key, place) => {
    const cards = tray.chosen.includes(key) ? tray.selected : [key.slice(0, 2)];
    const { drop, rank } = place.dataset;
    if (drop === "meld" && rank) tray.putOn(rank, place, cards);
    else if (drop === "tray") tray.group(place, cards);
    else if (drop === "pile" && may && cards.length === 1) discard(key);
    else if (drop === "pile") tray.takePile(place);
  });
  /** @param {MouseEvent} event @param {string} key */
  const press = (event, key) => {
    if (tray.active && !dragging.isLeft(event)) tray.toggle(key);
  };
  /** @param {KeyboardEvent} event @returns {boolean} whether it was for us */
  const keys = (event) => {
    const key = event.target instanceof HTMLElement ? (event.target.dataset.key ?? "") : "";
    if (event.key === "Escape") {
      tray.clear();
      sitting.say(null);
      return true;
    }
    const [only] = tray.chosen;
    if (event.key === "Enter" && tray.chosen.length > 1 && tray.chosen.includes(key)) {
      event.preventDefault();
      tray.group(element(key));
      return true;
    }
    if (event.key !== "Enter" || !may || only !== key || tray.chosen.length !== 1) return false;
    event.preventDefault();
    if (!event.repeat) discard(key);
    return true;
  };
  return { press, keys, down: dragging.down };
}

/** @param {{sitting: Sitting, tray: Tray}} props */
export function Hand({ sitting, tray }) {
  const sort = sortOf("canasta", SORTS);
  const held = ownOf(sitting).hand ?? tray.rest;
  const groups = useMemo(() => groupHand(tray.rest, sort), [tray.rest, sort]);
  const whole = useMemo(() => groupHand(held, sort), [held, sort]);
  const starts = groups.map((_, i) => countIn(groups.slice(0, i)));
  const roving = useRoving(starts, countIn(groups), sitting.live);
  const width = useWidth(roving.box);
  const handling = useHandling(sitting, tray);
  const all = groups.flatMap((group) => group.cards.map(({ key }) => key));
  const { card, gap, rows } = useMemo(() => layOut(groups, (width || 900) - 16, whole), [groups, whole, width]);
  useComing(roving.box, all, sitting.live);
  useEffect(() => {
    addEventListener("pointerdown", land);
    return () => removeEventListener("pointerdown", land);
  }, []);
  const discarding = String(sitting.pending.find((cmd) => cmd.type === "discard")?.card ?? "");
  const sending = all.find((key) => discarding !== "" && key.startsWith(discarding)) ?? "";
  const keys = (/** @type {KeyboardEvent} */ event) => handling.keys(event) || roving.keys(event);
  const style = `--held: ${card}px; --group: ${gap}px`;
  return html`<div class=${cls("hand", onTurn(sitting) ? "hand-turn" : "hand-idle")} ref=${roving.box} style=${style} role="group" aria-label=${t("canasta.ui.your_hand", { n: all.length })}
    onKeyDown=${keys} onPointerDown=${handling.down} onFocusIn=${roving.enter} onFocusOut=${roving.out}>
    ${rows.map(
      (row, r) =>
        html`<div key=${r} class="hand-row" style=${`--peek: ${row.peek}px`}>${row.groups.map((group) => {
          const from = starts[groups.indexOf(group)] ?? 0;
          return html`<div key=${group.rank} class=${cls("hand-group", group.rank === "W" && "hand-wild")} role="group" aria-label=${groupLabel(group)}>
          ${group.cards.map((held, i) => html`<${HeldCard} key=${held.key} held=${held} index=${from + i} at=${roving.index} raised=${tray.chosen.includes(held.key)} sending=${held.key === sending} into=${roving.into} press=${handling.press} />`)}
          ${group.cards.length > 2 && html`<span class="hand-count" aria-hidden="true">${group.cards.length}</span>`}
        </div>`;
        })}</div>`,
    )}
  </div>`;
}
