import assert from "node:assert/strict";
import { test } from "node:test";
import { Ended } from "../../static/lib/ended.js";

const drawer = () => {
  const kept = new Map();
  return { getItem: (slot) => kept.get(slot) ?? null, setItem: (slot, text) => kept.set(slot, text) };
};
const seats = [{ kind: "person", user: "u1", name: "Ann" }, { kind: "bot" }];
const going = (id, phase = "playing") => ({ id, phase, seats });
const finished = (id, place = 1) => ({
  id,
  game: "calypso",
  finished: 5,
  seats: { ...seats },
  result: {
    sides: [
      { seats: [0], place, score: 1 },
      { seats: [1], place: 3 - place, score: 0 },
    ],
  },
});
const told = (ended) => ended.ends.value.map(({ id, how }) => [id, how]);

test("a game that has gone from the list is told until it is seen", () => {
  const storage = drawer();
  assert.equal(new Ended(storage).meet("u1", [going("a"), going("b", "waiting")]), false);
  const later = new Ended(storage);
  assert.equal(later.meet("u1", []), true);
  later.told("u1", [finished("a", 2), finished("old")], []);
  assert.deepEqual(told(later), [["a", "lost"]]);
  const reloaded = new Ended(storage);
  assert.equal(reloaded.meet("u1", []), false);
  assert.deepEqual(told(reloaded), [["a", "lost"]]);
  reloaded.seen("u1", "a");
  assert.deepEqual(told(reloaded), []);
  assert.equal(new Ended(storage).meet("u1", []), false);
});

test("where the storage is full all holds as long as the page", () => {
  const storage = drawer();
  const ended = new Ended(storage);
  ended.meet("u1", [going("a"), going("b")]);
  ended.told("u1", [finished("a")], [going("b")]);
  const { setItem } = storage;
  storage.setItem = () => {
    throw new Error("full");
  };
  ended.seen("u1", "a");
  assert.equal(ended.meet("u1", [going("b")]), false);
  assert.deepEqual(told(ended), [], "what was put away does not come back");
  assert.equal(ended.meet("u1", []), true);
  ended.told("u1", [finished("b")], []);
  assert.deepEqual(told(ended), [["b", "won"]]);
  storage.setItem = setItem;
  ended.seen("u1", "b");
  assert.deepEqual(told(ended), []);
  assert.equal(new Ended(storage).meet("u1", []), false);
});

test("an end that was watched is no news, even where the list is late", () => {
  const storage = drawer();
  const ended = new Ended(storage);
  ended.meet("u1", [going("a")]);
  ended.seen("u1", "a");
  for (const page of [ended, new Ended(storage)]) {
    page.meet("u1", [going("a")]);
    assert.equal(page.meet("u1", []), false);
  }
});

test("the archive may be late; a table that never gets there is forgotten", () => {
  const ended = new Ended(drawer());
  ended.meet("u1", [going("a")]);
  let asked = 0;
  while (ended.meet("u1", []) && asked < 9) {
    ended.told("u1", asked === 2 ? [] : [finished("other")], []);
    asked += 1;
  }
  assert.equal(asked, 4);
  assert.deepEqual(told(ended), []);
});

test("nobody is told of another's games, and at most three are told", () => {
  const storage = drawer();
  const ended = new Ended(storage);
  const ids = ["a", "b", "c", "d"];
  ended.meet(
    "u1",
    ids.map((id) => going(id)),
  );
  assert.equal(new Ended(storage).meet("u2", []), false);
  ended.meet(
    "u1",
    ids.map((id) => going(id)),
  );
  ended.meet("u1", []);
  ended.told(
    "u1",
    ids.map((id) => finished(id)),
    [],
  );
  assert.equal(told(ended).length, 3);
});
