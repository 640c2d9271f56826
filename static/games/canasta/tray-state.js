// The tray and what is selected in the hand: the state behind hand, melds, pile and buttons.
import { layable, warnsFirst } from "#app/games/canasta/deeds.js";
import { refuse, untakeable } from "#app/games/canasta/lines.js";
import {
  against,
  allWild,
  drop,
  kept,
  put,
  rankOfCards,
  stagedCards,
  stagePlan,
  stageTaking,
  without,
} from "#app/games/canasta/staging.js";
import { gameOf, mayOf, onTurn, ownOf, valueRank } from "#app/games/canasta/view.js";
import { interrupt } from "#app/ui/live.js";
import { shake } from "#app/ui/motion.js";
import { spoken } from "#app/ui/rich.js";
import { useEffect, useMemo, useRef, useState } from "#hooks";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").GameCommand} GameCommand
 * @typedef {import("#app/games/canasta/staging.js").Staged} Staged
 * @typedef {ReturnType<typeof useTray>} Tray
 */

/** @param {string} slot @returns {Staged[]} */
function load(slot) {
  try {
    const found = JSON.parse((slot && sessionStorage.getItem(slot)) || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string} slot @param {Staged[]} tray */
function save(slot, tray) {
  try {
    if (tray.length) sessionStorage.setItem(slot, JSON.stringify(tray));
    else sessionStorage.removeItem(slot);
  } catch {
    // storage full or forbidden: it holds as long as the page
  }
}

/** Staged groups, kept for the deal. @param {Sitting} sitting @returns {[Staged[], (tray: Staged[]) => void]} */
function useStaged(sitting) {
  const g = gameOf(sitting.public);
  const slot = sitting.mine && sitting.live ? `canasta.tray.${location.pathname}.${g.deal}` : "";
  const [now, setNow] = useState(() => ({ slot, tray: load(slot) }));
  const staged = now.slot === slot ? now.tray : load(slot);
  const takes = onTurn(sitting) && g.phase === "draw" ? (g.top ?? "") : "";
  const tray = useMemo(() => kept(staged, ownOf(sitting).hand ?? {}, takes), [staged, sitting.private, takes]);
  useEffect(() => {
    if (slot) save(slot, tray);
  }, [slot, tray]);
  return [tray, (next) => setNow({ slot, tray: next })];
}

/** By which rule cards cannot go to a group. @type {Record<string, string>} */
const AGAINST = { most_wilds: "3.1.3", no_wilds: "2.10" };

/** Copies have names of their own: the card of one. @param {string} key */
const cardOf = (key) => key.slice(0, 2);

/** @param {Sitting} sitting */
function useComplaining(sitting) {
  /** @param {Line} line @param {Element | null} [element] */
  const complain = (line, element) => {
    sitting.say({ line, tone: "error" });
    interrupt(spoken(line));
    shake(element);
  };
  return { complain };
}

/** @param {Sitting} sitting @param {Staged[]} tray @param {(tray: Staged[]) => void} stage */
function useSelection(sitting, tray, stage) {
  const [keys, setKeys] = useState(/** @type {string[]} */ ([]));
  const { complain } = useComplaining(sitting);
  const hand = ownOf(sitting).hand ?? {};
  const rest = useMemo(() => without(hand, stagedCards(tray)) ?? hand, [hand, tray]);
  const chosen = keys.filter((key) => Number(key.slice(2)) < (rest[cardOf(key)] ?? 0));
  const selected = chosen.map(cardOf);
  const clear = () => setKeys([]);
  const toggle = (/** @type {string} */ key) => {
    setKeys(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
    if (sitting.message) sitting.say(null);
  };
  /** Cards to the group of a rank, those selected if none are named. @param {string} rank @param {Element | null} [element] @param {string[]} [cards] @param {boolean} [top] */
  const putOn = (rank, element, cards = selected, top = false) => {
    const reason = against(ownOf(sitting), tray, rank, cards);
    if (reason) {
      complain({ key: `canasta.ui.against.${reason}`, rule: AGAINST[reason] ?? "3.1.1" }, element);
      return;
    }
    stage(put(tray, rank, cards, top));
    clear();
    if (sitting.message) sitting.say(null);
  };
  /** The selected cards become a group. @param {Element | null} [element] @param {string[]} [cards] */
  const group = (element, cards = selected) => {
    const rank = rankOfCards(cards);
    if (rank) putOn(rank, element, cards);
    else if (!cards.length) complain({ key: "canasta.ui.select_first" }, element);
    else if (allWild(cards)) complain({ key: "canasta.ui.choose_rank" }, element);
    else complain({ key: "canasta.ui.against.other_rank", rule: "3.1.1" }, element);
  };
  return { rest, chosen, selected, clear, toggle, putOn, group };
}

/** What is asked of the table. @param {Sitting} sitting @param {Staged[]} tray @param {ReturnType<typeof useSelection>} selection @param {() => void} empty the tray */
function useSending(sitting, tray, selection, empty) {
  const { complain } = useComplaining(sitting);
  const busy = sitting.pending.length > 0;
  const told = useRef({ what: "", at: 0 });
  // a warning that is gone has not been heard
  useEffect(() => {
    if (!sitting.message) told.current.what = "";
  }, [sitting.message]);
  /** Melds that could be laid do not go back to the hand unsaid. @param {GameCommand} cmd */
  const forgets = ({ type, card }) =>
    type === "discard" &&
    layable(gameOf(sitting.public), ownOf(sitting), mayOf(sitting), tray, selection.rest) &&
    warnsFirst(told.current, String(card), tray, performance.now());
  /** @param {GameCommand} cmd @param {Element | null} [element] */
  const send = async (cmd, element) => {
    if (busy) return false;
    if (sitting.offline) {
      complain({ key: "canasta.ui.wait_link" }, element);
      return false;
    }
    if (forgets(cmd)) {
      complain({ key: "canasta.ui.not_laid" }, document.querySelector(".tray"));
      return false;
    }
    const answer = await sitting.ask(cmd);
    told.current.what = "";
    if (!answer.ok) shake(element);
    else if (cmd.type !== "draw" && cmd.type !== "answer" && cmd.type !== "ask") {
      selection.clear();
      empty(); // back to the hand, if it was a discard
    }
    return answer.ok;
  };
  return { busy, send };
}

/** @param {Sitting} sitting */
export function useTray(sitting) {
  const [tray, stage] = useStaged(sitting);
  const { complain } = useComplaining(sitting);
  const selection = useSelection(sitting, tray, stage);
  const g = gameOf(sitting.public);
  const own = ownOf(sitting);
  const may = mayOf(sitting);
  const { busy, send } = useSending(sitting, tray, selection, () => stage([]));
  const notNow = (/** @type {string} */ what, /** @type {Element | null} */ element) =>
    complain(refuse(sitting, what) ?? { key: "canasta.ui.not_now" }, element);
  /** The pile, or the server's way to take it, into the tray. @param {Element | null} [element] */
  const takePile = (element = null) => {
    const bar = own.take && untakeable(sitting);
    if (bar) complain(bar, element);
    else if (!may.includes("take") || !g.top) notNow("take", element);
    else if (selection.selected.length) selection.putOn(valueRank(g.top), element, selection.selected, true);
    else if (own.take) stage(stageTaking(tray, own.take, g.top, own.hand ?? {}));
  };
  /** @param {Element | null} [element] */
  const draw = (element = null) => {
    if (may.includes("draw")) send({ type: "draw" }, element);
    else notNow("draw", element);
  };
  const planOut = () => own.out && stage(stagePlan(own.out));
  const back = (/** @type {string} */ rank) => stage(drop(tray, rank));
  const discard = (/** @type {string} */ card, /** @type {Element | null} */ element = null) =>
    send({ type: "discard", card }, element);
  const active = sitting.mine && sitting.live && own.hand !== undefined;
  return {
    ...selection,
    groups: tray,
    may,
    busy,
    active,
    send,
    takePile,
    draw,
    discard,
    planOut,
    back,
    empty: () => stage([]),
  };
}
