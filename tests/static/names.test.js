import assert from "node:assert/strict";
import { test } from "node:test";
import { namesDuring, namesThen } from "../../static/ui/names.js";

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
