import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changed,
  clamp,
  complete,
  highOf,
  known,
  nearest,
  offered,
  represet,
  stepOf,
  valuesOf,
} from "../../static/lib/options.js";

const set = {
  owner: "table",
  items: [
    { type: "choice", key: "clock", values: ["normal", "fast", "custom"] },
    { type: "number", key: "bank", low: 5, high: 3600, default: 120, when: [{ key: "clock", values: ["custom"] }] },
    { type: "choice", key: "variant", values: ["only"] },
    { type: "number", key: "rounds", low: 1, high: 4, default: 1 },
  ],
  presets: { standard: {}, long: { rounds: 4 } },
};

test("all options are written out; without its condition an option has its default", () => {
  assert.deepEqual(complete(set, {}), { clock: "normal", bank: 120, variant: "only", rounds: 1 });
  assert.equal(complete(set, { bank: 60 }).bank, 120);
  assert.equal(complete(set, { clock: "custom", bank: 60 }).bank, 60);
});

test("only what can be chosen is offered", () => {
  const keys = (values) => offered(set, complete(set, values)).map((item) => item.key);
  assert.deepEqual(keys({}), ["clock", "rounds"]);
  assert.deepEqual(keys({ clock: "custom" }), ["clock", "bank", "rounds"]);
});

test("what differs from the usual", () => {
  const keys = changed(set, complete(set, { clock: "fast", rounds: 4 })).map((item) => item.key);
  assert.deepEqual(keys, ["clock", "rounds"]);
});

test("a number's values", () => {
  assert.deepEqual(valuesOf(set.items[3], {}), [1, 2, 3, 4]);
});

test("a choice comes from the preset that it differs least from, or from none", () => {
  const three = { ...set, presets: { ...set.presets, both: { rounds: 4, clock: "fast" } } };
  assert.equal(nearest(three, complete(set, {})), "standard");
  assert.equal(nearest(three, complete(set, { rounds: 4 })), "long");
  assert.equal(nearest(three, complete(set, { rounds: 3, clock: "fast" })), "both");
  assert.equal(nearest(three, complete(set, { rounds: 3 })), "");
  assert.equal(nearest({ ...set, presets: {} }, complete(set, {})), "");
});

test("numbers keep to their bounds and go in steps that suit their range", () => {
  const [, bank, , few] = set.items;
  assert.deepEqual(
    [2, 9999, 60.4, Number.NaN].map((n) => clamp(bank, n, {})),
    [5, 3600, 60, 5],
  );
  assert.deepEqual([bank, few].map(stepOf), [30, 1]);
});

test("what was chosen once counts only as far as it still fits", () => {
  assert.deepEqual(known(set, { clock: "sundial", rounds: 3, gone: 1 }), complete(set, { rounds: 3 }));
  assert.deepEqual(known(set, { rounds: 9 }), complete(set, {}));
  assert.deepEqual(known(set), complete(set, {}));
});

const seats = {
  owner: "game",
  items: [
    { type: "choice", key: "variant", values: ["pairs", "three"] },
    {
      type: "number",
      key: "rounds",
      low: 1,
      high: 4,
      default: 1,
      caps: [{ when: { key: "variant", values: ["three"] }, high: 3 }],
    },
    { type: "choice", key: "marks", values: ["on", "off"] },
    { type: "choice", key: "partners", values: ["lot", "seats"], when: [{ key: "variant", values: ["pairs"] }] },
  ],
  presets: { standard: {}, memory: { marks: "off" }, long: { rounds: 4 } },
};

test("a number keeps to the cap that another choice puts on it", () => {
  const [, rounds] = seats.items;
  assert.deepEqual(valuesOf(rounds, { variant: "three" }), [1, 2, 3]);
  assert.deepEqual(valuesOf(rounds, { variant: "pairs" }), [1, 2, 3, 4]);
  assert.equal(highOf({ type: "number", key: "free" }, {}), Number.POSITIVE_INFINITY);
  assert.equal(clamp(rounds, 4, { variant: "three" }), 3);
  assert.equal(complete(seats, { variant: "three", rounds: 4 }).rounds, 3);
  assert.equal(complete(seats, { variant: "pairs", rounds: 4 }).rounds, 4);
  assert.equal(known(seats, { variant: "three", rounds: 4 }).rounds, 3);
});

test("what a cap takes away is no change of one's own", () => {
  const values = complete(seats, { variant: "three", rounds: 4 });
  const keys = changed(seats, values, seats.presets.long).map((item) => item.key);
  assert.deepEqual(keys, ["variant"]);
  assert.equal(nearest(seats, values), "long");
});

test("another preset keeps what no preset has a say in, the same one takes everything back", () => {
  const three = complete(seats, { variant: "three", marks: "off" });
  assert.deepEqual(
    represet(seats, three, "standard", "long"),
    complete(seats, { variant: "three", rounds: 4, marks: "on" }),
  );
  assert.deepEqual(represet(seats, three, "memory", "memory"), complete(seats, { marks: "off" }));
  const sat = complete(seats, { partners: "seats", rounds: 3 });
  assert.deepEqual(represet(seats, sat, "", "standard"), complete(seats, { partners: "seats" }));
});
