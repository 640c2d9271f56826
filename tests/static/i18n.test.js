import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { number, parts, pick, regional, t, use } from "../../static/lib/i18n.js";

const STATIC = new URL("../../static/", import.meta.url);
const LANGS = ["en", "ru", "ja"];
const read = (path) => readFileSync(new URL(path, STATIC), "utf8");
const games = readdirSync(new URL("games/", STATIC));

/** The catalogs of a part of the pages: "" for what all share, else a game. */
const catalogs = (game) =>
  Object.fromEntries(LANGS.map((l) => [l, JSON.parse(read(`${game ? `games/${game}/` : ""}i18n/${l}.json`))]));

const holes = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]))].sort();
const forms = (message) => (typeof message === "string" ? [message] : Object.values(message));

for (const game of ["", ...games]) {
  const of = catalogs(game);

  test(`${game || "shared"} catalogs: the same keys and holes in every language`, () => {
    for (const lang of LANGS) {
      assert.deepEqual(Object.keys(of[lang]).sort(), Object.keys(of.en).sort(), lang);
      for (const [key, message] of Object.entries(of[lang])) {
        const wanted = holes(forms(of.en[key]).at(-1));
        assert.deepEqual(holes(forms(message).at(-1)), wanted, `${lang} ${key}`);
        for (const form of forms(message))
          assert.ok(
            holes(form).every((hole) => wanted.includes(hole)),
            `${lang} ${key}`,
          );
      }
    }
  });

  test(`${game || "shared"} catalogs: the plural forms each language has`, () => {
    for (const lang of LANGS) {
      const needed = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
      for (const [key, message] of Object.entries(of[lang])) {
        if (typeof message === "string" || Object.keys(message).length === 1) continue;
        assert.deepEqual(Object.keys(message).sort(), [...needed].sort(), `${lang} ${key}`);
      }
    }
  });
}

test("every message that is written out in a module is in a catalog", () => {
  const all = Object.assign({}, catalogs("").en, ...games.map((game) => catalogs(game).en));
  const files = readdirSync(STATIC, { recursive: true }).filter((f) => f.endsWith(".js") && !f.startsWith("vendor"));
  const used = files.flatMap((file) =>
    [...read(file).matchAll(/\bt\(\s*"([\w.]+)"|\bkey: "([\w]+\.[\w.]+)"/g)].map((m) => [file, m[1] ?? m[2]]),
  );
  assert.ok(used.length > 100);
  assert.deepEqual(
    used.filter(([, key]) => !(key in all)),
    [],
  );
});

test("plurals, numbers, values", () => {
  const seats = { one: "{n} место", few: "{n} места", many: "{n} мест", other: "{n} места" };
  use("ru", { seats, said: "{name}: {n}" });
  assert.deepEqual(
    [1, 2, 5, 21, 0].map((n) => t("seats", { n })),
    ["1 место", "2 места", "5 мест", "21 место", "0 мест"],
  );
  assert.equal(t("said", { name: "{n}", n: 1500 }), `{n}: ${number(1500)}`);
  assert.equal(number(-120), "\u2212120");
  assert.equal(t("no.such"), "no.such");
});

test("messages whose values are drawn come in pieces", () => {
  use("en", { played: "{name} plays {card}.", only: "{card}" });
  const card = { card: "9D" };
  assert.deepEqual(parts("played", { name: "Ann", card }), ["Ann", " plays ", card, "."]);
  assert.deepEqual(parts("only", { card }), [card]);
});

test("the first language that there is", () => {
  assert.equal(pick(["de-DE", "ru-RU", "en"]), "ru");
  assert.equal(pick(["jam"]), "en");
  assert.equal(pick(["ja"]), "ja");
});

test("dates are written as where the reader is, if that is in the page's language", () => {
  assert.equal(regional("en", ["ru", "en-GB", "en-US", "en"]), "en-GB");
  assert.equal(regional("en", ["en"]), "en");
  assert.equal(regional("ja", ["en-GB", "ru-RU"]), "ja");
});
