import assert from "node:assert/strict";
import { test } from "node:test";
import { inTurn, priced, weighed } from "../../static/lib/reasons.js";

const pro = { key: "pro" };
const con = { key: "con", against: true };

test("what speaks against something comes last, and is told as such", () => {
  assert.deepEqual(weighed([con, pro]), { pros: [pro], cons: [con] });
  assert.deepEqual(inTurn([con, pro]), [pro, { key: "hint.but" }, con]);
  assert.deepEqual(inTurn([pro]), [pro]);
});

test("the best has its price where nothing speaks for it", () => {
  assert.deepEqual(priced({ points: 0 }, [con], "price"), [{ key: "price" }, { key: "con" }]);
  assert.deepEqual(priced({ points: 0 }, [con, pro], "price"), [con, pro]);
  assert.deepEqual(priced({ points: -5 }, [con], "price"), [con]);
  assert.deepEqual(priced({ points: 0 }, [], "price"), []);
});
