/** Times shown in the viewer's zone. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { momentInWords, showMoments } from "../../static/js/ui/moments.js";

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

test("the end of a period is hidden if it reads like the beginning", () => {
  const isHidden = (/** @type {string} */ timeZone, /** @type {string} */ from, /** @type {string} */ to) => {
    globalThis.document = /** @type {any} */ ({ documentElement: { dataset: { timeZone } } });
    const [first, last] = [from, to].map((dateTime) => ({ dateTime, dataset: { moment: "date" }, textContent: "" }));
    const until = { hidden: false, parentElement: { querySelector: () => first }, querySelector: () => last };
    const found = { "time[data-moment]": [first, last], "[data-until]": [until] };
    showMoments(/** @type {any} */ ({ querySelectorAll: (/** @type {keyof typeof found} */ what) => found[what] }));
    return until.hidden;
  };
  assert.equal(isHidden("UTC", "2026-03-01T09:00:00Z", "2026-03-01T15:00:00Z"), true);
  assert.equal(isHidden("Asia/Tokyo", "2026-03-01T09:00:00Z", "2026-03-01T15:00:00Z"), false);
  assert.equal(isHidden("Asia/Tokyo", "2026-02-28T15:00:00Z", "2026-03-01T09:00:00Z"), true);
});
