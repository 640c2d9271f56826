import assert from "node:assert/strict";
import { test } from "node:test";
import { Wishes } from "../../static/lib/wishes.js";

const counted = () => {
  let n = 0;
  return new Wishes(() => `wish-${++n}`);
};

test("the same wish keeps its number until it is answered", () => {
  const wishes = counted();
  const body = { game: "toy", table: { access: "private" } };
  assert.deepEqual(wishes.numbered("/tables", body), { ...body, id: "wish-1" });
  wishes.answered("/tables", body, "offline");
  assert.equal(wishes.numbered("/tables", body).id, "wish-1");
  wishes.answered("/tables", body, "http.502");
  assert.equal(wishes.numbered("/tables", body).id, "wish-1");
  wishes.answered("/tables", body, "");
  assert.equal(wishes.numbered("/tables", body).id, "wish-2");
});

test("another wish has another number, and so has one after a refusal", () => {
  const wishes = counted();
  assert.equal(wishes.numbered("/tables", { game: "toy" }).id, "wish-1");
  assert.equal(wishes.numbered("/practice", { game: "toy" }).id, "wish-2");
  wishes.answered("/tables", { game: "toy" }, "bad.rate");
  assert.equal(wishes.numbered("/tables", { game: "toy" }).id, "wish-3");
});

test("numbers are such as the server takes", () => {
  assert.match(new Wishes().numbered("/tables", {}).id, /^[0-9A-Za-z_-]{8,64}$/);
});
