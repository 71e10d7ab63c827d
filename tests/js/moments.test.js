/** Times shown in the viewer's zone. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { momentInWords } from "../../static/js/ui/moments.js";

const MOMENT = "2026-03-01T22:05:00Z";
const then = Date.parse(MOMENT);

test("a moment is shown in the chosen zone", () => {
  assert.equal(momentInWords(MOMENT, "both", "Asia/Tokyo", then), "2 Mar 2026, 07:05");
  assert.equal(momentInWords(MOMENT, "date", "America/New_York", then), "1 March 2026");
  assert.equal(momentInWords(MOMENT, "time", "UTC", then), "22:05");
});

test("a zone that the browser does not know is passed over", () => {
  assert.match(momentInWords(MOMENT, "time", "Mars/Base", then), /^\d\d:\d\d$/);
});

test("how long ago something was is said in words", () => {
  const after = (/** @type {number} */ seconds) => momentInWords(MOMENT, "ago", "", then + seconds * 1000);
  assert.equal(after(5), "just now");
  assert.equal(after(150), "2 minutes ago");
  assert.equal(after(7200), "2 hours ago");
  assert.equal(after(86400), "yesterday");
  assert.equal(after(-1), "just now"); // the browser’s clock is a little behind
  assert.equal(after(-10), "in a moment");
  assert.equal(after(-3700), "in 1 hour");
});
