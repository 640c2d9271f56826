import assert from "node:assert/strict";
import { test } from "node:test";
import { parse, spell, unfold, Walk } from "../../static/lib/replay.js";

/** Two deals of two tricks of two cards, with a commit between the deals that moves nothing. */
const at = (d, t, c) => ({ d, t, c });
const addresses = [
  at(1, 1, 0),
  at(1, 1, 1),
  at(1, 1, 2),
  at(1, 2, 1),
  at(1, 2, 2),
  at(1, 2, 2),
  at(2, 1, 0),
  at(2, 1, 1),
  at(2, 1, 2),
  at(2, 2, 1),
  at(2, 2, 2),
];
const walk = new Walk(addresses);

test("addresses in links", () => {
  assert.equal(spell(at(2, 7, 3)), "d2.t7.c3");
  assert.deepEqual(parse("d2.t7.c3"), at(2, 7, 3));
  assert.equal(parse("k=secret"), null);
  assert.equal(parse(""), null);
  assert.equal(walk.find(at(2, 1, 1)), 7);
  assert.equal(walk.find({ d: 2 }), 6);
  assert.equal(walk.find(at(9, 9, 9)), 10);
});

test("card by card, commits that move nothing are one with what they follow", () => {
  const there = [];
  for (let i = 0, last = -1; i !== last; ) {
    there.push(i);
    last = i;
    i = walk.step(i, 1);
  }
  assert.deepEqual(there, [0, 1, 2, 3, 5, 6, 7, 8, 9, 10]);
  assert.equal(walk.step(6, -1), 5);
  assert.equal(walk.step(5, -1), 3);
  assert.equal(walk.step(0, -1), 0);
});

test("trick by trick to the ends of tricks, deal by deal to their beginnings", () => {
  assert.equal(walk.leap(0, 1, 2), 2);
  assert.equal(walk.leap(2, 1, 2), 5);
  assert.equal(walk.leap(5, -1, 2), 2);
  assert.equal(walk.leap(10, 1, 2), 10);
  assert.equal(walk.first(9, 1), 6);
  assert.equal(walk.end(1, 1), 5);
  assert.equal(walk.begin(1, 1, 1), 6);
  assert.equal(walk.begin(8, -1, 1), 0);
});

test("the states of a review share what did not change", () => {
  const start = { public: { seats: { 0: { kind: "bot" } }, turn: 1 }, private: {} };
  const [first, second] = unfold({ start, steps: [{ patch: { public: { turn: 2 } } }] });
  assert.equal(second.public.turn, 2);
  assert.equal(second.public.seats, first.public.seats);
});
