import assert from "node:assert/strict";
import { test } from "node:test";
import calypso from "../../static/games/calypso/index.js";
import { landings } from "../../static/games/calypso/landing.js";
import { refuse } from "../../static/games/calypso/lines.js";
import { orderFor, sortHand, suitOrder } from "../../static/games/calypso/order.js";
import { hasMoved } from "../../static/games/calypso/playing.js";
import {
  bonusOf,
  cardsOf,
  placeOf,
  rounds,
  running,
  sidesOf,
  suitLed,
  toPlay,
} from "../../static/games/calypso/view.js";

const game = (more = {}) => ({
  variant: "partnership",
  chairs: { 0: 2, 1: 0, 2: 3, 3: 1 },
  trumps: "SDHC",
  phase: "play",
  round: 0,
  hand: 0,
  no: 0,
  dealer: 0,
  leader: 1,
  trick: "",
  rows: { 0: "", 1: "", 2: "2345", 3: "" },
  done: { 0: 0, 1: 0, 2: 2, 3: 0 },
  piles: { 0: 0, 1: 0, 2: 7, 3: 0 },
  left: 156,
  scores: { 0: 0, 1: 0, 2: 0, 3: 0 },
  sheet: {},
  ...more,
});
const view = (more) => ({ phase: "playing", turn: 5, options: { rounds: 1 }, g: game(more) });
const sitting = (own, more) => ({
  public: view(more),
  private: own,
  seat: 0,
  mine: true,
  live: true,
  offline: false,
  nameOf: (seat) => `seat ${seat}`,
});

test("own trumps first, then the partner's suit, aces first; copies have names of their own", () => {
  assert.equal(suitOrder("H", "S"), "HSDC");
  assert.equal(suitOrder("C", ""), "CSHD");
  const cards = sortHand({ "9D": 2, AH: 1, "2H": 1, KS: 1, "3C": 1 }, suitOrder("H", "S"));
  assert.deepEqual(
    cards.map(({ key }) => key),
    ["AH0", "2H0", "KS0", "9D0", "9D1", "3C0"],
  );
  assert.deepEqual(
    cards.map(({ first }) => first),
    [true, false, true, true, false, true],
  );
});

test("a hand may be sorted otherwise: suits in their usual turn, or by rank", () => {
  const hand = { "9D": 2, AH: 1, "2H": 1, KS: 1, AC: 1 };
  const keys = (sort) =>
    sortHand(hand, orderFor(sort, "H", "S"), sort).map(({ key, first }) => (first ? key : key.toLowerCase()));
  assert.deepEqual(keys("suits"), ["KS0", "AH0", "2h0", "AC0", "9D0", "9d1"]);
  assert.deepEqual(keys("ranks"), ["AH0", "ac0", "KS0", "9D0", "9d1", "2H0"]);
});

test("where the cards of a trick go", () => {
  const g = game();
  const rows = { 0: "23", 1: "", 2: "2345", 3: "" };
  const where = (trick, winner, more = rows, carry = true) =>
    landings(g, trick, winner, more, carry).map(({ kind, chair, rank }) => `${kind}${chair}${rank}`);
  // chair 0 owns spades, his partner, chair 2, hearts
  assert.deepEqual(where("4S6H2S9D", 0), ["row04", "row26", "pile0", "pile0"]);
  assert.deepEqual(where("4S4SAHAC", 2), ["row04", "pile2", "row2A", "pile2"]);
  assert.deepEqual(where("9D9DTDKS", 1), ["row19", "pile1", "row1T", "pile1"]);
  const nearly = { ...rows, 0: "23456789TJQK" };
  assert.deepEqual(where("AS2S2S9H", 0, nearly), ["row0A", "next02", "pile0", "row29"]);
  assert.deepEqual(where("2SAS2S9H", 0, nearly), ["next02", "row0A", "pile0", "row29"]);
  assert.deepEqual(where("AS2S2S9H", 0, nearly, false), ["row0A", "pile0", "pile0", "row29"]);
});

test("a trick sounds to each side in its own way", () => {
  const heard = [0, 1, 2, -1].map((seat) => calypso.sound(["trick", 0, "suit", "H"], view(), seat));
  assert.deepEqual(heard, ["trick_us", "trick_us", "trick_them", "trick_them"]);
  assert.equal(calypso.sound(["calypso", 0, 1, 500], view(), 0), "done");
  assert.equal(calypso.sound(["deal", 0, 0, 0, 1], view(), 0), "");
});

test("the rules that are referred to can be told", () => {
  assert.equal(calypso.why("2.6b").lines.length, 4);
  assert.equal(calypso.why("9.9"), null);
  assert.deepEqual(calypso.sides(view()), [
    [0, 1],
    [2, 3],
  ]);
});

test("a press that moves away is none", () => {
  const from = { x: 100, y: 100 };
  assert.equal(hasMoved(from, { clientX: 106, clientY: 106 }), false);
  assert.equal(hasMoved(from, { clientX: 100, clientY: 130 }), true);
});

test("the viewer sits south, the next clockwise west", () => {
  const g = game();
  assert.deepEqual(
    [2, 3, 0, 1].map((chair) => placeOf(g, chair, 2)),
    ["south", "west", "north", "east"],
  );
  assert.deepEqual(sidesOf(g, 2), [
    [2, 0],
    [3, 1],
  ]);
});

test("whose turn it is, and what was led", () => {
  assert.equal(toPlay(game()), 1);
  assert.equal(toPlay(game({ trick: "TH9D" })), 3);
  assert.equal(toPlay(game({ trick: "TH9D2H3H", win: [3, "ruff"] })), 3);
  assert.equal(toPlay(game({ phase: "between" })), -1);
  assert.equal(suitLed(game({ trick: "TH9D" })), "H");
  assert.equal(suitLed(game({ trick: "TH9D2H3H" })), "");
  assert.deepEqual(cardsOf("TH9D"), ["TH", "9D"]);
});

test("why a card may not be played", () => {
  const held = { hand: { "9D": 1, AH: 1 } };
  assert.deepEqual(refuse(sitting(held), "9D"), { key: "calypso.not_turn", vars: { name: "seat 3" } });
  const led = { leader: 1, trick: "TH" };
  assert.deepEqual(refuse(sitting({ ...held, legal: "H" }, led), "9D"), { key: "calypso.must_follow.H", rule: "2.2" });
  assert.equal(refuse(sitting({ ...held, legal: "H" }, led), "AH"), null);
  assert.equal(refuse(sitting({ ...held, legal: "any" }), "9D"), null);
  assert.equal(refuse({ ...sitting({ ...held, legal: "any" }), offline: true }, "9D").key, "calypso.wait_link");
});

test("a card that fell and a trick that was won are seen, not told", () => {
  const three = view({ trick: "TH9D2H", win: [1, "lead"] });
  const four = view({ trick: "TH9D2HAH", win: [0, "suit"], no: 1 });
  assert.deepEqual(calypso.notes(three, four, []), [
    ["play", 0, "AH"],
    ["trick", 0, "suit", "H"],
  ]);
  assert.deepEqual(calypso.notes(four, view({ trick: "9S", leader: 0, win: [0, "trump_led"] }), []), [
    ["play", 0, "9S"],
  ]);
  const told = [["trick", 0, "suit", "H"]];
  assert.deepEqual(calypso.notes(three, four, told), told);
  const back = [["rewound", 0]];
  assert.deepEqual(
    calypso.notes(four, view({ trick: "9S", leader: 0 }), back),
    back,
    "what was taken back to is no play",
  );
  const quiet = { ...four, options: { log_detail: "trick_winners" } };
  assert.deepEqual(calypso.notes(three, quiet, [["calypso", 0, 1, 500]]), [
    ["trick", 0, "suit", "H"],
    ["calypso", 0, 1, 500],
  ]);
});

test("points of the round in progress, by the ladder of bonuses", () => {
  assert.deepEqual([0, 1, 2, 3, 4].map(bonusOf), [0, 500, 1250, 2250, 3250]);
  assert.equal(running(game(), 2).points, 1250 + 80 + 70);
  assert.equal(running(game({ piles: { 2: true } }), 2).known, false);
  const lines = { 0: { done: 0, row: 1, pile: 2, points: 40 } };
  assert.deepEqual(
    rounds(game({ sheet: { 0: lines } })).map(({ finished }) => finished),
    [true],
  );
  assert.deepEqual(
    rounds(game({ sheet: { 0: lines }, round: 1 })).map(({ finished }) => finished),
    [true, false],
  );
});

test("a place in the game: deal, trick, card", () => {
  assert.deepEqual(calypso.review.address(view()), { d: 1, t: 1, c: 0 });
  assert.deepEqual(calypso.review.address(view({ no: 6, trick: "TH9D2H", round: 1, hand: 1 })), { d: 6, t: 7, c: 3 });
  assert.deepEqual(calypso.review.address(view({ no: 7, trick: "TH9D2HAH" })), { d: 1, t: 7, c: 4 });
});
