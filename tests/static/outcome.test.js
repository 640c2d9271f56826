import assert from "node:assert/strict";
import { test } from "node:test";
import { byPlace, outcomeOf } from "../../static/lib/outcome.js";

const game = (places, how) => ({
  seats: { 0: { kind: "person", user: "ann", name: "Ann" }, 1: { kind: "bot", level: "easy" } },
  result: { sides: places.map((place, seat) => ({ seats: [seat], score: 0, place })), ...(how && { how }) },
});
const told = (places, how, user = "ann") => outcomeOf(game(places, how), user).how;

test("what a finished game was for a person", () => {
  assert.equal(told([1, 2]), "won");
  assert.equal(told([2, 1], "conceded"), "lost");
  assert.equal(told([1, 1]), "drawn");
  assert.equal(told([1, 2], "abandoned"), "void", "it counts for nobody, whoever was ahead");
  assert.equal(told([1, 2], undefined, "bea"), "");
});

test("where several play each for oneself there are places, which may be shared", () => {
  assert.equal(told([1, 2, 3, 4]), "won");
  assert.equal(told([1, 1, 3]), "shared");
  assert.deepEqual(outcomeOf(game([2, 1, 2, 4]), "ann"), { how: "placed", place: 2 });
  const seats = (places) => byPlace(game(places).result.sides).flatMap((side) => side.seats);
  assert.deepEqual(seats([3, 1, 2]), [1, 2, 0]);
  assert.deepEqual(seats([2, 1]), [0, 1], "two sides stay where they sit");
});
