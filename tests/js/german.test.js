/** The German catalogue as browsers load it (`python -m languages compile`), and German times. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { gettext, speak } from "../../static/js/core/language.js";
import { clockTime, countdown, duration } from "../../static/js/core/time.js";
import { momentInWords } from "../../static/js/ui/moments.js";

const NOON = Date.parse("2026-11-21T12:00:00Z");

before(async () => {
  await import("../../static/languages/de.js");
  speak("de", globalThis.miaiTexts);
});
after(() => speak());

test("the catalogue has the texts of the modules", () => {
  assert.equal(gettext("just now"), "gerade eben");
});

test("durations and countdowns are German", () => {
  assert.equal(duration(90_061), "1 Tag 1 Stunde");
  assert.equal(countdown(754_000), "12:34");
  assert.equal(countdown(12_000_000), "3 Std. 20 Min.");
  assert.equal(countdown(100_000_000), "1 Tag 3 Std.");
  assert.equal(countdown(1_209_600_000), "14 Tage 0 Std.");
});

test("moments are German", () => {
  assert.equal(clockTime("2026-11-20T23:30:00Z", "UTC", NOON), "20. Nov., 23:30");
  assert.equal(momentInWords("2026-11-21T09:00:00Z", "ago", "", NOON), "vor 3 Stunden");
  assert.equal(momentInWords("2026-11-21T12:00:00Z", "ago", "", NOON), "gerade eben");
  assert.equal(momentInWords("2026-03-01T22:05:00Z", "date", "UTC", NOON), "1. März 2026");
});
