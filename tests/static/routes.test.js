import assert from "node:assert/strict";
import { test } from "node:test";
import { keyIn, linkTo, routeOf } from "../../static/lib/routes.js";

test("addresses and their pages", () => {
  const page = (path) => routeOf(path).page;
  assert.deepEqual(["/", "/new", "/history", "/t/abc", "/game/abc"].map(page), [
    "start",
    "new",
    "history",
    "table",
    "game",
  ]);
  assert.deepEqual(["/t", "/x", "/new/1", "/t/a/b"].map(page), ["missing", "missing", "missing", "missing"]);
  assert.equal(routeOf("/t/a%2Fb").id, "a/b");
});

test("the invitation travels in the fragment, which is never sent", () => {
  const link = new URL(linkTo("https://cards.example", "T1", "se+cret"));
  assert.equal(link.pathname, "/t/T1");
  assert.equal(link.search, "");
  assert.equal(keyIn(link.hash), "se+cret");
  assert.equal(linkTo("", "T1", ""), "/t/T1");
  assert.equal(keyIn("#d1.t2.c3"), "");
});
