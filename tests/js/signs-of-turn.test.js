import assert from "node:assert/strict";
import { test } from "node:test";

import { initialState, owesChoice } from "../../static/js/core/store.js";
import { deadlineTime } from "../../static/js/core/time.js";
import { pageOf } from "../../static/js/ui/names.js";
import { titleWith } from "../../static/js/ui/turn-sign.js";
import { snapshot, stepOf } from "./shapes.js";

const SUNDAY = Date.parse("2026-11-22T12:00:00Z");
const HOUR = 3600_000;
const until = (hours, zone = "UTC") => deadlineTime(SUNDAY + hours * HOUR, zone, SUNDAY);
const state = (more) => initialState(snapshot(more), [], 0);
const you = (more) => ({ seat: 0, action: null, may: ["seal"], rooms: [], ...more });

test("a deadline is told as a time of day, with the day where it is not today", () => {
  assert.equal(until(6), "18:00");
  assert.equal(until(54), "Tue 18:00");
  assert.equal(until(6 + 6 * 24), "28 Nov, 18:00");
});

test("a deadline is told in the viewer's own zone", () => {
  assert.equal(until(6, "Asia/Tokyo"), "Mon 03:00");
});

test("a deadline in a few minutes is told by the countdown alone", () => {
  assert.equal(until(9 / 60), "");
  assert.equal(until(10 / 60), "12:10");
});

test("the game waits for the viewer until they have chosen, also while they look at the past", () => {
  assert.equal(owesChoice(state({ you: you() })), true);
  assert.equal(owesChoice({ ...state({ you: you() }), past: stepOf({ step: 0 }) }), true);
  assert.equal(owesChoice(state({ you: you({ action: { type: "pass" } }) })), false);
  assert.equal(owesChoice(state({ you: you({ seat: null, may: [] }) })), false);
  assert.equal(owesChoice(state({ you: null })), false);
});

test("the title says first that it is one's turn", () => {
  assert.equal(titleWith("Tuesday · Miai", "Your turn"), "Your turn · Tuesday · Miai");
  assert.equal(titleWith("Tuesday · Miai", ""), "Tuesday · Miai");
});

test("a member's name leads to their page; a bot's and a former member's lead nowhere", () => {
  assert.equal(pageOf({ name: "Ann O’N" }, "/members/NAME/"), "/members/Ann%20O%E2%80%99N/");
  assert.equal(pageOf({ name: "Pebble", bot: true }, "/members/NAME/"), null);
  assert.equal(pageOf({ name: "former member" }, "/members/NAME/"), null);
  assert.equal(pageOf({ name: "Ada" }, null), null);
});
