import assert from "node:assert/strict";
import { test } from "node:test";
import { botSeats, clockKind, freeSeats, inOrder, NO_FILTERS, passes } from "../../static/lib/lobby.js";

const open = { kind: "open" };
const bot = { kind: "bot", level: "normal" };
const person = { kind: "person", user: "u1", name: "Ann" };
const table = { access: "public", clock: "normal", rated: "friendly" };
const listing = (seats, more = {}) => ({
  id: "T",
  game: "toy",
  options: {},
  table,
  phase: "waiting",
  host: "u1",
  opened: 1,
  seats,
  ...more,
});

test("free seats: not reserved, not at a locked table, not once the game runs", () => {
  assert.deepEqual(freeSeats(listing([person, open, { kind: "open", reserved: "Bo" }, bot])), [1]);
  assert.deepEqual(freeSeats(listing([person, open], { locked: true })), []);
  assert.deepEqual(freeSeats(listing([person, open], { phase: "playing" })), []);
});

test("a bot's seat can be taken at a running friendly table, by one person", () => {
  const running = { phase: "playing" };
  assert.deepEqual(botSeats(listing([person, bot, bot], running)), [1, 2]);
  assert.deepEqual(botSeats(listing([person, { ...person, left: true }], running)), [1]);
  assert.deepEqual(botSeats(listing([person, { ...bot, booked: "u2" }], running)), []);
  assert.deepEqual(botSeats(listing([person, bot], { ...running, table: { ...table, rated: "rated" } })), []);
  assert.deepEqual(botSeats(listing([person, bot], { ...running, locked: true })), []);
  assert.deepEqual(botSeats(listing([person, bot])), []);
  assert.deepEqual(botSeats(listing([person, bot], { phase: "between" })), [1]);
});

test("filters let through what they name", () => {
  const one = listing([person, open]);
  assert.ok(passes(one, NO_FILTERS));
  const only = (filters) => passes(one, { ...NO_FILTERS, ...filters });
  assert.ok(only({ game: "toy" }) && !only({ game: "other" }));
  assert.ok(only({ clock: "live" }) && !only({ clock: "days" }));
  assert.ok(only({ rated: "friendly" }) && !only({ rated: "rated" }));
  assert.ok(only({ seats: "free" }) && !only({ seats: "bot" }));
});

test("clocks come in three kinds", () => {
  assert.deepEqual(
    ["fast", "custom", "days", "untimed"].map((clock) => clockKind({ ...table, clock })),
    ["live", "live", "days", "untimed"],
  );
});

test("who lacks fewest people comes first, then the newest; running tables after", () => {
  const tables = [
    listing([person, bot], { id: "running", phase: "playing", opened: 9 }),
    listing([person, open, open, open], { id: "three", opened: 5 }),
    listing([person, person, person, open], { id: "old", opened: 1 }),
    listing([person, person, person, open], { id: "new", opened: 2 }),
    listing([person, person], { id: "full", phase: "playing", opened: 8 }),
  ];
  assert.deepEqual(
    inOrder(tables).map(({ id }) => id),
    ["new", "old", "three", "running", "full"],
  );
});
