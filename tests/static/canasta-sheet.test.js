import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openHands } from "../../static/games/canasta/last.js";
import { columnNames, hasBefore, titleOf } from "../../static/games/canasta/sheet.js";
import { accountOf, accountsOf, columnsOf, sideFor } from "../../static/games/canasta/sides.js";
import { dealsOf, ITEMS, itemsOf, settlement } from "../../static/games/canasta/tally.js";
import { game, sitting, speak, view } from "./canasta-world.js";

beforeEach(() => speak("en"));

const BONUS = { natural: 500, mixed: 300 };
const LINE = { natural: 0, mixed: 0, out: 0, concealed: 0, red3: 0, melded: 0, hand: 0, penalty: 0, total: 0 };

test("the sheet: what counts for what, rare lines only where they are", () => {
  const one = { ...LINE, natural: 1, mixed: 2, out: 100, red3: 100, melded: 300, hand: -20, total: 1580 };
  assert.equal(
    ITEMS.reduce((sum, { points }) => sum + points(one, BONUS), 0),
    one.total,
  );
  const keys = (lines) => itemsOf(lines, BONUS).map(({ key }) => key);
  assert.deepEqual(keys({ 0: one, 1: LINE }), ["natural", "mixed", "out", "red3", "melded", "hand"]);
  assert.ok(keys({ 0: one, 1: { ...LINE, penalty: -100 } }).includes("penalty"));
  const sheet = {
    0: { 0: one, 1: { ...LINE, total: -45 } },
    1: { 0: { ...LINE, total: 20 }, 1: { ...LINE, total: 500 } },
  };
  assert.deepEqual(
    dealsOf(game({ sheet })).map(({ totals }) => totals),
    [
      { 0: 1580, 1: -45 },
      { 0: 1600, 1: 455 },
    ],
  );
});

test("the hands left lie as a hand is held: aces first, wild cards last", () => {
  const [mine] = openHands(sitting({}, { hands: { 0: "2C4DASJK4C3S" } }));
  assert.deepEqual(mine.cards, ["AS", "4D", "4C", "3S", "JK", "2C"]);
});

test("the game's last deal says how it ended, others only which they are", () => {
  const over = { phase: "over", deal: 1, ended: "out", out: { chair: 2, concealed: false } };
  const title = (more, deal) => titleOf(sitting({}, { ...over, ...more }), deal);
  assert.equal(title({}, 1), "Deal 2 is over: Ann went out");
  assert.equal(title({ ended: "stock" }, 1), "Deal 2 is over: the stock has run out");
  assert.equal(title({}, 0), "Deal 1");
  assert.equal(title({ phase: "between" }, 1), "Deal 2");
  assert.equal(title({ deal: 2, ended: undefined }, 1), "Deal 2"); // given up in the third
});

test("no deal comes before a single one", () => {
  assert.ok(hasBefore(view()));
  assert.ok(!hasBefore(view({}, { target: "one_deal" })));
});

test("the settlement by the server's rounded totals, of two sides only, after the game only", () => {
  const over = { phase: "over", scores: { 0: 5150, 1: -550 }, rounded: { 0: 5200, 1: -600 } };
  assert.deepEqual(settlement(game(over)), { rounded: over.rounded, winner: 0, difference: 5800 });
  assert.equal(settlement(game({ ...over, scores: { 0: 1, 1: 1 } })).winner, -1);
  assert.equal(settlement(game({ ...over, rounded: undefined })), null);
  assert.equal(settlement(game({ ...over, rounded: { 0: 1, 1: 2, 2: 3 } })), null);
});

test("totals belong to sides, in cutthroat to players; who sits out belongs to the three", () => {
  assert.deepEqual(
    columnsOf(view(), 2).map(({ account, seats }) => [account, ...seats]),
    [
      [1, 3, 2],
      [0, 1, 0],
    ],
  );
  const five = { mode: "5p", chairs: { 0: 0, 1: 1, 2: 2, 4: 3 } };
  const seats = { 0: {}, 1: {}, 2: {}, 3: {}, 4: {} };
  assert.deepEqual(accountsOf({ ...view(five), seats })[1].seats.toSorted(), [1, 3, 4]);
  assert.equal(accountOf({ ...view(five), seats }, 3), 1);
  const from = (seat, rest) => sideFor({ ...sitting({}, five, { seat, ...rest }), public: { ...view(five), seats } });
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((seat) => from(seat)),
    [0, 1, 0, 1, 1],
  );
  assert.equal(from(3, { mine: false }), -1); // a watcher's page has a seat to look from, not a side
  const lone = { mode: "3p_cutthroat", chairs: { 0: 0, 1: 1, 2: 2 }, sides: { 0: 0, 1: 1, 2: 0 } };
  const three = view({ ...lone, scores: { 0: 0, 1: 0, 2: 0 } });
  assert.deepEqual(
    accountsOf(three).map((account) => account.seats),
    [[0], [1], [2]],
  );
});

test("we and they to those who play, names to those who watch and where there are more", () => {
  const names = (rest, more) => {
    const seen = sitting({}, more, rest);
    const columns = columnsOf(seen.public, seen.seat);
    return columns.map((column) => columnNames(seen, column, columns).join("+"));
  };
  assert.deepEqual(names({}), ["We", "They"]);
  assert.deepEqual(names({ mine: false }), ["Bo+Ann", "Ed+Di"]);
  assert.deepEqual(names({}, { mode: "2p", chairs: { 0: 0, 1: 1 }, sides: { 0: 0, 1: 1 } }), ["Ann", "Bo"]);
});
