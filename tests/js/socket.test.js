import assert from "node:assert/strict";
import { test } from "node:test";
import { pauseAfter, pauseBefore } from "../../static/js/net/socket.js";

test("each pause before another attempt is longer, up to a bound", () => {
  const pauses = [0, 1, 2, 3, 20].map((attempt) => pauseBefore(attempt, 1));
  assert.deepEqual(pauses, [500, 1000, 2000, 4000, 15_000]);
});

test("the pages of a restarted server do not come at once", () => {
  assert.equal(pauseBefore(3, 0), 2000);
  assert.equal(pauseAfter(1006, 3, 0.5), 3000);
});

test("who has too many pages open tries again slowly", () => {
  assert.equal(pauseAfter(4429, 0, 0), 30_000);
  assert.equal(pauseAfter(4429, 9, 1), 60_000);
});
