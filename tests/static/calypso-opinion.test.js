import assert from "node:assert/strict";
import { test } from "node:test";
import { deed, place, reasons } from "../../static/games/calypso/opinion.js";
import { use } from "../../static/lib/i18n.js";

const view = { g: { chairs: { 0: 2, 1: 3, 2: 0, 3: 1 } } };
const nameOf = (seat) => ["Ann", "Bo", "Cy", "Di"][seat];
const opinion = (...list) => ({ command: { type: "play", card: "9S" }, points: 0, reasons: list });

test("a card is drawn, another command is named", () => {
  assert.deepEqual(deed({ type: "play", card: "9S" }), { card: "9S" });
  assert.equal(deed({ type: "draw" }), "draw");
  assert.equal(place({ type: "play", card: "9S" }), '.hand [data-card="9S"]');
  assert.equal(place({ type: "draw" }), "");
});

test("reasons are filled with what they name", () => {
  use("en", { "opinion.ruff": "", "suit.H": "hearts" });
  const params = { suit: "H", chair: 3, card: "AS", points: 40, best: "TD" };
  assert.deepEqual(reasons(opinion({ code: "ruff", params }), view, nameOf), [
    {
      key: "opinion.ruff",
      vars: { name: "Bo", suit: "hearts", chair: "Bo", card: { card: "AS" }, points: 40, best: { card: "TD" } },
    },
  ]);
});

test("what there are no words for is left out", () => {
  use("en", { "opinion.known": "" });
  const told = reasons(opinion({ code: "new", params: {} }, { code: "known", params: {} }), view, nameOf);
  assert.deepEqual(told, [{ key: "opinion.known", vars: {} }]);
});
