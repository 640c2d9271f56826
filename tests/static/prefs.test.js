import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULTS, Preferences } from "../../static/lib/prefs.js";
import { FakeStorage } from "./world.js";

test("what is set is kept, what is unknown or of another kind is not", () => {
  const storage = new FakeStorage();
  const prefs = new Preferences(storage);
  assert.deepEqual(prefs.value, DEFAULTS);
  prefs.set({ theme: "dark", volume: 10 });
  assert.equal(new Preferences(storage).value.theme, "dark");
  storage.setItem("prefs", JSON.stringify({ volume: "loud", muted: null, letters: false, color: 3 }));
  assert.deepEqual(new Preferences(storage).value, { ...DEFAULTS, letters: false });
  storage.setItem("prefs", "{");
  assert.deepEqual(new Preferences(storage).value, DEFAULTS);
});

test("a mute is taken back", () => {
  const prefs = new Preferences(new FakeStorage());
  prefs.mute("u1", "Bo");
  prefs.mute("u2", "Di");
  prefs.mute("u1", "");
  assert.deepEqual(prefs.value.muted, { u2: "Di" });
});
