import assert from "node:assert/strict";
import { test } from "node:test";
import { currentOf } from "../../static/ui/log.js";

test("the line that is shown now says something; before the first there is none", () => {
  const lines = [null, { key: "log.started" }, { key: "log.closed" }, null];
  const at = [-1, 0, 1, 2, 3].map((here) => currentOf(lines, here));
  assert.deepEqual(at, [-1, -1, 1, 2, 2]);
});
