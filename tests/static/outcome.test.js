import assert from "node:assert/strict";
import { test } from "node:test";
import { outcomeOf } from "../../static/lib/outcome.js";

const game = (places, how) => ({
  seats: { 0: { kind: "person", user: "ann", name: "Ann" }, 1: { kind: "bot", level: "easy" } },
  result: { sides: places.map((place, seat) => ({ seats: [seat], score: 0, place })), ...(how && { how }) },
});

test("what a finished game was for a person", () => {
  assert.equal(outcomeOf(game([1, 2]), "ann"), "won");
  assert.equal(outcomeOf(game([2, 1], "conceded"), "ann"), "lost");
  assert.equal(outcomeOf(game([1, 1]), "ann"), "drawn");
  assert.equal(outcomeOf(game([1, 2], "abandoned"), "ann"), "void", "it counts for nobody, whoever was ahead");
  assert.equal(outcomeOf(game([1, 2]), "bea"), "");
});
