import assert from "node:assert/strict";
import { test } from "node:test";
import { keyIn, lessonOf, linkTo, routeOf, seatIn } from "../../static/lib/routes.js";

test("addresses and their pages", () => {
  const page = (path) => routeOf(path).page;
  assert.deepEqual(["/", "/new", "/learn", "/history", "/t/abc", "/game/abc"].map(page), [
    "start",
    "new",
    "learn",
    "history",
    "table",
    "game",
  ]);
  assert.deepEqual(["/t", "/x", "/new/1", "/t/a/b"].map(page), ["missing", "missing", "missing", "missing"]);
  assert.equal(routeOf("/t/a%2Fb").id, "a/b");
  assert.deepEqual(["/learn/%E0%A4%A", "/t/%", "/game/%FF"].map(page), ["missing", "missing", "missing"]);
  assert.deepEqual(routeOf(lessonOf("whist")), { page: "learn", id: "whist" });
});

test("the invitation travels in the fragment, which is never sent", () => {
  const link = new URL(linkTo("https://cards.example", "T1", "se+cret"));
  assert.equal(link.pathname, "/t/T1");
  assert.equal(link.search, "");
  assert.equal(keyIn(link.hash), "se+cret");
  assert.equal(linkTo("", "T1", ""), "/t/T1");
  assert.equal(keyIn("#d1.t2.c3"), "");
});

test("the link to a seat kept for somebody says which", () => {
  const link = new URL(linkTo("https://cards.example", "T1", "key", 2));
  assert.equal(keyIn(link.hash), "key");
  assert.equal(seatIn(link.hash), 2);
  assert.deepEqual(["#k=key", "#k=key&s=x", "#k=key&s=12", ""].map(seatIn), [-1, -1, -1, -1]);
});
