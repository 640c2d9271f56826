// Sentences: what to do now, why a card may not be played, what happened.

import { cardName } from "#app/cards/names.js";
import { choosing, lying, unguarded } from "#app/games/calypso/besides.js";
import { orderFor, SORTS, sortHand } from "#app/games/calypso/order.js";
import {
  chairOf,
  freeTrump,
  gameOf,
  gathered,
  handsOf,
  isLegal,
  isSolo,
  partnerOf,
  played,
  ruffsFreely,
  seatOf,
  suitLed,
  toPlay,
  trickDone,
} from "#app/games/calypso/view.js";
import { listText, t } from "#app/lib/i18n.js";
import { sortOf } from "#app/ui/prefs.js";

/**
 * @typedef {import("#app/types/app.d.ts").Sitting} Sitting
 * @typedef {import("#app/types/app.d.ts").Line} Line
 * @typedef {import("#app/types/app.d.ts").Message} Message
 * @typedef {import("#app/types/app.d.ts").Note} Note
 * @typedef {import("#app/types/app.d.ts").PublicView} PublicView
 * @typedef {import("#app/types/app.d.ts").Refusal} Refusal
 */

/** "Follow suit: a diamond was led." @param {string} suit @param {PublicView} view @param {boolean} trumps whether one may trump instead, and can @returns {Line} */
const mustFollow = (suit, view, trumps) => ({
  key: `calypso.${trumps ? "must_follow_free" : "must_follow"}.${suit}`,
  rule: ruffsFreely(view.options) ? "2.10" : "2.2",
});

/** Why a card may not be played now; null if it may. @param {Sitting} sitting @param {string} card @returns {Line | null} */
export function refuse(sitting, card) {
  const g = gameOf(sitting.public);
  const legal = /** @type {string | undefined} */ (sitting.private.legal);
  if (sitting.offline) return { key: "calypso.wait_link" };
  if (legal === undefined) {
    const chair = toPlay(g);
    return chair < 0
      ? { key: g.phase === "gather" ? "error.rule.gathering" : "error.rule.between" }
      : { key: "calypso.not_turn", vars: { name: sitting.nameOf(seatOf(g, chair)) } };
  }
  return isLegal(card, legal) ? null : mustFollow(suitLed(g), sitting.public, freeTrump(sitting) !== "");
}

/** The sentence for a refusal by the server. @param {Refusal} refusal @param {PublicView} view @returns {Line | null} */
export function refusal({ code, params }, view) {
  if (code === "rule.follow_suit") return mustFollow(String(params.suit), view, ruffsFreely(view.options));
  if (code === "rule.not_in_hand")
    return { key: "error.rule.not_in_hand", vars: { card: { card: String(params.card) } } };
  return null;
}

/** @param {Sitting} sitting @returns {Message | null} */
export function prompt(sitting) {
  const g = gameOf(sitting.public);
  const besides = choosing(sitting) ?? lying(sitting);
  if (besides) return besides;
  const chair = toPlay(g);
  if (chair < 0) return null;
  const name = sitting.nameOf(seatOf(g, chair));
  if (!sitting.mine || sitting.private.legal === undefined)
    return { line: { key: "calypso.to_play", vars: { name } }, tone: "plain" };
  if (sitting.pending.some((cmd) => cmd.type === "play")) return { line: { key: "calypso.sending" }, tone: "plain" };
  const led = suitLed(g);
  if (!led) return { line: { key: trickDone(g) ? "calypso.you_won" : "calypso.you_lead" }, tone: "turn" };
  const free = unguarded(g);
  if (free) return free;
  const trump = freeTrump(sitting);
  if (trump)
    return {
      line: { key: `calypso.follow_free.${led}`, vars: { mark: { mark: led }, own: { mark: trump } } },
      tone: "turn",
    };
  if (sitting.private.legal !== "any")
    return { line: { key: `calypso.follow.${led}`, vars: { mark: { mark: led } } }, tone: "turn" };
  return { line: { key: `calypso.void.${led}`, vars: { mark: { mark: led } } }, tone: "turn" };
}

/** What the hands and pauses are called. @param {PublicView} view @returns {Line} */
export function pause(view) {
  const g = gameOf(view);
  if (g.round < 0) return { key: "calypso.draw.over" };
  return g.sheet[g.round]
    ? { key: "calypso.round_over", vars: { round: g.round + 1 } }
    : { key: "calypso.hand_over", vars: { hand: g.hand + 1, hands: handsOf(g) } };
}

/** @param {PublicView} view */
export function status(view) {
  const g = gameOf(view);
  if (g.round < 0) return [{ line: { key: "calypso.draw.title" }, short: { key: "calypso.draw.short" } }];
  const running = !gathered(g) && (g.phase === "play" || g.phase === "gather");
  const trick = Math.min(13, running ? g.no + 1 : Math.max(1, g.no));
  const rounds = Number(view.options.rounds ?? 1);
  const fact = (/** @type {string} */ key, /** @type {number} */ n, /** @type {number} */ of) => ({
    line: { key: `calypso.${key}_n`, vars: { n, of } },
    short: { key: `calypso.${key}_short`, vars: { n, of } },
  });
  return [
    ...(rounds > 1 ? [fact("round", g.round + 1, rounds)] : []),
    fact("hand", g.hand + 1, handsOf(g)),
    fact("trick", trick, 13),
  ];
}

/** The first, second .. calypso of a round. @param {number} number */
const ordinal = (number) => t(`calypso.ordinal.${Math.min(4, number)}`);

/**
 * "Ann and Di 500, Bo and Ed 740": the sides by their lowest chairs, as the note has them.
 * @param {import("#app/games/calypso/view.js").Game} g @param {number[]} points @param {(chair: number) => string} who
 */
function scores(g, points, who) {
  const all = points.map((score, side) => {
    const chairs = partnerOf(g, side) < 0 ? [side] : [side, partnerOf(g, side)];
    return t("calypso.log.score", { names: listText(chairs.map(who)), score });
  });
  return all.length === 2 ? t("calypso.log.scores", { one: all[0], two: all[1] }) : listText(all);
}

/**
 * The end; where everybody plays for oneself, with the places.
 * @param {import("#app/games/calypso/view.js").Game} g @param {number[]} ends place, score, place, score .. by chair @param {(chair: number) => string} who
 * @returns {Line}
 */
function ending(g, ends, who) {
  if (!isSolo(g)) return { key: "calypso.log.end", weight: "strong" };
  const all = Array.from({ length: ends.length / 2 }, (_, chair) => ({
    place: ends[2 * chair] ?? 0,
    name: who(chair),
    n: ends[2 * chair + 1] ?? 0,
  }));
  const places = all.sort((a, b) => a.place - b.place).map((one) => t("calypso.log.place", one));
  return { key: "calypso.log.places", vars: { places: listText(places) }, weight: "strong" };
}

/** @param {Note} note @param {PublicView} view @param {(seat: number) => string} nameOf @returns {Line | null} */
export function line([kind, ...args], view, nameOf) {
  const g = gameOf(view);
  if (!g) return null;
  const who = (/** @type {unknown} */ chair) => nameOf(seatOf(g, Number(chair)));
  switch (kind) {
    case "deal":
      return {
        key: "calypso.log.deal",
        vars: { round: Number(args[0]) + 1, hand: Number(args[1]) + 1, dealer: who(args[2]), leader: who(args[3]) },
        weight: "head",
      };
    case "play":
      return {
        key: "calypso.log.play",
        aloud: "calypso.say.play",
        vars: { name: who(args[0]), card: { card: String(args[1]) } },
        weight: "piece",
      };
    case "trick":
      return { key: `calypso.log.trick.${args[1]}`, vars: { name: who(args[0]), suit: t(`suit.one.${args[2]}`) } };
    case "drawn":
      return { key: "calypso.log.drawn", weight: "head" };
    case "picked":
      return {
        key: `calypso.log.picked.${args[2]}`,
        vars: { name: nameOf(Number(args[0])), mark: { mark: String(args[1]) } },
      };
    case "back":
      return { key: "calypso.log.back", vars: { name: who(args[0]), card: { card: String(args[1]) } } };
    case "claim":
      return {
        key: args[3] ? "calypso.log.claim_true" : "calypso.log.claim_false",
        vars: { by: who(args[0]), name: who(args[1]), trick: Number(args[2]) },
        weight: args[3] ? "strong" : undefined,
        shown: true,
      };
    case "calypso":
      return {
        key: "calypso.log.calypso",
        vars: {
          name: who(args[0]),
          mark: { mark: g.trumps.charAt(Number(args[0])) },
          which: ordinal(Number(args[1])),
          n: Number(args[2]),
        },
        weight: "strong",
      };
    case "round":
      return {
        key: "calypso.log.round",
        vars: { round: Number(args[0]) + 1, scores: scores(g, args.slice(1).map(Number), who) },
        weight: "strong",
      };
    case "end":
      return ending(g, args.map(Number), who);
    default:
      return null;
  }
}

/**
 * All notes of a commit. A card that fell and a trick won are not sent as notes: the change of the view shows them.
 * @param {PublicView} before @param {PublicView} after @param {Note[]} sent @returns {Note[]}
 */
export function notes(before, after, sent) {
  const [was, is] = [gameOf(before), gameOf(after)];
  // nobody plays the cards that lie there again after a move was taken back
  const told = sent.some(([kind]) => kind === "play" || kind === "trick" || kind === "rewound");
  const back = sent.some(([kind]) => kind === "back");
  const [fell, taken] = [
    was?.trick !== is?.trick && !back,
    is && gathered(is) && was && !(gathered(was) && was.no === is.no),
  ];
  if (!was || !is?.trick || !(fell || taken) || told) return sent;
  /** @type {Note[]} */
  const seen = [];
  const fallen = fell && played(is, is.trick, is.leader).at(-1);
  if (fallen && after.options.log_detail !== "trick_winners") seen.push(["play", fallen.chair, fallen.card]);
  if (taken && is.win) seen.push(["trick", is.win[0], is.win[1], is.trick.charAt(1)]);
  return [...seen, ...sent];
}

/** How a note sounds to a seat (-1: a watcher, who takes no side). @param {Note} note @param {PublicView} view @param {number} seat @returns {import("#app/lib/cues.js").Cue | ""} */
export function sound([kind, chair], view, seat) {
  if (kind === "play") return "card";
  if (kind === "calypso") return "done";
  if (kind !== "trick") return "";
  const g = gameOf(view);
  const own = seat < 0 ? -1 : chairOf(g, seat);
  return own >= 0 && (own === chair || partnerOf(g, own) === chair) ? "trick_us" : "trick_them";
}

/** Who will play with whom. @param {import("#app/types/app.d.ts").Options} options @returns {Line | null} */
export const seating = ({ variant, partnerships, suit_choice }) => {
  if (suit_choice === "draw") return { key: `calypso.seating.draw_${variant}` };
  if (variant === "solo" || variant === "three_handed") return { key: `calypso.seating.${variant}` };
  return partnerships ? { key: `calypso.seating.${partnerships}` } : null;
};

/** T reads the trick. @param {Sitting} sitting */
export function readTrick(sitting) {
  const g = gameOf(sitting.public);
  const cards = played(g, g.trick, g.leader).map(({ chair, card }) =>
    t("calypso.laid", { name: sitting.nameOf(seatOf(g, chair)), card: cardName(card), why: "" }),
  );
  const now = prompt(sitting);
  if (!cards.length) return now ? t("calypso.no_trick") : "";
  const win = g.win ? t("calypso.winning", { name: sitting.nameOf(seatOf(g, g.win[0])) }) : "";
  return [...cards, win].join(". ");
}

/** H reads the hand. @param {Sitting} sitting */
export function readHand(sitting) {
  const hand = /** @type {Record<string, number>} */ (sitting.private.hand ?? {});
  const g = gameOf(sitting.public);
  const chair = chairOf(g, sitting.seat);
  const sort = sortOf("calypso", SORTS);
  const order = orderFor(sort, g.trumps.charAt(chair), g.trumps.charAt(partnerOf(g, chair)));
  const cards = [...new Set(sortHand(hand, order, sort).map(({ card }) => card))].map((card) => {
    const n = hand[card] ?? 1;
    return n > 1 ? t("calypso.copies", { n, card: cardName(card) }) : cardName(card);
  });
  return cards.length ? listText(cards) : t("calypso.empty_hand");
}
