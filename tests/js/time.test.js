import assert from "node:assert/strict";
import { test } from "node:test";
import { betterOffset, clockTime, countdown, duration, timeLeft } from "../../static/js/core/time.js";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const clock = (more) => ({ deadline: null, time_left: null, paused: false, ...more });

test("the time left follows the server's clock, not this one", () => {
  const until = clock({ deadline: "2026-11-21T12:00:30Z" });
  assert.equal(timeLeft(until, 10_000, NOON), 20_000);
  assert.equal(timeLeft(until, -10_000, NOON), 40_000);
});

test("no time is left after the deadline, never less", () => {
  assert.equal(timeLeft(clock({ deadline: "2026-11-21T11:00:00Z" }), 0, NOON), 0);
});

test("a paused clock stands", () => {
  assert.equal(timeLeft(clock({ paused: true, time_left: 12.5 }), 0, NOON), 12_500);
});

test("a game without a timer has no time left to show", () => {
  assert.equal(timeLeft(clock({}), 0, NOON), null);
});

test("of several guesses of the server's clock the one that was delayed least counts", () => {
  const first = betterOffset(null, "2026-11-21T12:00:00Z", NOON + 300);
  const second = betterOffset(first, "2026-11-21T12:00:05Z", NOON + 5_040);
  assert.equal(betterOffset(second, "2026-11-21T12:00:09Z", NOON + 9_500), -40);
});

test("a clock that was set is followed", () => {
  assert.equal(betterOffset(0, "2026-11-21T13:00:00Z", NOON), 3_600_000);
});

test("a countdown reads as people say it", () => {
  const seconds = [0.2, 7, 59.001, 60, 754, 12_000, 100_000, 1_209_600];
  assert.deepEqual(
    seconds.map((each) => countdown(each * 1000)),
    ["0:01", "0:07", "1:00", "1:00", "12:34", "3 h 20 min", "1 day 3 h", "14 days 0 h"],
  );
});

test("a duration has at most two units", () => {
  assert.deepEqual([1, 60, 90, 86_400, 90_061].map(duration), [
    "1 second",
    "1 minute",
    "1 minute 30 seconds",
    "1 day",
    "1 day 1 hour",
  ]);
});

test("a moment is told in the viewer's own zone, with its day if it is another", () => {
  assert.equal(clockTime("2026-11-21T11:05:00Z", "Europe/Berlin", NOON), "12:05");
  assert.equal(clockTime("2026-11-20T23:30:00Z", "UTC", NOON), "20 Nov, 23:30");
  assert.equal(clockTime("2026-11-20T23:30:00Z", "Europe/Berlin", NOON), "00:30");
});

test("a zone that this browser does not know costs nothing but the zone", () => {
  const own = clockTime("2026-11-21T11:05:00Z", "", NOON);
  assert.equal(clockTime("2026-11-21T11:05:00Z", "Mars/Olympus_Mons", NOON), own);
});
