import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { arrange } from "../../static/games/canasta/arrange.js";
import {
  BANDS,
  BONUS,
  CANASTAS,
  DEAL,
  FIRST,
  FROZEN,
  MELDS,
  OPENED,
  OUT,
  UNOPENED,
  VALUES,
} from "../../static/games/canasta/examples.js";
import { ITEMS } from "../../static/games/canasta/tally.js";
import { why } from "../../static/games/canasta/why.js";
import { t, use } from "../../static/lib/i18n.js";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const wild = (card) => card === "JK" || card.startsWith("2");
const rank = (card) => (card === "JK" ? "JK" : card.charAt(0));

/** Rule 1.3. */
const value = (card) => {
  if (card === "JK") return 50;
  if ("2A".includes(rank(card))) return 20;
  return "KQJT98".includes(rank(card)) ? 10 : 5;
};
const points = (cards) => cards.reduce((sum, card) => sum + value(card), 0);

/** Rule 3.1.1. */
const isMeld = (cards) => {
  const naturals = cards.filter((card) => !wild(card));
  const ranks = new Set(naturals.map(rank));
  return cards.length >= 3 && naturals.length >= 2 && cards.length - naturals.length <= 3 && ranks.size === 1;
};

/** Rules 3.4.2, 3.4.3 and 3.4.6, for hands as small as the examples'. */
function takes({ top, hand, meld, minimum, frozen }) {
  const same = hand.filter((card) => rank(card) === rank(top));
  if (!frozen && !minimum) return same.length >= 2 || (same.length === 1 && hand.some(wild)) || meld.length > 0;
  if (same.length < 2) return false;
  if (!minimum) return true;
  const others = [...new Set(hand.map(rank))].filter((one) => one !== rank(top));
  const rest = others.map((one) => hand.filter((card) => rank(card) === one)).filter(isMeld);
  return points([top, ...same, ...rest.flat()]) >= minimum;
}

test("cards are worth what the examples say", () => {
  for (const row of VALUES) for (const card of row.cards) assert.equal(value(card), row.points, card);
  assert.deepEqual(
    BANDS.map(({ minimum }) => minimum),
    [15, 50, 90, 120],
  );
});

test("what is a meld and what is none", () => {
  for (const { key, cards, yes } of MELDS) assert.equal(isMeld(cards), yes, key);
  for (const { key, cards } of CANASTAS) {
    assert.ok(isMeld(cards) && cards.length === 7);
    assert.equal(cards.some(wild) ? "mixed" : "natural", key);
  }
});

test("the first melds reach their minimum, as their label says", () => {
  assert.ok(FIRST.melds.every(isMeld));
  assert.deepEqual([...FIRST.melds.map(points), points(FIRST.melds.flat())], [60, 15, 75]);
  assert.ok(points(FIRST.melds.flat()) >= FIRST.minimum);
});

test("which piles may be taken", () => {
  for (const example of [...UNOPENED, ...OPENED, ...FROZEN]) assert.equal(takes(example), example.yes, example.key);
  assert.ok(OPENED.every(({ frozen, minimum }) => !frozen && !minimum));
  assert.ok(FROZEN.every(({ frozen }) => wild(frozen)));
  assert.ok(points(["AD", "AS", "2H"]) >= 50, "points alone would do where the pair is missing");
});

test("the cards that go out can go out", () => {
  assert.ok(isMeld(OUT.canasta) && OUT.canasta.length === 7);
  const sixes = OUT.hand.filter((card) => rank(card) === "6");
  assert.ok(isMeld(sixes));
  assert.deepEqual(OUT.hand.filter((card) => rank(card) !== "6").map(rank), ["K"]);
  assert.ok(isMeld([...OUT.canasta, "KD"]));
});

test("the deal that is counted adds up", () => {
  assert.equal(
    ITEMS.reduce((sum, item) => sum + item.points(DEAL, BONUS), 0),
    DEAL.total,
  );
});

test("everybody is seated once, partners as the mode has them", () => {
  assert.deepEqual(arrange({ mode: "4p", seating: "as_joined" }), {
    ring: [0, 1, 2, 3],
    sides: [
      [0, 2],
      [1, 3],
    ],
  });
  assert.deepEqual(arrange({ mode: "4p", seating: "draw" }).sides, []);
  assert.deepEqual(arrange({ mode: "5p" }).sides, [
    [0, 2],
    [1, 3, 4],
  ]);
  assert.deepEqual(arrange({ mode: "6p_three_pairs" }).sides[1], [1, 4]);
  for (const mode of ["2p", "3p", "3p_cutthroat"]) assert.deepEqual(arrange({ mode }).sides, []);
  for (const mode of ["4p", "5p", "6p", "6p_three_pairs"]) {
    const { ring, sides } = arrange({ mode });
    assert.deepEqual(sides.flat().toSorted(), ring);
  }
});

test("every rule that is referred to is told, and written down", () => {
  const rules = read("app/games/canasta/RULES.md");
  const written = new Set([...rules.matchAll(/^\s*- \*\*(\d+(?:\.\d+)+)\*\*/gm)].map((m) => m[1]));
  // refusals, then lines of the sheet
  const cited = `1.6 2.7 2.9 2.10 3.0.1 3.1.1 3.1.3 3.2.1 3.3 3.3.2 3.4.1 3.4.2 3.4.3 3.5.1 3.6.1 3.6.2 3.6.3 3.6.4
    3.7.3 4.3 4.6 4.9`.split(/\s+/);
  for (const lang of ["en", "ru", "ja"]) {
    use(lang, JSON.parse(read(`static/games/canasta/i18n/${lang}.json`)));
    for (const rule of [...cited, ...ITEMS.map((item) => item.rule)]) {
      assert.ok(written.has(rule), rule);
      const told = why(rule);
      assert.ok(told, rule);
      assert.doesNotMatch(told.title, /canasta\./, `${lang} ${rule}`);
      assert.ok(told.lines.length >= 2);
      for (const { key } of told.lines) assert.notEqual(t(key), key, `${lang} ${key}`);
    }
  }
  assert.equal(why("3.4.3b").title, why("3.4.3").title);
  assert.equal(why("9.9"), null);
});

test("no sentence of a rule is left untold", () => {
  const told = new Set(
    [...read("static/games/canasta/why.js").matchAll(/"?([\d.]+)"?: "\w+"/g)].flatMap((m) =>
      (why(m[1])?.lines ?? []).map(({ key }) => key),
    ),
  );
  const all = Object.keys(JSON.parse(read("static/games/canasta/i18n/en.json")));
  assert.deepEqual(
    all.filter((key) => /^canasta\.why\.\w+\.\d+$/.test(key) && !told.has(key)),
    [],
  );
});
