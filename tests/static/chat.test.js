import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { CHAT_KEPT, ChatRoom } from "../../static/lib/chat.js";
import { Client } from "../../static/lib/client.js";
import { FakeStorage, FakeWorld, hello } from "./world.js";

const line = (n, more = {}) => ({ n, at: n, user: "u2", name: "Bo", text: `line ${n}`, ...more });
const numbers = (room) => room.lines.value.map(({ n }) => n);

test("each line once, in order, no more than are kept", () => {
  const room = new ChatRoom();
  room.log([line(1), line(2)]);
  room.said(line(3));
  room.said(line(3));
  room.log([line(2), line(3), line(4)]);
  assert.deepEqual(numbers(room), [1, 2, 3, 4]);
  for (let n = 5; n < 400; n += 1) room.said(line(n));
  assert.equal(room.lines.value.length, CHAT_KEPT);
  assert.equal(numbers(room).at(-1), 399);
});

test("unread: what came while nobody looked, but not the history", () => {
  const room = new ChatRoom();
  room.log([line(1), line(2)]);
  assert.equal(room.unread.value, 0);
  room.said(line(3));
  room.log([line(3), line(4)]);
  assert.equal(room.unread.value, 2);
  const stop = room.watch();
  assert.equal(room.unread.value, 0);
  room.said(line(5));
  assert.equal(room.unread.value, 0);
  stop();
  room.note({ at: 9, user: "u2", name: "Bo", nudged: 1 });
  assert.equal(room.unread.value, 1);
  room.said(line(6));
  assert.equal(room.lines.value.at(-2).nudged, 1, "a nudge stays where it happened");
});

let world;
let client;
beforeEach(() => {
  world = new FakeWorld();
  client = new Client("ws://x/ws", { storage: new FakeStorage(), world });
  client.link.start();
  world.socket.hears(hello);
});

const said = () => world.socket.sent.filter((m) => m.t === "chat.say");

test("words go to the table's room or the lobby's, and are answered", async () => {
  const channel = client.join("T");
  const table = client.say("T", { text: "hello" });
  const lobby = client.say(null, { preset: "bye" });
  const [one, two] = said();
  assert.deepEqual({ ...one, id: "" }, { t: "chat.say", ch: channel.ch, id: "", text: "hello" });
  assert.deepEqual({ ...two, id: "" }, { t: "chat.say", id: "", preset: "bye" });
  world.socket.hears([one.id, 1]);
  world.socket.hears({ t: "nack", id: two.id, code: "bad.rate", params: { seconds: 3 } });
  assert.deepEqual(await table, { ok: true, seq: 1 });
  assert.deepEqual(await lobby, { ok: false, code: "bad.rate", params: { seconds: 3 } });
  assert.equal(client.stray.value, null);
});

test("words without an answer are not sent again", async () => {
  client.join("T");
  const lost = client.say("T", { text: "hello" });
  world.socket.dies();
  assert.equal((await lost).code, "offline");
  assert.equal((await client.say("T", { text: "again" })).code, "offline");
  world.pass(600);
  world.socket.hears(hello);
  assert.deepEqual(said(), []);
});

test("what is said comes to its room; a nudge is heard", () => {
  const channel = client.join("T");
  const nudges = [];
  client.nudged.add((where, by, seat) => nudges.push([where.table, by, seat]));
  world.socket.hears({ t: "chat.log", ch: channel.ch, lines: [line(1)] });
  world.socket.hears({ t: "chat.said", ch: channel.ch, line: line(2) });
  world.socket.hears({ t: "chat.log", lines: [line(7)] });
  world.socket.hears({ t: "chat.said", ch: 99, line: line(3) });
  world.socket.hears({ t: "nudged", ch: channel.ch, by: 1, seat: 0 });
  assert.deepEqual(numbers(channel.chat), [1, 2]);
  assert.deepEqual(numbers(client.lobbyChat), [7]);
  assert.deepEqual(nudges, [["T", 1, 0]]);
  client.nudge("T", 2);
  assert.deepEqual(world.socket.sent.at(-1), { t: "nudge", ch: channel.ch, seat: 2 });
});
