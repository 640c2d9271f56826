import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { backoff, comesBack, Link } from "../../static/lib/socket.js";
import { FakeWorld, hello } from "./world.js";

let world;
let link;
let heard;

beforeEach(() => {
  world = new FakeWorld();
  heard = [];
  const on = {
    message: (m) => heard.push(m.t ?? "delta"),
    open: () => heard.push("(open)"),
    lost: () => heard.push("(lost)"),
  };
  link = new Link("ws://x/ws", on, world);
  link.start();
});

test("is open only after hello, which comes before everything else", () => {
  assert.equal(link.state.value, "connecting");
  assert.equal(link.send({ t: "lobby.join" }), false);
  world.socket.hears(hello);
  assert.equal(link.state.value, "open");
  assert.deepEqual(heard, ["hello", "(open)"]);
});

test("pings after 2.5 s of silence, measures the answer, and goes on", () => {
  world.socket.hears(hello);
  world.pass(2400);
  assert.equal(world.socket.sent.length, 0);
  world.pass(600);
  assert.deepEqual(world.socket.sent, [{ t: "ping" }]);
  world.pass(40);
  world.socket.hears({ t: "pong", now: 1 });
  assert.equal(link.latency.value > 0, true);
  assert.equal(link.quiet.value, false);
  world.pass(60_000 / 20);
  assert.equal(world.socket.sent.length, 2);
});

test("replaces a socket that stays silent for 9 s without waiting for its close event", () => {
  world.socket.hears(hello);
  const first = world.socket;
  world.pass(4000);
  assert.equal(link.quiet.value, true);
  assert.equal(link.state.value, "open");
  world.pass(5100);
  assert.equal(first.closed, true);
  assert.equal(link.state.value, "waiting");
  first.dies();
  first.hears({ t: "pong", now: 1 });
  assert.deepEqual(heard, ["hello", "(open)", "(lost)"]);
  world.pass(500);
  assert.equal(world.sockets.length, 2);
});

test("a page that slept asks before it gives a socket up", () => {
  world.socket.hears(hello);
  world.time += 60_000;
  world.pass(0);
  link.probe();
  assert.equal(link.state.value, "open");
  assert.deepEqual(world.socket.sent.at(-1), { t: "ping" });
  world.pass(3200);
  assert.equal(link.state.value, "waiting");
});

test("waits longer after each failure, at most 8 s, and starts small again once it worked", () => {
  const waits = [];
  for (let i = 0; i < 7; i += 1) {
    const before = world.time;
    world.socket.dies();
    while (link.state.value === "waiting") world.pass(10);
    waits.push(Math.round((world.time - before) / 100) / 10);
  }
  assert.deepEqual(waits, [0.5, 1, 2, 4, 8, 8, 8]);
  world.socket.hears(hello);
  assert.equal(link.attempt.value, 0);
  assert.equal(backoff(20, 0), 500);
});

test("gives up a socket that never opens", () => {
  world.pass(9200);
  assert.equal(link.state.value, "waiting");
});

test("4500-4999 stay away, all others come back; a bye says when", () => {
  assert.deepEqual([1006, 1012, 4000, 4499, 4500, 4999].map(comesBack), [true, true, true, true, false, false]);
  world.socket.hears(hello);
  world.socket.hears({ t: "bye", code: "restart", reconnect_in: 3000 });
  world.socket.dies(1012);
  world.pass(2900);
  assert.equal(world.sockets.length, 1);
  world.pass(200);
  assert.equal(world.sockets.length, 2);
  world.socket.dies(4501);
  assert.equal(link.state.value, "refused");
  world.pass(60_000);
  assert.equal(world.sockets.length, 2);
});
