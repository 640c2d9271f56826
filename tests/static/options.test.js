import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, clamp, complete, known, nearest, offered, stepOf, valuesOf } from "../../static/lib/options.js";

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
  assert.deepEqual(valuesOf(set.items[3]), [1, 2, 3, 4]);
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
    [2, 9999, 60.4, Number.NaN].map((n) => clamp(bank, n)),
    [5, 3600, 60, 5],
  );
  assert.deepEqual([bank, few].map(stepOf), [30, 1]);
});

test("what was chosen once counts only as far as it still fits", () => {
  assert.deepEqual(known(set, { clock: "sundial", rounds: 3, gone: 1 }), complete(set, { rounds: 3 }));
  assert.deepEqual(known(set, { rounds: 9 }), complete(set, {}));
  assert.deepEqual(known(set), complete(set, {}));
});
