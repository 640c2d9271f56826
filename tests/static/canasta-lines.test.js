import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { notes } from "#app/games/canasta/evident.js";
import {
  drawn,
  line,
  pause,
  prompt,
  readHand,
  readPile,
  refusal,
  refuse,
  seating,
  shortly,
  sound,
  status,
  takeable,
  taking,
} from "../../static/games/canasta/lines.js";
import { frozenLine, pileText } from "../../static/games/canasta/piles.js";
import { targetOf } from "../../static/games/canasta/sides.js";
import { cardsSaid, cardsText } from "../../static/games/canasta/words.js";
import { t } from "../../static/lib/i18n.js";
import { nameOf, read, sitting, speak, view } from "./canasta-world.js";

beforeEach(() => speak("en"));

const said = (told) => t(told.line.key, told.line.vars);

test("what to do before drawing", () => {
  const key = (own, more) => prompt(sitting(own, more))?.line.key;
  assert.equal(key({ may: "draw take" }), "canasta.do.draw_or_take");
  assert.equal(key({ may: "draw" }), "canasta.do.draw");
  assert.equal(key({ may: "take", must: true }, { stock: 0 }), "canasta.do.must_take");
  assert.equal(key({ may: "take pass" }, { stock: 0 }), "canasta.do.last_chance");
  assert.equal(key({ may: "draw" }, { asked: { state: "yes" } }), "canasta.do.draw_yes");
  assert.equal(key({ may: "draw" }, { asked: { state: "no" } }), "canasta.do.draw_no");
  assert.equal(said(prompt(sitting({ may: "draw" }))), "Your turn: draw a card.");
  const two = { mode: "2p", chairs: { 0: 0, 1: 1 }, sides: { 0: 0, 1: 1 }, turn: 0 };
  assert.equal(said(prompt(sitting({ may: "draw" }, two))), "Your turn: draw 2 cards.");
  assert.equal(said(prompt(sitting({ may: "draw" }, { ...two, stock: 1 }))), "Your turn: draw a card.");
});

test("what is asked for once the pile's top card is staged, and no longer drawing", () => {
  assert.equal(said(taking(true)), "Now take the pile.");
  assert.equal(said(taking(false)), "To take the pile, add what is missing.");
  speak("ru");
  assert.doesNotMatch(t("canasta.do.draw_or_take"), /или сброс/); // which is the discard, too
});

test("what a meld counts and what is needed: never more of less", () => {
  const enough = (lang) => {
    speak(lang);
    return t("canasta.ui.total_enough", { points: 100, need: 50, short: 0 });
  };
  assert.deepEqual(["en", "ru", "ja"].map(enough), [
    "100 points, 50 needed",
    "100 очков, нужно 50",
    "100点（最低50点）",
  ]);
});

test("the pile as it is read out: whole sentences", () => {
  for (const lang of ["en", "ru", "ja"]) {
    speak(lang);
    for (const more of [{}, { frozen: "2C" }, { frozen: "always" }]) {
      const told = t("canasta.ui.take_from", { pile: pileText(sitting({ take: {} }, more)) });
      assert.match(told, lang === "ja" ? /[^。]。[^。]+。$/ : /[^.]\. [^.]+\.$/);
    }
  }
});

test("how many cards the button draws", () => {
  const two = { mode: "2p", chairs: { 0: 0, 1: 1 }, sides: { 0: 0, 1: 1 } };
  assert.deepEqual([drawn(view()), drawn(view(two)), drawn(view({ ...two, stock: 1 }))], [1, 2, 1]);
  const button = (lang, n) => {
    speak(lang);
    return t("canasta.ui.do.draw", { n });
  };
  assert.deepEqual([button("ru", 1), button("ru", 2)], ["Взять карту", "Взять 2 карты"]);
  assert.deepEqual([button("en", 1), button("en", 2)], ["Draw a card", "Draw 2 cards"]);
  assert.equal(button("ja", 2), "山札から2枚引く");
});

test("one word for one thing: going out, and the first meld, which is another", () => {
  const texts = (lang) => JSON.stringify(read(`games/canasta/i18n/${lang}.json`));
  assert.doesNotMatch(texts("ru"), /перв\S+ выход|ранг|резерв|закрытой рук|скрыт\S+ рук/i);
  assert.doesNotMatch(texts("ja"), /自然札|ランク|札を選|捨て札の山|未公開/);
});

test("whether the pile can be taken, in few words", () => {
  assert.equal(takeable(sitting({ take: {}, must: true })), "canasta.ui.must_take");
  assert.equal(takeable(sitting({ take: {} })), "canasta.ui.can_take");
  assert.equal(takeable(sitting({ take: {}, need: 50 })), "canasta.ui.can_take_pair");
  assert.equal(takeable(sitting({ take: {} }, { frozen: "2C" })), "canasta.ui.can_take_pair");
  assert.equal(t(shortly({ key: "canasta.do.pair.unopened" })), "Can’t take: no pair");
  assert.equal(shortly({ key: "error.rule.no_canasta" }), "canasta.ui.cannot_take");
});

test("frost and the news that one can take it do not go together", () => {
  const frozen = (own, more, rest) => frozenLine(sitting(own, more, rest))?.key;
  assert.equal(frozen({ need: 50 }), "canasta.ui.frozen_for_us");
  assert.equal(frozen({ need: 50, take: { code: "rule.too_few_naturals" } }), "canasta.ui.frozen_for_us");
  assert.equal(frozen({ need: 50, take: { with: "8S8D" } }), undefined);
  assert.equal(frozen({ need: 50, take: { with: "8S8D" } }, { frozen: "2C" }), "canasta.ui.frozen_by");
});

test("what to do after drawing", () => {
  const key = (own, more) => prompt(sitting(own, { phase: "play", ...more }))?.line.key;
  assert.equal(key({ may: "meld discard" }), "canasta.do.meld");
  assert.equal(key({ may: "discard" }), "canasta.do.discard");
  assert.equal(key({ may: "meld discard", need: 90 }), "canasta.do.meld_need");
  assert.equal(key({ may: "meld discard go_out", out: { melds: [] } }), "canasta.do.may_go_out");
  assert.equal(
    key({ may: "meld discard go_out", out: { melds: [] } }, { asked: { state: "yes" } }),
    "canasta.do.go_out",
  );
  assert.equal(key({ may: "meld discard" }, { asked: { state: "no" } }), "canasta.do.no");
  const sending = sitting({ may: "discard" }, { phase: "play" }, { pending: [{ type: "discard" }] });
  assert.equal(prompt(sending).line.key, "canasta.do.sending");
});

test("who waits for whom, and in a question for the answer", () => {
  assert.equal(said(prompt(sitting({}, { turn: 0 }))), "Waiting for Bo.");
  assert.equal(prompt(sitting({}, { turn: 0 })).tone, "plain");
  assert.equal(prompt(sitting({}, { phase: "between", turn: undefined })), null);
  // Bo in chair 0 asks; Ann in chair 2 is his partner
  const asks = { phase: "ask", turn: 0, asked: { state: "pending" } };
  const asked = prompt(sitting({ may: "answer" }, asks));
  assert.equal(said(asked), "Bo asks: may I go out?");
  assert.equal(asked.tone, "turn");
  assert.equal(said(prompt(sitting({}, asks, { seat: 3 }))), "Bo has asked to go out. Waiting for Ann.");
  assert.equal(said(prompt(sitting({}, asks, { seat: 1 }))), "You have asked to go out. Waiting for Ann.");
  const out = sitting({}, { mode: "5p", chairs: { 0: 0, 1: 1, 2: 2, 3: 3 }, turn: 0 }, { seat: 4 });
  assert.equal(said(prompt(out)), "You sit out this deal. Ann to play.");
});

test("why something may not be done, before it is asked", () => {
  const code = "rule.frozen_needs_natural_pair";
  const held = { may: "draw", take: { code, params: { rule: "3.4.2", rank: "K" } } };
  assert.deepEqual(refuse(sitting(held), "take"), {
    key: "canasta.do.pair.unopened",
    vars: { rank: "king" },
    rule: "3.4.2",
  });
  assert.equal(refuse(sitting(held, { frozen: "2S" }), "take").key, "canasta.do.pair.frozen");
  const short = { code: "rule.below_minimum", params: { rule: "3.0.1", points: 20, minimum: 50, short: 30 } };
  assert.equal(refuse(sitting({ may: "draw", take: short }), "take").key, "canasta.do.take_short");
  const few = { code: "rule.too_few_cards", params: { rule: "3.1.1", least: 3 } };
  assert.deepEqual(refuse(sitting({ may: "draw", take: few }), "take"), {
    key: "canasta.do.no_match",
    vars: { card: { card: "8C" } },
    rule: "3.4.3",
  });
  assert.equal(
    refuse(sitting({ may: "draw" }, { asked: { state: "yes" } }), "take").key,
    "error.rule.asked_take",
    "who asked draws from the stock",
  );
  assert.equal(refuse(sitting(held), "draw"), null);
  assert.equal(refuse(sitting(held), "discard").key, "error.rule.draw_first");
  assert.equal(refuse(sitting({ may: "meld discard" }, { phase: "play" }), "draw").key, "error.rule.drawn_already");
  assert.equal(refuse(sitting({ may: "take", must: true }), "draw").key, "error.rule.must_take");
  assert.equal(refuse(sitting({}, { turn: 1 }), "draw").key, "canasta.do.not_turn");
  assert.equal(refuse(sitting({}, { phase: "ask" }), "discard").key, "error.rule.asking");
  assert.equal(refuse(sitting({}, { phase: "between", turn: undefined }), "draw").key, "error.rule.between");
  assert.equal(refuse({ ...sitting(held), offline: true }, "draw").key, "canasta.do.wait_link");
});

test("a refusal says its rule, with cards drawn and ranks in words", () => {
  const told = (code, params, more) => refusal({ code, params }, view(more));
  assert.deepEqual(told("rule.top_wild", { rule: "3.4.1", card: "2S" }), {
    key: "error.rule.top_wild",
    vars: { card: { card: "2S" } },
    rule: "3.4.1",
  });
  assert.equal(told("rule.stock_empty", { rule: "3.6.2" }).key, "canasta.do.ask_no_stock");
  assert.equal(told("rule.not_your_turn", {}), null, "what all games share has its words already");
  const left = told("rule.cards_left", { rule: "3.5.1", n: 1 });
  assert.match(t(left.key, left.vars), /^1 card would be left/);
});

test("a deal in the log", () => {
  const tell = (note, more) => {
    const found = line(note, view(more), nameOf);
    return t(found.key, found.vars);
  };
  assert.equal(tell(["deal", 2, 3, 0]), "Deal 3. Ed deals, Ann begins.");
  assert.equal(tell(["meld", 0, "K", "KHKD2C"]), "Ann melds K♥ K♦ 2♣.");
  const meld = line(["meld", 0, "K", "KHKD2C"], view(), nameOf);
  assert.equal(t(meld.aloud, meld.vars), "Ann melds 1 two and 2 kings.");
  const wild = line(["meld", 0, "T", "2HJK"], view(), nameOf);
  assert.match(
    t(wild.key, wild.vars),
    /^Ann melds 2♥ .*\(ten\)\.$/,
    "wild cards alone do not tell which meld they go to",
  );
  assert.equal(t(wild.aloud, wild.vars), "Ann melds 1 joker and 1 two (ten).");
  assert.equal(tell(["canasta", 1, "Q", "mixed"]), "Bo completes a mixed canasta (queen).");
  assert.equal(tell(["threes", 0, "3H3D"]), "Ann lays red threes: 3♥ 3♦.");
  assert.deepEqual(line(["take", 0, "9C", 4], view(), nameOf).vars, { name: "Ann", card: { card: "9C" }, n: 4 });
  assert.equal(line(["take", 0, "9C", 0], view(), nameOf).key, "canasta.log.take_one");
  assert.equal(tell(["out", 2, true]), "Di goes out concealed.");
  assert.equal(tell(["answer", 1, false]), "Bo says no.");
  assert.equal(tell(["raised", 1, 60]), "Too low for first melds: Ed and Di now need 60.");
  assert.equal(tell(["score", 0, 345, -120]), "Deal 1: Bo and Ann 345; Ed and Di −120.");
  assert.equal(tell(["end", 1, 5100, 2, 300]), "The game is over.");
  assert.equal(line(["discard", 2, "4C"], view(), nameOf).weight, "piece");
  assert.equal(line(["sat", 2], view(), nameOf), null);
});

test("where each plays alone, the end has places", () => {
  const three = {
    mode: "3p",
    chairs: { 0: 1, 1: 2, 2: 0 },
    sides: { 0: 0, 1: 1, 2: 2 },
    scores: { 0: 900, 1: 5200, 2: 3000 },
  };
  const end = line(["end", 3, 900, 1, 5200, 2, 3000], view(three), nameOf);
  assert.equal(t(end.key, end.vars), "The game is over: 1. Ann 5,200, 2. Bo 3,000, and 3. Di 900.");
});

test("every note and every refusal has words in every language", () => {
  const all = [
    ["deal", 0, 0, 1],
    ["draw", 0, 1],
    ["threes", 0, "3H"],
    ["take", 0, "9C", 7],
    ["meld", 0, "9", "9C9D9H"],
    ["canasta", 0, "9", "natural"],
    ["discard", 0, "JK"],
    ["froze", 0, "2S"],
    ["ask", 0],
    ["answer", 0, true],
    ["lapse", 0],
    ["raised", 0, 60],
    ["last_chance", 0, true],
    ["last_chance", 0, false],
    ["out", 0, false],
    ["stock"],
    ["one_card", 0],
    ["score", 0, 5, 10],
    ["end", 1, 5, 2, 0],
    ["drawn", "AS", "9C", "9D", "2H"],
    ["lone", 0],
  ];
  const codes = `draw_first drawn_already asking not_in_hand stock_empty empty_pile top_wild top_black_three
    one_card_one_card mixed_ranks frozen_needs_natural_pair closed_canasta red_three black_three_with_wild
    black_three_meld too_few_cards too_few_naturals too_many_wilds rank_twice below_minimum
    would_leave_no_legal_finish asked_take no_canasta cards_left permission_denied permission_needed permission_missing must_go_out
    no_asking no_partner asked_already ask_late cannot_go_out nothing_asked not_yours_to_answer pass_not_now
    must_take nothing_laid not_your_turn`.split(/\s+/);
  const params = "rule card rank least most points minimum short have need n".split(" ");
  const given = Object.fromEntries(params.map((name) => [name, 7]));
  for (const lang of ["en", "ru", "ja"]) {
    speak(lang);
    for (const note of all) {
      const { key, aloud = key, vars } = line(note, view(), nameOf);
      for (const name of [key, aloud]) {
        assert.notEqual(t(name, vars), name, `${lang} ${name}`);
        assert.doesNotMatch(t(name, vars), /\{/, `${lang} ${name}`);
      }
    }
    for (const code of codes) {
      const text = t(`error.rule.${code}`, given);
      assert.notEqual(text, `error.rule.${code}`, `${lang} ${code}`);
      assert.doesNotMatch(text, /\{/, `${lang} ${code}`);
    }
  }
});

test("words that another game has too are the same words", () => {
  for (const lang of ["en", "ru", "ja"]) {
    const own = read(`games/canasta/i18n/${lang}.json`);
    const others = { ...read(`i18n/${lang}.json`), ...read(`games/calypso/i18n/${lang}.json`) };
    for (const key of Object.keys(own)) if (key in others) assert.deepEqual(own[key], others[key], `${lang} ${key}`);
  }
});

test("how a deal ended, and where the game stands", () => {
  assert.equal(pause(view({ ended: "stock" }), nameOf).key, "canasta.status.ended.stock");
  assert.equal(
    pause(view({ ended: "out", out: { chair: 1, concealed: true } }), nameOf).key,
    "canasta.status.ended.concealed",
  );
  assert.deepEqual(pause(view({ ended: "out", out: { chair: 1, concealed: false }, deal: 2 }), nameOf), {
    key: "canasta.status.ended.out",
    vars: { n: 3, name: "Ed" },
  });
  const facts = (options) => status(view({ deal: 1 }, options)).map((fact) => t(fact.line.key, fact.line.vars));
  assert.deepEqual(facts({}), ["Game to 5,000", "Deal 2"]);
  assert.deepEqual(facts({ target: "2500" }), ["Game to 2,500", "Deal 2"]);
  assert.deepEqual(facts({ target: "one_deal" }), ["A single deal"]);
  assert.equal(targetOf({ options: { mode: "6p", target: "standard" } }), 10_000);
});

test("cards sound, canastas more so", () => {
  assert.deepEqual(
    ["discard", "meld", "canasta", "draw", "deal"].map((kind) => sound([kind, 0], view(), 0)),
    ["card", "card", "done", "", ""],
  );
});

test("what is laid and what is discarded shows in the view, and is told in its place", () => {
  const table = (more) =>
    view({ deal: 0, turn: 0, pile: 3, top: "9C", melds: { 0: {}, 1: {} }, by: { 0: {}, 1: {} }, ...more });
  const laid = { melds: { 0: { K: "KHKDKS" }, 1: {} }, by: { 0: { K: 0 }, 1: {} } };
  assert.deepEqual(notes(table(), table(laid), []), [["meld", 1, "K", "KHKDKS"]]);
  const more = { melds: { 0: { K: "2CKHKDKDKS" }, 1: {} }, by: { 0: { K: 2 }, 1: {} } };
  assert.deepEqual(notes(table(laid), table(more), []), [["meld", 0, "K", "2CKD"]]);
  assert.deepEqual(
    notes(table(), table({ ...laid, pile: 0, top: undefined }), [
      ["take", 1, "KS", 2],
      ["threes", 1, "3H"],
    ]).map(([kind]) => kind),
    ["take", "threes", "meld"],
  );
  assert.deepEqual(notes(table(), table({ turn: 1, pile: 4, top: "4D" }), [["threes", 2, "3H"]]), [
    ["discard", 1, "4D"],
    ["threes", 2, "3H"],
  ]);
  assert.deepEqual(
    notes(table(), table({ ...laid, turn: undefined, pile: 4, top: "4D" }), [
      ["canasta", 1, "K", "natural"],
      ["out", 1, false],
      ["score", 0, 100, 0],
    ]).map(([kind]) => kind),
    ["meld", "canasta", "discard", "out", "score"],
  );
  assert.deepEqual(notes(table(laid), table(), []), [], "what was taken back is not laid");
  const told = [["discard", 1, "9C"]];
  assert.equal(notes(table(), table({ pile: 4 }), told), told, "a log that is read later says everything");
});

test("who plays with whom, in words, for every mode and both ways to sit", () => {
  for (const mode of ["4p", "2p", "3p", "5p", "6p", "3p_cutthroat", "6p_three_pairs"]) {
    for (const how of ["as_joined", "draw"]) {
      const { key } = seating({ mode, seating: how });
      assert.notEqual(t(key), key);
    }
  }
});

test("the hand by ranks, wild cards first; the pile with what froze it", () => {
  const hand = { KH: 2, KS: 1, JK: 1, "2C": 2, "3S": 1, "6D": 2 };
  assert.equal(
    readHand(sitting({ hand })),
    "Your hand, 9 cards: 1 joker, 2 twos, 3 kings, 2 sixes, and 1 black three.",
  );
  assert.equal(readHand(sitting({})), "Your hand is empty.");
  assert.equal(
    readPile(sitting({}, { frozen: "2S" })),
    "The pile: eight of clubs on top of 5 cards. It is frozen by this card: two of spades. 40 cards are left in the stock.",
  );
  assert.match(readPile(sitting({ pile: "9DJK8C" })), /from the bottom: nine of diamonds, joker, and eight of clubs/);
  assert.equal(readPile(sitting({}, { top: undefined, pile: 0, stock: 0 })), "The pile is empty. The stock is empty.");
  assert.equal(cardsText("JK2STD"), "joker 2♠ 10♦");
  assert.equal(cardsSaid("TDTD"), "2 tens");
});
