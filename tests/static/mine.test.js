import assert from "node:assert/strict";
import { test } from "node:test";
import { followed, seatOf, standing } from "../../static/lib/mine.js";

const ann = { kind: "person", user: "u1", name: "Ann" };
const bo = { kind: "person", user: "u2", name: "Bo" };
const bot = { kind: "bot", level: "normal" };
const view = (phase, seats, more = {}) => ({ phase, seats: { ...seats }, ...more });
const nameOf = (seat) => `seat ${seat}`;
const told = (of, user = "u1") => {
  const { key, vars } = standing(of, user, nameOf);
  return [key, vars];
};

test("how a table stands for me", () => {
  assert.deepEqual(told(view("waiting", [ann, bo, { kind: "open" }])), ["mine.waiting", { n: 1 }]);
  assert.deepEqual(told(view("waiting", [ann, bo])), ["mine.full", {}]);
  assert.deepEqual(told(view("playing", [ann, bo], { act: "0" })), ["mine.turn", {}]);
  assert.deepEqual(told(view("playing", [ann, bo], { act: "1" })), ["mine.turn_of", { name: "seat 1" }]);
  assert.deepEqual(told(view("playing", [ann, bo], { act: "" })), ["mine.playing", {}]);
  assert.deepEqual(told(view("playing", [{ ...ann, left: true }, bo], { act: "0" })), ["mine.served", {}]);
  assert.deepEqual(told(view("playing", [{ ...ann, standin: true }, bo], { act: "0" })), ["mine.served", {}]);
  assert.deepEqual(told(view("between", [ann, bo], { act: "0" })), ["mine.between", {}]);
  assert.deepEqual(told(view("over", [ann, bo])), ["mine.over", {}]);
  assert.deepEqual(told(view("playing", [{ ...bot, booked: "u1" }, bo])), ["mine.booked", {}]);
  assert.deepEqual(told(view("playing", [{ ...bot, booked: { user: "u1", name: "Ann" } }, bo])), ["mine.booked", {}]);
});

test("my own turn presses most, a table that waits least", () => {
  const turn = standing(view("playing", [ann, bo], { act: "0" }), "u1", nameOf).urgency;
  const theirs = standing(view("playing", [ann, bo], { act: "0" }), "u2", nameOf).urgency;
  const waiting = standing(view("waiting", [ann, bo]), "u1", nameOf).urgency;
  assert.ok(turn > theirs && theirs > waiting);
});

test("my seat, in a card's list or a view's record", () => {
  assert.equal(seatOf({ seats: [bot, ann] }, "u1"), 1);
  assert.equal(seatOf({ seats: { 0: bot, 1: ann } }, "u1"), 1);
  assert.equal(seatOf({ seats: [bot] }, "u1"), -1);
});

test("tables that move by the day are not followed, and never many", () => {
  const table = (clock) => ({ table: { access: "public", clock } });
  assert.equal(followed([table("days"), table("normal")]).length, 1);
  assert.equal(followed(Array.from({ length: 9 }, () => table("untimed"))).length, 3);
});
