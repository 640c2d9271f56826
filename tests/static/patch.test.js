import assert from "node:assert/strict";
import { test } from "node:test";
import { merge } from "../../static/lib/patch.js";

// the examples of RFC 7396, appendix A
const examples = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

test("merges as RFC 7396 says", () => {
  for (const [target, patch, result] of examples) assert.deepEqual(merge(target, patch), result);
});

test("what a patch leaves alone stays the same object", () => {
  const before = { seats: { 0: { name: "Ann" }, 1: { name: "Bo" } }, g: { rows: { 0: "2" } } };
  const after = merge(before, { seats: { 1: { name: "Bob" } }, g: { rows: { 0: "2" } } });
  assert.equal(after.seats[0], before.seats[0]);
  assert.notEqual(after.seats, before.seats);
  assert.equal(after.g, before.g);
  assert.equal(merge(before, {}), before);
  assert.equal(before.seats[1].name, "Bo");
});
