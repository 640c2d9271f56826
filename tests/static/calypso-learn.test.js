import assert from "node:assert/strict";
import { test } from "node:test";
import { RANKS } from "../../static/cards/names.js";
import { arrange } from "../../static/games/calypso/arrange.js";
import {
  ALONE,
  CHAIRS,
  chairAt,
  FREE,
  HANDS,
  HIGHER,
  NOBODYS,
  OF_THREE,
  ROWS,
  TAKEN,
  THREE,
  TRICKS,
  TRUMPS,
} from "../../static/games/calypso/examples.js";

/** Rule 2.8, word for word. */
function winner(example, holds = false) {
  const { cards } = example;
  const trump = (n) => TRUMPS.charAt(chairAt(example, n));
  const rank = (n) => RANKS.indexOf(cards[n].charAt(0));
  const suit = (n) => cards[n].charAt(1);
  const led = suit(0);
  const best = (places) => places.reduce((top, n) => (rank(n) > rank(top) ? n : top));
  const ruffs = cards.flatMap((_, n) => (n > 0 ? [n] : [])).filter((n) => suit(n) !== led && suit(n) === trump(n));
  if (holds && led === trump(0)) return best([0, ...ruffs]);
  if (ruffs.length) return best(ruffs);
  return led === trump(0) ? 0 : best([...cards.keys()].filter((n) => suit(n) === led));
}

test("the examples of the short rules are won as they say", () => {
  for (const example of TRICKS) {
    assert.equal(chairAt(example, winner(example)), example.winner, example.key);
    assert.equal(example.cards.length, CHAIRS.length);
  }
});

test("the tricks of three and of All Fours are won as they say", () => {
  assert.equal(chairAt(OF_THREE, winner(OF_THREE)), OF_THREE.winner);
  assert.equal(OF_THREE.cards.length, THREE.length);
  assert.ok(!OF_THREE.cards.some((card) => card.endsWith(NOBODYS)));
  assert.equal(chairAt(HIGHER, winner(HIGHER, true)), HIGHER.winner);
  assert.notEqual(chairAt(HIGHER, winner(HIGHER)), HIGHER.winner, "else it would show nothing");
  assert.deepEqual([...FREE.legal].sort(), [FREE.lead.charAt(1), TRUMPS.charAt(0)].sort());
  assert.ok(ALONE.every(({ card, to }) => (to === "mine") === (card.charAt(1) === TRUMPS.charAt(0))));
});

test("what may be played is right: the suit led, or anything without it", () => {
  for (const { lead, hand, legal } of HANDS) {
    const suits = new Set(hand.map((card) => card.charAt(1)));
    const may = suits.has(lead.charAt(1)) ? lead.charAt(1) : [...suits].join("");
    assert.deepEqual([...legal].sort(), [...may].sort());
  }
});

test("the cards that were taken go where they are needed, the rest to the pile", () => {
  const rows = { ...ROWS };
  const owner = { S: "mine", H: "partner" };
  for (const { card, to } of TAKEN) {
    const [rank, suit] = card;
    const whose = owner[suit];
    // the row is drawn as it is after the trick: its card is there once
    assert.ok(rows[whose].includes(rank));
    assert.ok(to === whose || to === "pile");
  }
  assert.equal(TAKEN.filter(({ card, to }) => card === "5H" && to === "partner").length, 1);
});

test("partners sit opposite once the seats are arranged", () => {
  const of = (partnerships) => arrange({ variant: "partnership", partnerships });
  assert.deepEqual(of("12v34"), {
    ring: [0, 2, 1, 3],
    sides: [
      [0, 1],
      [2, 3],
    ],
  });
  assert.deepEqual(of("14v23").sides, [
    [0, 3],
    [1, 2],
  ]);
  assert.deepEqual(of("as_seated"), of("13v24"));
  assert.deepEqual(of("random"), { ring: [0, 1, 2, 3], sides: [] });
  assert.deepEqual(arrange({ variant: "solo", partnerships: "random" }).sides, []);
  assert.equal(arrange({ variant: "three_handed" }).ring.length, 3);
});
