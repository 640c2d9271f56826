import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, daysLeft, remaining, ServerClock, WARNINGS } from "../../static/lib/clock.js";

test("a measured round trip is worth more than a message's own time", () => {
  let local = 0;
  const clock = new ServerClock(() => local);
  clock.learn(10_000);
  assert.equal(clock.now(), 10_000);
  local = 100;
  clock.learn(10_160, 40);
  assert.equal(clock.now(), 10_180);
  clock.learn(99_999);
  assert.equal(clock.now(), 10_180);
  clock.learn(10_190, 20);
  assert.equal(clock.now(), 10_200);
});

test("a bank runs only while its seat decides, and never below nothing", () => {
  assert.equal(remaining({ bank: 5000, running: false, since: 0 }, 9000), 5000);
  assert.equal(remaining({ bank: 5000, running: true, since: 1000 }, 3000), 3000);
  assert.equal(remaining({ bank: 5000, running: true, since: 4000 }, 3000), 5000);
  assert.equal(remaining({ bank: 5000, running: true, since: 1000 }, 30_000), 0);
});

test("clock faces", () => {
  assert.deepEqual([0, 900, 61_000, 3_723_000].map(clockText), ["0:00", "0:01", "1:01", "1:02:03"]);
});

test("two warnings, at a fifth of the bank and at ten seconds, whichever comes first", () => {
  const at = (full) => WARNINGS.map((limit) => limit(full));
  assert.deepEqual(at(300_000), [60_000, 10_000]);
  assert.deepEqual(at(20_000), [10_000, 4000]);
});

test("in days: what is free goes first, then the vacation", () => {
  const clock = { bank: 700, free: 200, since: 1000 };
  assert.deepEqual(daysLeft({ ...clock, running: true }, 1150), { free: 50, vacation: 700 });
  assert.deepEqual(daysLeft({ ...clock, running: true }, 1500), { free: 0, vacation: 400 });
  assert.deepEqual(daysLeft({ ...clock, running: true }, 9000), { free: 0, vacation: 0 });
  assert.deepEqual(daysLeft({ ...clock, running: false }, 9000), { free: 200, vacation: 700 });
});
