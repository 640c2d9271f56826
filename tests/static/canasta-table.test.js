import assert from "node:assert/strict";
import { test } from "node:test";
import { deedsOf, layable, warnsFirst } from "../../static/games/canasta/deeds.js";
import { groupHand, layOut } from "../../static/games/canasta/grouping.js";
import { remember } from "../../static/games/canasta/last.js";
import { before } from "../../static/games/canasta/sheet.js";
import {
  against,
  countOf,
  drawsTo,
  drop,
  groupLack,
  groupPoints,
  kept,
  lacking,
  lastOf,
  meldCommand,
  outCommand,
  put,
  rankOfCards,
  stagePlan,
  stageTaking,
  takeCommand,
  total,
  without,
} from "../../static/games/canasta/staging.js";
import {
  canastasOf,
  handsLeft,
  meldOf,
  meldsOf,
  partners,
  ringOf,
  sideLetter,
  sidesOf,
} from "../../static/games/canasta/view.js";

const values = { JK: 50, 2: 20, A: 20, K: 10, 8: 10, 7: 5, 4: 5, 3: 5 };
const game = (more = {}) => ({
  chairs: { 0: 0, 1: 1, 2: 2, 3: 3 },
  sides: { 0: 0, 1: 1, 2: 0, 3: 1 },
  melds: { 0: { K: "KHKDKS2C", 7: "7H7D7S7C7H7D7S", A: "AHADASAC2H2SJK" }, 1: {} },
  top: "8C",
  values,
  ...more,
});
const ranks = (rows) => rows.map((row) => row.map(({ rank }) => rank).join(""));

test("a hand lies by rank, aces first, black threes and wild cards last, jokers before twos", () => {
  const groups = groupHand({ "2H": 1, JK: 2, "3S": 1, KH: 2, KS: 1, AD: 1, "4C": 0 });
  assert.deepEqual(
    groups.map(({ rank, cards }) => [rank, cards.map(({ key }) => key).join(" ")]),
    [
      ["A", "AD0"],
      ["K", "KS0 KH0 KH1"],
      ["3", "3S0"],
      ["W", "JK0 JK1 2H0"],
    ],
  );
  assert.deepEqual(ranks([groupHand({ AD: 1, "4C": 1, "2H": 1 }, "low")]), ["4AW"]);
});

test("a hand lies in as few rows as have room, even, its cards as large as may be", () => {
  const hand = (...counts) => groupHand(Object.fromEntries(counts.map((n, i) => [`${"AKQJT987654"[i]}S`, n])));
  const shape = (groups, width) => layOut(groups, width).rows.map((row) => row.groups.length);
  assert.deepEqual(shape(hand(1, 1, 1, 1, 1), 344), [5]);
  assert.deepEqual(shape(hand(1, 1, 1, 1, 1, 1, 1, 1), 344), [4, 4]);
  assert.equal(shape(hand(1, 1, 1, 1, 1, 1, 1, 1, 1, 1), 232).length, 3); // a small phone on its side
  assert.deepEqual(shape([], 344), []);
  const deal = hand(1, 1, 1, 1, 1, 1, 1, 2, 2, 4); // 15 cards of ten ranks: smaller ones need no third row
  assert.deepEqual([layOut(deal, 344).card, layOut(deal, 344).rows.length], [46, 2]);
  const desk = (...counts) => layOut(hand(...counts), 924);
  assert.deepEqual([desk(2, 2, 1, 1).card, desk(2, 2, 1, 1).rows.length], [88, 1]);
  assert.deepEqual(
    [desk(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1).card, desk(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1).rows.length],
    [72, 1],
  );
  assert.deepEqual([desk(4, 4, 4, 4, 4, 4, 4).card, desk(4, 4, 4, 4, 4, 4, 4).rows.length], [68, 2]);
});

test("no card lies outside the hand, however narrow it is and however many they are", () => {
  const LEAST_IN_SIGHT = 12; // hand.css
  for (let width = 164; width < 1000; width += 8)
    for (let each = 1; each <= 4; each += 1)
      for (let ranks = 1; ranks <= 11; ranks += 1) {
        const held = Object.fromEntries([..."AKQJT987654"].slice(0, ranks).map((rank) => [`${rank}S`, each]));
        const { card, gap, rows } = layOut(groupHand(held), width);
        for (const { groups } of rows) {
          const parts = groups.map(({ cards }) => card + (cards.length - 1) * LEAST_IN_SIGHT);
          const needed = parts.reduce((sum, part) => sum + part, (groups.length - 1) * gap);
          assert.ok(needed <= width, `${ranks} ranks of ${each} in ${width}px`);
        }
      }
});

test("of a covered card so much is in sight as its row has room for", () => {
  const row = (...counts) =>
    layOut(groupHand(Object.fromEntries(counts.map((n, i) => [`${"AKQJT987654"[i]}S`, n]))), 344).rows[0].peek;
  assert.equal(row(4, 1), 44);
  assert.equal(row(4, 4), 38);
  assert.equal(row(8), 41);
  assert.equal(row(5, 5, 5, 5), 30);
});

test("a long hand on a phone on its side has as many rows as there is height for", () => {
  const counts = { AS: 4, KS: 3, QS: 3, TS: 3, "9S": 1, "8S": 4, "6S": 1, "5S": 4, "4S": 6 }; // 29
  for (const width of [232, 240, 248]) {
    const { rows } = layOut(groupHand(counts), width);
    assert.equal(rows.length, 4, `in ${width}px`);
    assert.ok(Math.min(...rows.map(({ peek }) => peek)) >= 18, `in ${width}px`);
  }
});

test("while cards are prepared the others keep their rows, their size and what is in sight of them", () => {
  const counts = { AS: 4, KS: 3, QS: 3, JS: 3, TS: 3, "9S": 3, "8S": 4, "5S": 4, "4S": 2 };
  for (const width of [240, 344, 924]) {
    const whole = groupHand(counts);
    const all = layOut(whole, width);
    const some = layOut(groupHand({ ...counts, AS: 0, KS: 1, "4S": 0 }), width, whole);
    assert.deepEqual([some.card, some.gap, some.rows.length], [all.card, all.gap, all.rows.length]);
    assert.deepEqual(
      some.rows.map(({ peek }) => peek),
      all.rows.map(({ peek }) => peek),
    );
    const kept = ranks([all.rows.flatMap(({ groups }) => groups)])[0].replace(/[A4]/g, "");
    assert.deepEqual(ranks([some.rows.flatMap(({ groups }) => groups)]), [kept]);
  }
});

test("melds: wild cards counted, canastas of two kinds, in the order of their columns", () => {
  const g = game();
  assert.deepEqual(
    meldsOf(g, 0).map(({ rank, naturals, wilds, canasta }) => [rank, naturals, wilds, canasta]),
    [
      ["7", 7, 0, "natural"],
      ["K", 3, 1, ""],
      ["A", 4, 3, "mixed"],
    ],
  );
  assert.deepEqual(canastasOf(g, 0), { natural: 1, mixed: 1 });
  assert.equal(meldOf("4", undefined).cards.length, 0);
  assert.deepEqual(meldsOf(g, 5), []);
});

test("the viewer's side comes first, the next clockwise after it; letters only where they tell something", () => {
  const g = game();
  assert.deepEqual(ringOf(g, 2), [2, 3, 0, 1]);
  assert.deepEqual(sidesOf(g, 3), [1, 0]);
  assert.deepEqual(ringOf(g, -1), [0, 1, 2, 3]);
  assert.ok(partners(g, 0, 2) && !partners(g, 0, 0) && !partners(g, 0, 1));
  assert.equal(sideLetter(g, 1), "");
  assert.equal(sideLetter(game({ sides: { 0: 0, 1: 1, 2: 2 } }), 1), "B");
});

test("cards leave a hand only if they are there", () => {
  assert.deepEqual(without({ KH: 2, "4S": 1 }, ["KH", "4S"]), { KH: 1, "4S": 0 });
  assert.equal(without({ KH: 1 }, ["KH", "KH"]), null);
  assert.equal(countOf({ KH: 1, "4S": 0 }), 1);
  assert.equal(lastOf({ KH: 1, "4S": 0 }), "KH");
  assert.equal(lastOf({ KH: 2 }), "");
});

test("groups grow, go, and vanish when their cards are gone or the pile is", () => {
  const hand = { KH: 2, KS: 1, "2C": 1, "8H": 1, "8S": 1 };
  let tray = put([], "K", ["KH", "KS"]);
  tray = put(tray, "K", ["2C"]);
  assert.deepEqual(tray, [{ rank: "K", cards: ["KH", "KS", "2C"] }]);
  tray = put(tray, "8", ["8H", "8S"], true);
  assert.equal(kept(tray, hand, "8C"), tray);
  assert.deepEqual(
    kept(tray, hand, "").map(({ rank }) => rank),
    ["K"],
  );
  assert.deepEqual(
    kept(tray, { ...hand, KS: 0 }, "8C").map(({ rank }) => rank),
    ["8"],
  );
  assert.deepEqual(drop(tray, "K"), [{ rank: "8", cards: ["8H", "8S"], top: true }]);
});

test("the rank of cards; what limits say against a place and what a group lacks", () => {
  assert.equal(rankOfCards(["KH", "2C", "KS"]), "K");
  assert.equal(rankOfCards(["KH", "QS"]), "");
  assert.equal(rankOfCards(["2C", "JK"]), "");
  const own = { lay: { new: [2, 3, 3], K: [0, 1, 1] } };
  assert.equal(against(own, [], "K", ["2C"]), "");
  assert.equal(against(own, [{ rank: "K", cards: ["2C"] }], "K", ["JK"]), "most_wilds");
  assert.equal(against(own, [], "Q", ["KH"]), "other_rank");
  assert.deepEqual(lacking(own, { rank: "Q", cards: ["QH", "2C"] }), { naturals: 1, cards: 1, wilds: 0 });
  assert.deepEqual(lacking(own, { rank: "8", cards: ["8H", "2C"], top: true }), { naturals: 0, cards: 0, wilds: 0 });
  assert.deepEqual(lacking({}, { rank: "8", cards: ["8H"] }), { naturals: 0, cards: 0, wilds: 0 });
});

test("a wild card is offered ranks of which there is a group or a pair, not all", () => {
  const rest = { KH: 1, KS: 1, QS: 1, "2C": 1 };
  const own = { lay: { new: [2, 3, 3] } };
  const offered = (cards, tray = []) => [..."KQJ"].filter((rank) => drawsTo(own, tray, rest, rank, cards)).join("");
  assert.equal(offered(["2C"]), "K");
  assert.equal(offered(["2C"], [{ rank: "Q", cards: ["QS"] }]), "KQ");
  assert.equal(offered(["QS", "2C"]), "KQJ", "another rank is barred by name");
});

test("black threes go to the table only with the way out, three at least, without wild cards", () => {
  const threes = (...cards) => ({ rank: "3", cards });
  const own = { lay: { new: [2, 3, 3], 3: [0, 3, 0] } };
  assert.equal(against(own, [], "3", ["3S", "3C"]), "");
  assert.equal(against(own, [threes("3S")], "3", ["2C"]), "no_wilds");
  const lack = (group, ends) => groupLack(own, group, ends).what;
  assert.equal(lack(threes("3S", "3C", "3S"), false), "threes_out");
  assert.equal(lack(threes("3S", "3C", "3S"), true), "");
  assert.equal(lack(threes("3S", "3C"), true), "cards");
  assert.equal(lack(threes("3S", "3C", "2C"), true), "threes_wild");
  assert.equal(lack({ rank: "9", cards: ["9S", "2S", "2C"] }, false), "naturals");
});

test("sums, with the pile's top card while it is being taken", () => {
  const g = game();
  const tray = [
    { rank: "8", cards: ["8H", "JK"], top: true },
    { rank: "7", cards: ["7H"] },
  ];
  assert.equal(groupPoints(g, tray[0]), 70);
  assert.equal(total(g, tray), 75);
  assert.equal(total(g, []), 0);
});

test("the server's ways are staged beside what lies there, and sent as one command", () => {
  const hand = { "8H": 1, "8S": 1, KH: 2, KS: 1, "4S": 1 };
  const take = { with: "8H8S", melds: [{ rank: "K", cards: ["KH", "KH", "KS"] }] };
  const tray = stageTaking([{ rank: "4", cards: ["4S"] }], take, "8C", hand);
  assert.deepEqual(takeCommand(tray), {
    type: "take",
    with: ["8H", "8S"],
    melds: [
      { rank: "K", cards: ["KH", "KH", "KS"] },
      { rank: "4", cards: ["4S"] },
    ],
  });
  // a group of the top card's rank that is there already is what it is taken with
  assert.deepEqual(stageTaking([{ rank: "8", cards: ["8H"] }], take, "8C", hand), [
    { rank: "8", cards: ["8H"], top: true },
  ]);
  const plan = stagePlan({ melds: [{ rank: "K", cards: ["KH"] }], threes: "3S3C3S", discard: "4S" });
  assert.deepEqual(outCommand(plan, "4S"), {
    type: "go_out",
    melds: [{ rank: "K", cards: ["KH"] }],
    threes: ["3S", "3C", "3S"],
    discard: "4S",
  });
  assert.deepEqual(meldCommand(put([], "K", ["KH"])), { type: "meld", melds: [{ rank: "K", cards: ["KH"] }] });
});

test("what can be done has a button, the nearest one stands out", () => {
  const names = (now) =>
    deedsOf({ may: [], own: {}, tray: [], rest: {}, selected: [], ...now }).map(
      ({ name, main }) => `${name}${main ? "!" : ""}`,
    );
  assert.deepEqual(names({}), []);
  const take = { with: "8H8S", melds: [] };
  assert.deepEqual(names({ may: ["draw", "take"], own: { take } }), ["draw!", "stage_take"]);
  assert.deepEqual(names({ may: ["draw", "take"], own: { take: { code: "rule.empty_pile" } } }), ["draw!"]);
  const taken = [{ rank: "8", cards: [], top: true }];
  assert.deepEqual(names({ may: ["draw", "take"], own: { take }, tray: taken }), ["take!"]);
  assert.deepEqual(names({ may: ["take", "pass"], own: { take } }), ["stage_take!", "pass"]);
  assert.deepEqual(names({ may: ["meld", "discard", "ask"], selected: ["4S"] }), ["discard!", "ask"]);
  const tray = [{ rank: "K", cards: ["KH"] }];
  const both = { may: ["meld", "discard"], tray, rest: { "4S": 3 }, selected: ["4S"] };
  assert.deepEqual(names(both), ["lay!", "discard"], "what is staged goes back in the same press");
  assert.deepEqual(names({ ...both, selected: ["4S", "4S"] }), ["lay!"]);
  assert.deepEqual(names({ ...both, ready: false }), ["discard!", "lay"], "too little to be laid down");
  assert.deepEqual(names({ ...both, ready: false, selected: [] }), ["lay"]);
  const last = { may: ["meld", "go_out", "discard"], tray, rest: { "4S": 1 }, selected: ["4S"] };
  assert.deepEqual(names(last), ["out!", "lay"], "the last card goes with the way out");
  assert.deepEqual(names({ may: ["meld", "go_out"], tray, rest: { "4S": 1 } }), ["out!", "lay"]);
  assert.deepEqual(names({ may: ["meld", "go_out"], own: { out: { melds: [] } }, rest: { "4S": 3 } }), ["stage_out!"]);
});

test("melds that could be laid do not go back to the hand with a discard before that was said", () => {
  const own = { lay: { new: [2, 3, 3] }, need: 30 };
  const kings = [{ rank: "K", cards: ["KH", "KD", "KS"] }];
  const may = ["meld", "discard"];
  const lays = (tray, more = {}, words = may) => layable(game(), { ...own, ...more }, words, tray, { "4S": 3 });
  assert.ok(lays(kings));
  assert.ok(!lays([]), "nothing is staged");
  assert.ok(!lays(kings, { need: 50 }), "too little");
  assert.ok(!lays([...kings, { rank: "4", cards: ["4S", "4S"] }]), "a group lacks a card");
  assert.ok(!lays(kings, {}, ["discard"]), "nothing may be laid now");
  const told = { what: "", at: 0 };
  assert.ok(warnsFirst(told, "4S", kings, 1000));
  assert.ok(warnsFirst(told, "4S", kings, 1200), "the second press of two");
  assert.ok(!warnsFirst(told, "4S", kings, 1400));
  assert.ok(warnsFirst(told, "5S", kings, 9000), "another card");
  assert.ok(warnsFirst(told, "5S", [], 10_000), "other groups");
});

test("hands that a deal has left are shown until the next begins, not beside its new counts", () => {
  const hands = { 0: "KHKD" };
  for (const phase of ["between", "over"]) assert.equal(handsLeft(game({ hands, phase })), hands);
  for (const phase of ["new", "draw", "ask", "play"]) assert.equal(handsLeft(game({ hands, phase })), undefined);
});

test("the last deal can be looked at in the next one, with hands only as this page has seen them", () => {
  globalThis.location ??= { pathname: "/t/last" };
  const sheet = { 0: { 0: { total: 100 }, 1: { total: 50 } } };
  const at = (more) => ({ live: true, mine: true, seat: 0, nameOf: String, public: { g: game({ sheet, ...more }) } });
  assert.equal(before(at({ sheet: {} })), null);
  assert.equal(before(at({})).text, "", "a page opened later");
  remember(at({ hands: { 0: "KHKD", 1: "", 2: "4C", 3: "" } }));
  assert.notEqual(before(at({})).text, "");
  assert.equal(before(at({ sheet: { ...sheet, 1: sheet[0] } })).text, "", "another deal has ended since");
});
