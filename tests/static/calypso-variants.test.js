import assert from "node:assert/strict";
import { test } from "node:test";
import calypso from "../../static/games/calypso/index.js";
import { landings } from "../../static/games/calypso/landing.js";
import { prompt, refuse } from "../../static/games/calypso/lines.js";
import { ranking } from "../../static/games/calypso/ranking.js";
import { absentSuit, handsOf, placeOf, played, sidesOf, toPlay, trickDone } from "../../static/games/calypso/view.js";
import { use } from "../../static/lib/i18n.js";

const game = (more = {}) => ({
  variant: "three_handed",
  chairs: { 0: 2, 1: 0, 2: 1 },
  trumps: "SDC",
  phase: "play",
  round: 0,
  hand: 0,
  no: 0,
  dealer: 0,
  leader: 1,
  trick: "",
  rows: { 0: "", 1: "2345", 2: "23" },
  done: { 0: 0, 1: 0, 2: 0 },
  piles: { 0: 0, 1: 3, 2: 7 },
  left: 78,
  scores: { 0: 0, 1: 0, 2: 0 },
  sheet: {},
  ...more,
});
const solo = (more = {}) =>
  game({
    variant: "solo",
    chairs: { 0: 0, 1: 1, 2: 2, 3: 3 },
    trumps: "SDHC",
    rows: { 0: "", 1: "", 2: "", 3: "" },
    done: { 0: 0, 1: 0, 2: 0, 3: 0 },
    piles: { 0: 0, 1: 0, 2: 0, 3: 0 },
    scores: { 0: 300, 1: 500, 2: 300, 3: 10 },
    ...more,
  });
const view = (g, options = {}) => ({ phase: "playing", turn: 5, options: { rounds: 1, ...options }, g });
const sitting = (g, own, options) => ({
  public: view(g, options),
  private: own,
  seat: 0,
  mine: true,
  live: true,
  offline: false,
  pending: [],
  nameOf: (seat) => `seat ${seat}`,
});

test("three sit in a triangle, and one suit is nobody's", () => {
  const g = game();
  assert.deepEqual(
    [2, 0, 1].map((chair) => placeOf(g, chair, 2)),
    ["south", "west", "east"],
  );
  assert.equal(absentSuit(g), "H");
  assert.equal(absentSuit(solo()), "");
  assert.equal(absentSuit(game({ trumps: "" })), "", "none before trumps are given");
  assert.deepEqual(sidesOf(g, 2), [[2], [0], [1]]);
});

test("a trick of three, a round of three hands", () => {
  const done = game({ trick: "TD4C2D", win: [2, "ruff"], no: 1 });
  assert.equal(toPlay(game({ trick: "TD4C" })), 0);
  assert.equal(trickDone(done), true);
  assert.deepEqual(
    played(done, done.trick, done.leader).map(({ chair }) => chair),
    [1, 2, 0],
  );
  assert.equal(toPlay(done), 2);
  assert.equal(handsOf(done), 3);
  assert.deepEqual(calypso.review.address(view(game({ round: 1, hand: 2, no: 4, trick: "TD4C" }))), {
    d: 6,
    t: 5,
    c: 2,
  });
  assert.deepEqual(calypso.pause(view(game())).vars, { hand: 1, hands: 3 });
});

test("who plays alone collects only the own suit, and hears others win", () => {
  const where = landings(game(), "TD4C2D", 2, game().rows, true).map(({ kind, chair, rank }) => kind + chair + rank);
  assert.deepEqual(where, ["pile2", "row24", "pile2"]);
  const heard = [0, 1, 2, 3].map((seat) => calypso.sound(["trick", 0, "suit", "H"], view(solo()), seat));
  assert.deepEqual(heard, ["trick_us", "trick_them", "trick_them", "trick_them"]);
});

test("places: the best first, equal ones share, of those the viewer comes first", () => {
  const places = (g, mine, calypsos) =>
    ranking(g, mine, calypsos).map(({ chair, place, shared }) => `${place}${shared ? "=" : ""} ${chair}`);
  assert.deepEqual(places(solo(), 2), ["1 1", "2= 2", "2= 0", "4 3"]);
  assert.deepEqual(places(solo(), 0), ["1 1", "2= 0", "2= 2", "4 3"]);
  const running = solo({ piles: { 0: 30, 1: 0, 2: 0, 3: 0 } });
  assert.deepEqual(places(running, 0)[0], "1 0", "what the round has brought so far counts");
  const over = solo({
    piles: { 0: 30, 1: 0, 2: 0, 3: 0 },
    sheet: { 0: { 0: { done: 0 }, 1: { done: 0 }, 2: { done: 1 }, 3: { done: 0 } } },
  });
  assert.deepEqual(places(over, 0), ["1 1", "2= 0", "2= 2", "4 3"], "a round is not counted twice");
  assert.deepEqual(places(over, 0, true), ["1 1", "2 2", "3 0", "4 3"]);
  assert.equal(
    ranking(solo({ piles: { 0: true, 1: 0, 2: 0, 3: 0 } }), 0).find(({ chair }) => chair === 0)?.known,
    false,
  );
});

test("under All Fours an own trump may take the place of the suit led, and is told so", () => {
  const g = solo({ leader: 1, trick: "TH" });
  const free = { ruleset: "all_fours" };
  const held = sitting(
    { ...g, leader: 3, chairs: { 0: 0, 1: 1, 2: 2, 3: 3 } },
    { hand: { "2H": 1, "9S": 1, KD: 1 }, legal: "HS" },
    free,
  );
  assert.deepEqual(prompt(held)?.line, {
    key: "calypso.follow_free.H",
    vars: { mark: { mark: "H" }, own: { mark: "S" } },
  });
  assert.equal(refuse(held, "9S"), null);
  assert.deepEqual(refuse(held, "KD"), { key: "calypso.must_follow_free.H", rule: "2.10" });
  const without = sitting({ ...g, leader: 3 }, { hand: { "2H": 1, KD: 1 }, legal: "HS" }, free);
  assert.equal(prompt(without)?.line.key, "calypso.follow.H", "there is no trump to speak of");
  assert.deepEqual(refuse(without, "KD"), { key: "calypso.must_follow.H", rule: "2.10" });
  const refusal = { code: "rule.follow_suit", params: { suit: "H" } };
  assert.equal(calypso.refusal(refusal, view(g, free))?.key, "calypso.must_follow_free.H");
  assert.deepEqual(calypso.refusal(refusal, view(g)), { key: "calypso.must_follow.H", rule: "2.2" });
});

test("every rule that is referred to can be told", () => {
  for (const rule of ["2.2", "2.6", "2.7", "2.10"]) assert.ok(calypso.why(rule)?.lines.length, rule);
  assert.notDeepEqual(calypso.why("2.7"), calypso.why("2.6"));
});

test("the log tells each one's points, and places at the end", () => {
  use("en", {
    "calypso.log.score": "{names} {score}",
    "calypso.log.place": "{place}. {name} {n}",
  });
  const name = (seat) => "ABCD".charAt(seat);
  const said = (note) => calypso.line(note, view(solo()), name)?.vars;
  assert.equal(said(["round", 0, 10, 20, 30, 40])?.scores, "A 10, B 20, C 30, and D 40");
  assert.equal(said(["end", 3, 100, 1, 300, 1, 300, 4, 20])?.places, "1. B 300, 1. C 300, 3. A 100, and 4. D 20");
  assert.equal(calypso.line(["end", 1, 5, 2, 4], view(game({ variant: "partnership" })), name)?.key, "calypso.log.end");
  use("en", {});
});

test("how people will sit", () => {
  assert.equal(calypso.seating({ variant: "solo", partnerships: "random" })?.key, "calypso.seating.solo");
  assert.equal(calypso.seating({ variant: "three_handed" })?.key, "calypso.seating.three_handed");
  assert.equal(calypso.seating({ variant: "partnership", partnerships: "13v24" })?.key, "calypso.seating.13v24");
});

test("a card pressed while a trick lies is told to wait for it, in a pause for the next hand", () => {
  const refused = (phase) => refuse(sitting(solo({ phase }), {}), "9S");
  assert.deepEqual(refused("gather"), { key: "error.rule.gathering" });
  assert.deepEqual(refused("between"), { key: "error.rule.between" });
});
