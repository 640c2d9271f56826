import assert from "node:assert/strict";
import { test } from "node:test";
import { moveTo } from "../../static/ui/roving.js";

test("arrows in a hand: along the cards, and from group to group", () => {
  const to = (at, key) => moveTo([0, 3, 4], 6, at, key);
  assert.equal(to(0, "ArrowRight"), 1);
  assert.equal(to(0, "ArrowLeft"), 0);
  assert.equal(to(6, "ArrowRight"), 6);
  assert.equal(to(1, "ArrowDown"), 3);
  assert.equal(to(5, "ArrowDown"), 5);
  assert.equal(to(4, "ArrowUp"), 3);
  assert.equal(to(2, "Home"), 0);
  assert.equal(to(4, "End"), 6);
  assert.equal(to(4, "x"), 4);
  assert.equal(moveTo([], -1, 0, "End"), 0);
});
