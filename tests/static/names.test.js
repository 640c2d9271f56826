import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../../static/lib/i18n.js";
import { actorsDuring, actorsThen, gameLine, namesDuring, namesThen, servedFirst } from "../../static/ui/names.js";

const person = (name) => ({ kind: "person", user: name, name });
const at = (view, log, i, seat) => namesThen(view, log)[i]?.(seat);

test("what a bot has done is not told of the person who took its seat, nor the other way round", () => {
  const view = { seats: { 0: person("Ann"), 1: person("Bea"), 2: { kind: "bot" }, 3: person("Dan") } };
  const log = [
    ["sat", 3, "Dan"],
    ["started"],
    ["trick", 1],
    ["sat", 1, "Bea"],
    ["trick", 1],
    ["kicked", 2, "Cay"],
    ["bot", 2, "easy"],
  ];
  assert.equal(at(view, log, 2, 1), "seat.bot_n");
  assert.equal(at(view, log, 4, 1), "Bea");
  assert.equal(at(view, log, 4, 2), "Cay");
  assert.equal(at(view, log, 6, 2), "seat.bot_n");
  assert.deepEqual(
    [0, 2, 6].map((i) => at(view, log, i, 3)),
    ["Dan", "Dan", "Dan"],
  );
});

test("who comes with a change is not taken for whom it is told of", () => {
  const before = { seats: { 0: { kind: "bot" }, 1: { kind: "open" }, 2: person("Cay") } };
  const after = { seats: { 0: person("Ann"), 1: person("Bea"), 2: person("Cay") } };
  const nameOf = namesDuring(before, after);
  assert.deepEqual([0, 1, 2].map(nameOf), ["seat.bot_n", "Bea", "Cay"]);
});

test("a move tells that it was made by the stand-in, and for whom", () => {
  use("en", { "seat.standin": "Bot for {name}" });
  const view = { seats: { 0: { ...person("Ann"), standin: true }, 1: person("Bea") } };
  const log = [
    ["play", 0],
    ["standin", 0, false],
    ["play", 0],
    ["back", 0],
    ["play", 0],
    ["standin", 0, true],
    ["play", 0],
    ["play", 1],
  ];
  const doers = actorsThen(view, log, namesThen(view, log));
  assert.deepEqual(
    log.map(([, seat], i) => doers[i]?.(seat)),
    ["Ann", "Bot for Ann", "Bot for Ann", "Ann", "Ann", "Bot for Ann", "Bot for Ann", "Bea"],
  );
  const early = [
    ["play", 1],
    ["back", 1],
    ["play", 1],
  ];
  const before = actorsThen(view, early, namesThen(view, early));
  assert.deepEqual(
    [0, 2].map((i) => before[i]?.(1)),
    ["Bot for Bea", "Bea"],
  );
});

test("only moves are told so", () => {
  const game = { line: ([kind], _, nameOf) => ({ key: nameOf(0), weight: kind === "play" ? "piece" : "plain" }) };
  const view = { seats: { 0: { ...person("Ann"), standin: true } } };
  const doer = actorsDuring(view, () => "Ann");
  const told = (kind) => gameLine(game, [kind], view, () => "Ann", doer).key;
  assert.deepEqual([told("play"), told("trick")], ["Bot for Ann", "Ann"]);
});

test("who sits in is told before he plays", () => {
  const notes = [
    ["play", 0, "9S"],
    ["trick", 1],
    ["standin", 0, false],
  ];
  assert.deepEqual(servedFirst(notes), [
    ["standin", 0, false],
    ["play", 0, "9S"],
    ["trick", 1],
  ]);
  assert.equal(servedFirst(notes.slice(0, 2)).length, 2);
});
