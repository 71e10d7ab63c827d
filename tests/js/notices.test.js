import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { countInTitle } from "../../static/js/ui/title-count.js";
import { showTurnSign } from "../../static/js/ui/turn-sign.js";

beforeEach(() => {
  globalThis.document = { title: "Tuesday · Miai", querySelector: () => null };
  countInTitle(0);
});

test("the title says how much is unread, and no longer when nothing is", () => {
  countInTitle(2);
  assert.equal(document.title, "(2) Tuesday · Miai");
  countInTitle(1);
  assert.equal(document.title, "(1) Tuesday · Miai");
  countInTitle(0);
  assert.equal(document.title, "Tuesday · Miai");
});

test("that it is one's turn stands behind the count, whichever comes first", () => {
  countInTitle(2);
  showTurnSign("Your turn");
  assert.equal(document.title, "(2) Your turn · Tuesday · Miai");
  countInTitle(0);
  assert.equal(document.title, "Your turn · Tuesday · Miai");
  showTurnSign("");
  assert.equal(document.title, "Tuesday · Miai");
});
