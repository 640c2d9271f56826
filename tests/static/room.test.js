import assert from "node:assert/strict";
import { test } from "node:test";
import { aroundMe, lack, openSeats, partnersOf, spot } from "../../static/lib/room.js";

const open = { kind: "open" };
const bot = { kind: "bot", level: "normal" };
const person = (user, ready = false) => ({ kind: "person", user, name: user, ready });
const view = (seats, more = {}) => ({ phase: "waiting", table: { autostart: "no" }, seats: { ...seats }, ...more });

test("the start waits for seats first, then for people", () => {
  assert.deepEqual(lack(view([person("a"), open, open, bot]), 0), { what: "seats", n: 2 });
  assert.deepEqual(lack(view([person("a"), person("b"), person("c", true), bot]), 0), { what: "ready", n: 1 });
  assert.equal(lack(view([person("a"), person("b", true), bot, bot]), 0), null);
  assert.deepEqual(lack(view([person("a"), bot]), -1), { what: "ready", n: 1 });
});

test("a reserved seat is open, but not to anybody", () => {
  assert.deepEqual(openSeats(view([person("a"), { kind: "open", reserved: "Bo" }, open])), [2]);
});

test("I am drawn nearest, the others clockwise", () => {
  assert.deepEqual(aroundMe([0, 2, 1, 3], 1), [1, 3, 0, 2]);
  assert.deepEqual(aroundMe([0, 1, 2, 3], -1), [0, 1, 2, 3]);
  assert.deepEqual(
    [0, 1, 2, 3].map((n) => spot(n, 4)),
    [
      { x: 50, y: 100 },
      { x: 0, y: 50 },
      { x: 50, y: 0 },
      { x: 100, y: 50 },
    ],
  );
});

test("partners, where they are known", () => {
  const sides = [
    [0, 1],
    [2, 3],
  ];
  assert.deepEqual(partnersOf({ ring: [0, 2, 1, 3], sides }, 2), [3]);
  assert.deepEqual(partnersOf({ ring: [0, 1, 2, 3], sides: [] }, 2), []);
});
