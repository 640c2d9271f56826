import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Client } from "../../static/lib/client.js";
import { FakeStorage, FakeWorld, hello } from "./world.js";

const snap = (ch, seq = 3) => ({
  t: "table.snap",
  ch,
  table: "T",
  pos: { epoch: "e", seq, chain: "0000000a" },
  public: { phase: "playing", turn: 7 },
  private: { seat: 0 },
  log: [],
  at: 1500,
  since: 0,
  now: 2000,
  here: [],
});

let world;
let storage;
let client;

beforeEach(() => {
  world = new FakeWorld();
  storage = new FakeStorage();
  client = new Client("ws://x/ws", { storage, world });
  client.link.start();
});

/** Everything of one type sent on the present socket. */
const sent = (type) => world.socket.sent.filter((m) => m.t === type);

test("a command is sent again under its id on the next socket until it is answered", async () => {
  world.socket.hears(hello);
  client.join("T");
  world.socket.hears(snap(1));
  const answer = client.do("T", { type: "play", card: "9D" });
  const [first] = sent("table.do");
  assert.deepEqual(
    { ...first, id: "" },
    { t: "table.do", table: "T", id: "", turn: 7, cmd: { type: "play", card: "9D" } },
  );
  world.socket.dies();
  world.pass(600);
  world.socket.hears(hello);
  assert.deepEqual(sent("table.do"), [first]);
  world.socket.hears([first.id, 4]);
  assert.deepEqual(await answer, { ok: true, seq: 4 });
  assert.equal(client.outbox.pending.value.length, 0);
  world.socket.dies();
  world.pass(1000);
  world.socket.hears(hello);
  assert.deepEqual(sent("table.do"), []);
});

test("over a reload too, and with another nonce for what comes after", () => {
  world.socket.hears(hello);
  client.join("T");
  world.socket.hears(snap(1));
  client.do("T", { type: "play", card: "9D" });
  const [first] = sent("table.do");
  const page = new Client("ws://x/ws", { storage, world });
  page.link.start();
  world.socket.hears(hello);
  assert.deepEqual(sent("table.do"), [first]);
  page.join("T");
  page.do("T", { type: "next" });
  assert.notEqual(sent("table.do")[1].id.split(".")[0], first.id.split(".")[0]);
  world.socket.hears({ t: "nack", id: first.id, code: "stale.turn" });
  assert.deepEqual(page.stray.value, { code: "stale.turn", params: {} });
});

test("somebody else's commands are not sent for him who signed in meanwhile", () => {
  world.socket.hears(hello);
  client.do("T", { type: "ready", ready: true });
  world.socket.dies();
  world.pass(600);
  world.socket.hears({ ...hello, user: { id: "u2", name: "Bo" } });
  assert.deepEqual(sent("table.do"), []);
});

test("a silent server is asked again on the same socket", () => {
  world.socket.hears(hello);
  client.do("T", { type: "next" });
  world.pass(2000);
  world.socket.hears({ t: "pong", now: 1 });
  world.pass(4100);
  assert.equal(sent("table.do").length, 2);
});

test("resumes from its position, and joins anew at a hole", () => {
  world.socket.hears(hello);
  const channel = client.join("T");
  world.socket.hears(snap(1));
  world.socket.hears([1, 4, "0000000b", 10, { turn: 8 }]);
  world.socket.dies();
  assert.equal(channel.standing.value, "behind");
  world.pass(600);
  world.socket.hears(hello);
  assert.deepEqual(sent("table.join")[0].pos, { epoch: "e", seq: 4, chain: "0000000b" });
  world.socket.hears([2, 6, "0000000d", 10, { turn: 10 }]);
  assert.deepEqual(
    world.socket.sent.slice(1).map((m) => [m.t, m.ch]),
    [
      ["table.leave", 2],
      ["table.join", 3],
    ],
  );
  world.socket.hears([2, 5, "0000000c", 10, { turn: 99 }]);
  assert.equal(channel.public.value.turn, 8);
  world.socket.hears([3, 5, "0000000c", 10, { turn: 9 }]);
  world.socket.hears([3, 6, "0000000d", 10, { turn: 10 }]);
  world.socket.hears({ t: "table.current", ch: 3, seq: 6 });
  assert.equal(channel.standing.value, "current");
  assert.equal(channel.public.value.turn, 10);
});

test("the lobby is a map that follows", () => {
  world.socket.hears(hello);
  const stop = client.followLobby();
  world.socket.hears({ t: "lobby.snap", tables: [{ id: "A" }, { id: "B" }] });
  world.socket.hears({ t: "lobby.delta", table: "A" });
  world.socket.hears({ t: "lobby.delta", table: "C", listing: { id: "C" } });
  assert.deepEqual([...client.lobby.value.keys()], ["B", "C"]);
  stop();
  assert.deepEqual(world.socket.sent.at(-1), { t: "lobby.leave" });
});

test("a closed channel says why and forgets its commands", () => {
  world.socket.hears(hello);
  const channel = client.join("T", "bad");
  client.do("T", { type: "sit", seat: 1 });
  world.socket.hears({ t: "table.gone", ch: 1, code: "bad.table" });
  assert.equal(channel.gone.value.code, "bad.table");
  assert.equal(client.outbox.pending.value.length, 0);
});

test("a table is followed as long as anybody holds it, also from one page to the next", () => {
  world.socket.hears(hello);
  const first = client.hold("T");
  world.socket.hears(snap(1));
  const second = client.hold("T");
  first();
  first();
  world.pass(1);
  assert.equal(sent("table.leave").length, 0);
  second();
  const third = client.hold("T");
  world.pass(1);
  assert.equal(sent("table.leave").length, 0);
  assert.equal(sent("table.join").length, 1);
  assert.equal(client.channels.get("T").standing.value, "current");
  third();
  world.pass(1);
  assert.equal(sent("table.leave").length, 1);
  assert.equal(client.channels.has("T"), false);
});
