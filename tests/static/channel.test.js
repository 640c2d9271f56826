import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Channel } from "../../static/lib/channel.js";

const snap = {
  t: "table.snap",
  ch: 1,
  table: "T",
  pos: { epoch: "e", seq: 3, chain: "00000003" },
  public: { phase: "playing", turn: 3, act: "0" },
  private: { seat: 0, hand: { "9D": 2 } },
  log: [["opened"]],
  at: 1500,
  since: 1500,
  now: 2000,
  here: ["u1"],
};

let channel;
beforeEach(() => {
  channel = new Channel("T", "secret");
  channel.join(1);
  channel.snapshot(snap);
});

test("joins with its key, and later with its position", () => {
  assert.deepEqual(new Channel("T", "secret").join(1), { t: "table.join", table: "T", ch: 1, key: "secret" });
  assert.deepEqual(channel.join(2).pos, snap.pos);
});

test("applies commits in order, patches both views, moves the clock when the decision changes", () => {
  assert.equal(channel.delta([1, 4, "00000004", 400, { act: "1" }, { hand: { "9D": 1 } }]), true);
  assert.deepEqual(channel.public.value, { phase: "playing", turn: 4, act: "1" });
  assert.deepEqual(channel.private.value, { seat: 0, hand: { "9D": 1 } });
  assert.equal(channel.since.value, 1900);
  assert.deepEqual(channel.pos, { epoch: "e", seq: 4, chain: "00000004" });
  channel.delta([1, 5, "00000005", 50, { turn: 4 }]);
  assert.equal(channel.since.value, 1900);
  assert.equal(channel.public.value.turn, 4);
  assert.equal(channel.pos.seq, 5);
});

test("a repeated commit changes nothing, a hole is told", () => {
  channel.delta([1, 4, "00000004", 900]);
  assert.equal(channel.delta([1, 4, "00000004", 900, { turn: 99 }]), true);
  assert.equal(channel.public.value.turn, 4);
  assert.equal(channel.at, 2400);
  assert.equal(channel.delta([1, 6, "00000006", 900]), false);
  assert.equal(channel.public.value.turn, 4);
});

test("is current again only when all that was missing has come", () => {
  channel.lost();
  assert.equal(channel.standing.value, "behind");
  channel.delta([1, 4, "00000004", 900]);
  assert.equal(channel.standing.value, "behind");
  channel.caughtUp(5);
  assert.equal(channel.standing.value, "behind");
  assert.equal(channel.public.value.turn, 3, "what was missed is shown at once, not card by card");
  channel.delta([1, 5, "00000005", 900]);
  channel.caughtUp(5);
  assert.equal(channel.standing.value, "current");
  channel.lost();
  channel.snapshot({ ...snap, pos: { epoch: "f", seq: 2, chain: "0000000f" } });
  assert.equal(channel.standing.value, "current");
  assert.equal(channel.pos.epoch, "f");
});

test("tells listeners what changed, and lets the game complete the notes", () => {
  channel.complete = ({ before, after, notes }) => [["turned", before.turn, after.turn], ...notes];
  const heard = [];
  channel.listeners.add((change) => heard.push(change.notes));
  channel.delta([1, 4, "00000004", 900, {}, {}, [["trick", 2]]]);
  assert.deepEqual(heard, [
    [
      ["turned", 3, 4],
      ["trick", 2],
    ],
  ]);
  assert.deepEqual(channel.log.value.at(-1), ["trick", 2]);
});

test("who is not connected, and since when", () => {
  const seats = { 0: { kind: "person", user: "u1" }, 1: { kind: "person", user: "u2" }, 2: { kind: "bot" } };
  channel.snapshot({ ...snap, public: { ...snap.public, seats }, watchers: { u9: "Eva" } });
  assert.deepEqual(channel.lostAt.value, { u2: 2000 });
  assert.deepEqual(channel.watchers.value, { u9: "Eva" });
  channel.presence([], {}, 5000);
  assert.deepEqual(channel.lostAt.value, { u1: 5000, u2: 2000 });
  channel.presence(["u2"], {}, 6000);
  assert.deepEqual(channel.lostAt.value, { u1: 5000 });
});

test("whatever happens ends the offer to take back, unless it is made again", () => {
  channel.delta([1, 4, "00000004", 10, {}, { undo: true }]);
  assert.equal(channel.private.value.undo, true);
  channel.delta([1, 5, "00000005", 10, {}, { undo: true }]);
  assert.equal(channel.private.value.undo, true);
  channel.delta([1, 6, "00000006", 10, { act: "2" }]);
  assert.deepEqual(channel.private.value, { seat: 0, hand: { "9D": 2 } });
});
