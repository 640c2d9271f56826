import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deed, fits, place, reasons } from "../../static/games/canasta/opinion.js";
import { t, use } from "../../static/lib/i18n.js";

const words = (lang) =>
  ["i18n", "games/canasta/i18n"].map((folder) =>
    JSON.parse(readFileSync(new URL(`../../static/${folder}/${lang}.json`, import.meta.url), "utf8")),
  );
const K = { rank: "K", cards: ["KH", "2C"] };

test("every command is told in every language", () => {
  const commands = [
    { type: "draw" },
    { type: "take", with: [], melds: [] },
    { type: "take", with: ["7H", "7D"], melds: [] },
    { type: "take", with: ["7H", "7D"], melds: [K] },
    { type: "meld", melds: [K] },
    { type: "discard", card: "4C" },
    { type: "go_out", melds: [], threes: [], discard: "4C" },
    { type: "ask" },
    { type: "answer", yes: true },
    { type: "answer", yes: false },
    { type: "pass" },
  ];
  for (const lang of ["en", "ru", "ja"]) {
    use(lang, ...words(lang));
    const told = commands.map((command) => deed(command));
    assert.ok(told.every((text) => typeof text === "string" && !text.includes("canasta.") && !text.includes("{")));
    assert.equal(new Set(told).size, commands.length);
  }
  use("en", ...words("en"));
  assert.equal(deed(commands[3]), "take the pile with 7♥ 7♦, and lay K♥ 2♣");
});

test("reasons are filled, and those without words left out", () => {
  use("en", ...words("en"));
  const lines = reasons({
    command: { type: "discard", card: "4C" },
    points: 0,
    reasons: [
      { code: "canasta", params: { rank: "K", points: 500 } },
      { code: "lone_card", params: { card: "4C" } },
      { code: "unheard_of", params: {} },
    ],
  });
  assert.deepEqual(lines[1], { key: "canasta.opinion.lone_card", vars: { card: { card: "4C" } } });
  assert.equal(lines.length, 2);
  assert.equal(t(lines[0].key, lines[0].vars), "Completes a canasta of rank king: a bonus of 500 points.");
  const out = (points) =>
    reasons({ command: { type: "go_out" }, points: -9, reasons: [{ code: "goes_out", params: { points } }] });
  const [[ahead], [behind]] = [out(70), out(-70)];
  assert.match(t(ahead.key, ahead.vars), /about 70 points ahead/);
  assert.match(t(behind.key, behind.vars), /about 70 points behind/);
});

test("drawbacks are told as such, by what is done", () => {
  use("en", ...words("en"));
  const told = (command, ...codes) =>
    reasons({ command, points: 0, reasons: codes.map((code) => ({ code, params: {} })) }).map(
      ({ key, against }) => `${against ? "-" : "+"}${key.replace("canasta.opinion.", "")}`,
    );
  const discard = { type: "discard", card: "8H" };
  assert.deepEqual(told(discard, "gives_pile", "lone_card"), ["-gives_pile", "+lone_card"]);
  assert.deepEqual(told(discard, "gives_pile", "breaks_pair"), ["+price", "+gives_pile", "+breaks_pair"]);
  assert.deepEqual(told({ type: "answer", yes: true }, "hand_costs", "catches"), ["-hand_costs", "+catches"]);
  assert.deepEqual(told({ type: "answer", yes: false }, "hand_costs", "catches"), ["+hand_costs", "-catches"]);
});

test("where it lies, and when there is anything to say", () => {
  assert.equal(place({ type: "discard", card: "4C" }), '.hand [data-key="4C0"]');
  assert.equal(place({ type: "draw" }), ".stock .pile-card");
  const more = { rank: "K", cards: ["KH", "KH", "2C"] };
  const cards = '.hand [data-key="KH0"],.hand [data-key="KH1"],.hand [data-key="2C0"]';
  assert.equal(place({ type: "meld", melds: [more] }), cards);
  assert.equal(place({ type: "take", with: ["KH"], melds: [K] }), `.discards .pile-card,${cards}`);
  assert.equal(place({ type: "pass" }), "");
  assert.equal(fits({ private: { may: "draw" } }), true);
  assert.equal(fits({ private: {} }), false);
});
