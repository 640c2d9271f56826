import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { recall, toast, toasts } from "../../static/ui/toast.js";
import { effect } from "../../static/vendor/signals-core.js";

test("what a signal causes to be said is said once, and can be put away", () => {
  const timer = mock.method(globalThis, "setTimeout", () => 0);
  let said = 0;
  const stop = effect(() => {
    said += 1;
    toast("There is a new version.");
  });
  toast("Something else.");
  assert.equal(said, 1);
  const puttingAway = timer.mock.calls.map(({ arguments: [run, ms] }) => (ms === 5000 ? run : () => undefined));
  for (const run of puttingAway) run();
  assert.equal(said, 1);
  stop();
  timer.mock.restore();
});

test("what is no longer true goes", () => {
  const timer = mock.method(globalThis, "setTimeout", () => 0);
  toast("2 seats are still free.", { about: "seats" });
  toast("Copied.");
  recall("seats");
  assert.ok(toasts.value.some(({ text }) => text === "Copied."));
  assert.ok(!toasts.value.some(({ about }) => about));
  timer.mock.restore();
});
