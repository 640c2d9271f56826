import assert from "node:assert/strict";
import { test } from "node:test";
import {
  absences,
  bookedBy,
  company,
  freeSeats,
  onTurn,
  ownAbsence,
  removable,
  waitedFor,
} from "../../static/lib/company.js";
import { soundsOf } from "../../static/lib/cues.js";
import { asked, awaited, partIn, proposals } from "../../static/lib/offers.js";

const person = (n, more = {}) => ({ kind: "person", user: `u${n}`, name: `P${n}`, ...more });
const view = (more = {}) => ({
  phase: "playing",
  act: "1",
  turn: 5,
  table: { clock: "normal" },
  seats: { 0: person(0), 1: person(1), 2: { kind: "bot", level: "easy" }, 3: person(3) },
  ...more,
});
const sitting = (more = {}, own = {}, seat = 0) => ({ public: view(more), private: own, seat, mine: seat >= 0 });

test("who is out of reach, and who is away for good reason", () => {
  const seats = {
    0: person(0),
    1: person(1, { gone: true }),
    2: person(2, { gone: true, standin: true }),
    3: person(3, { left: true, standin: true }),
    4: { kind: "bot" },
  };
  const why = absences(view({ seats }), ["u5"]);
  assert.deepEqual([0, 1, 2, 3, 4].map(why), ["lost", "gone", "standin", "left", ""]);
  assert.equal(absences(view(), ["u0"])(0), "");
  assert.deepEqual(company(sitting({ seats }, {}, -1)), { gone: [1], present: [0] });
  assert.deepEqual(company(sitting({ seats })), { gone: [1], present: [] });
});

test("what became of one's own seat", () => {
  const away = { ...view().seats, 0: person(0, { standin: true, played: 2 }) };
  assert.deepEqual(ownAbsence(sitting({ seats: away })), { served: true, left: false, played: 2 });
  assert.deepEqual(ownAbsence(sitting({ seats: away, phase: "over" })), { served: false, left: false, played: 0 });
  assert.deepEqual(ownAbsence(sitting({ seats: away }, {}, -1)), { served: false, left: false, played: 0 });
});

test("who lets the others wait: a person who is there, not oneself, and not by the day", () => {
  assert.equal(waitedFor(sitting()), 1);
  assert.equal(waitedFor(sitting({ act: "0" })), -1);
  assert.equal(waitedFor(sitting({ act: "2" })), -1);
  assert.equal(waitedFor(sitting({ paused: true })), -1);
  assert.equal(waitedFor(sitting({ table: { clock: "days" } })), -1);
  assert.equal(waitedFor(sitting({ seats: { ...view().seats, 1: person(1, { gone: true }) } })), -1);
  assert.equal(onTurn(sitting({ act: "0" })), true);
  assert.equal(onTurn(sitting({ act: "0", paused: true })), false);
});

test("seats that a watcher may take", () => {
  assert.deepEqual(freeSeats(view()), [2]);
  const seats = {
    ...view().seats,
    2: { kind: "bot", booked: { user: "u9", name: "Eva" } },
    3: person(3, { left: true }),
  };
  assert.deepEqual(freeSeats(view({ seats })), [3]);
  assert.equal(bookedBy(view({ seats }), "u9"), 2);
  assert.equal(bookedBy(view({ seats }), ""), -1);
  assert.deepEqual(freeSeats(view({ locked: true })), []);
  assert.deepEqual(freeSeats(view({ phase: "over" })), []);
  assert.deepEqual(freeSeats(view({ table: { rated: "rated" } })), []);
});

test("an offer: who made it, who is asked, who looks on", () => {
  const offer = { seat: 1, yes: { 1: true }, need: { 0: true, 3: true } };
  assert.deepEqual(
    [0, 1, 2, 3, -1].map((seat) => partIn(offer, seat)),
    ["asked", "made", "seen", "asked", "seen"],
  );
  assert.deepEqual(awaited({ ...offer, yes: { 1: true, 3: true } }), [0]);
  assert.equal(asked(sitting({ offers: { pause: offer } })), "pause");
  assert.equal(asked(sitting({ offers: { pause: offer } }, {}, 1)), "");
});

test("what may be proposed", () => {
  assert.deepEqual(proposals(sitting({}, { undo: true }), 2), ["undo", "pause", "concede", "abandon"]);
  assert.deepEqual(proposals(sitting({ paused: true }, { undo: true }), 4), ["abandon"]);
  assert.deepEqual(proposals(sitting({ table: { clock: "untimed" } }), 2), ["concede", "abandon"]);
  assert.deepEqual(proposals(sitting({ phase: "over" }), 2), []);
  assert.deepEqual(proposals(sitting({}, {}, -1), 2), []);
  const open = { concede: { seat: 3, yes: { 3: true }, need: { 1: true } } };
  assert.deepEqual(proposals(sitting({ offers: open }), 2), ["pause", "abandon"]);
});

test("what a commit sounds like", () => {
  const game = { sound: ([kind]) => (kind === "play" ? "card" : "") };
  const heard = (notes, more = {}, seat = 0) =>
    soundsOf({ before: view(), after: view(more), notes, seq: 1 }, game, seat);
  assert.deepEqual(
    heard([
      ["play", 1, "9D"],
      ["gone", 1],
      ["ready", 2, true],
    ]),
    ["card", "gone"],
  );
  assert.deepEqual(
    heard([
      ["gone", 0],
      ["offered", "pause", 0],
      ["offered", "pause", 1],
    ]),
    ["chat"],
  );
  const result = {
    sides: [
      { seats: [0, 2], score: 1, place: 2 },
      { seats: [1, 3], score: 2, place: 1 },
    ],
  };
  assert.deepEqual(heard([], { phase: "over", result }), ["over_lost"]);
});

test("whom the host may show out of a running game: who is away, who has booked a seat", () => {
  const eve = { user: "e", name: "Eve" };
  const seats = {
    0: person(0, { gone: true }),
    1: person(1, { left: true, standin: true, booked: eve }),
    2: { kind: "bot", level: "easy", booked: { user: "f", name: "Fay" } },
    3: person(3),
  };
  const of = (more, user = "u0") => removable(view({ seats, host: "u0", ...more }), user).map((whom) => whom.user);
  assert.deepEqual(of({}), ["u1", "e", "f"]);
  assert.deepEqual(of({ phase: "between" }), ["u1", "e", "f"]);
  assert.deepEqual(of({ table: { rated: "rated" } }), ["e", "f"]);
  assert.deepEqual(of({ phase: "over" }), []);
  assert.deepEqual(of({}, "u1"), [], "not the host");
  assert.deepEqual(of({ host: "" }, ""), []);
});
