import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { CLASS_OF, Cues, endCue, RANKS } from "../../static/lib/cues.js";
import { SOUND_CLASSES } from "../../static/lib/prefs.js";
import { FakeWorld } from "./world.js";

let world;
let heard;
let cues;
beforeEach(() => {
  world = new FakeWorld();
  heard = [];
  cues = new Cues((cue) => heard.push([cue, world.time - 1000]), world);
});

test("of one moment the most important is heard", () => {
  cues.want("card");
  cues.want("turn");
  cues.want("trick_us");
  world.pass(1000);
  assert.deepEqual(heard, [["turn", 40]]);
});

test("never two within a quarter of a second; what waits gives way to what counts more", () => {
  cues.want("card");
  world.pass(50);
  cues.want("chat");
  world.pass(100);
  cues.want("low_1");
  cues.want("card");
  world.pass(1000);
  assert.deepEqual(heard, [
    ["card", 40],
    ["low_1", 290],
  ]);
  cues.want("chat");
  world.pass(50);
  assert.deepEqual(heard.at(-1), ["chat", 1190]);
});

test("every sound hangs on a switch", () => {
  assert.deepEqual(new Set(RANKS.map((cue) => CLASS_OF[cue])), new Set(SOUND_CLASSES));
});

test("the end sounds as it went for the listener", () => {
  const sides = [
    { seats: [0, 2], score: 10, place: 1 },
    { seats: [1, 3], score: 5, place: 2 },
  ];
  assert.deepEqual(
    [0, 1, -1].map((seat) => endCue(sides, seat)),
    ["over_won", "over_lost", "over_drawn"],
  );
  const drawn = sides.map((side) => ({ ...side, place: 1 }));
  assert.equal(endCue(drawn, 0), "over_drawn");
});
