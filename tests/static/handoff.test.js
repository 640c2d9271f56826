import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyHere } from "../../static/lib/address.js";
import { codeIn, handoffLink, onwards, routeOf } from "../../static/lib/routes.js";
import { outline, QUIET } from "../../static/ui/qr.js";

test("a code travels in the fragment, which is never sent", () => {
  const link = new URL(handoffLink("http://192.168.1.5:8000", "a-_b"));
  assert.equal(link.href, "http://192.168.1.5:8000/go#c=a-_b");
  assert.equal(codeIn(link.hash), "a-_b");
  assert.equal(codeIn("#k=x"), "");
  assert.equal(routeOf(link.pathname).page, "go");
  assert.equal(routeOf("/go/x").page, "missing");
});

test("who comes by a code goes on where the game is", () => {
  const at = (id, phase, opened) => ({ id, phase, opened });
  assert.equal(onwards([]), "/");
  assert.equal(onwards([at("over", "over", 9), at("closed", "closed", 9)]), "/");
  assert.equal(onwards([at("waits", "waiting", 9), at("plays", "playing", 1)]), "/t/plays");
  assert.equal(onwards([at("old", "waiting", 1), at("new", "waiting", 2)]), "/t/new");
  assert.equal(onwards([at("rests", "between", 1), at("waits", "waiting", 2)]), "/t/rests");
});

test("names that mean another machine on every machine", () => {
  const here = [
    "http://localhost:8000",
    "http://127.0.0.1",
    "http://127.8.0.1:80",
    "http://[::1]:8000",
    "http://a.localhost",
  ];
  assert.deepEqual(
    here.map(onlyHere),
    here.map(() => true),
  );
  const others = ["http://192.168.1.5:8000", "https://localhost.example", "http://club.lan", "http://[fd00::1]:8000"];
  assert.deepEqual(
    others.map(onlyHere),
    others.map(() => false),
  );
});

test("dark modules become a path inside their quiet zone", () => {
  const rows = ["110", "001", "011"];
  const code = { size: 3, get: (x, y) => rows[y][x] === "1" };
  const q = QUIET;
  assert.equal(outline(code), `M${q} ${q}h2v1h-2zM${q + 2} ${q + 1}h1v1h-1zM${q + 1} ${q + 2}h2v1h-2z`);
  assert.ok(QUIET >= 4);
});
