import assert from "node:assert/strict";
import { test } from "node:test";
import { confirming, lingering } from "../../static/js/core/confirming.js";
import { initialState } from "../../static/js/core/store.js";
import { D4, snapshot, stepOf } from "./shapes.js";

/** Whether a preference asks to confirm a choice, made with a finger or a mouse. */
function asked(confirm, touch, { turn_ends = "complete", sealed = true, endsTurn = undefined } = {}) {
  const { game } = snapshot();
  const settings = { ...game.settings, turn_ends };
  const state = initialState(snapshot({ game: { ...game, settings }, step: stepOf({ sealed }) }), [], 0);
  return confirming({ confirm, touch, endsTurn })(state, D4);
}

test("a finger confirms what is sealed where the last choice ends the turn", () => {
  assert.equal(asked("touch", true), true);
  assert.equal(asked("touch", true, { turn_ends: "timer" }), false);
  assert.equal(asked("touch", false), false);
});

test("in the open a finger confirms what may end the turn, as the game says", () => {
  const open = { sealed: false, turn_ends: "timer" };
  assert.equal(asked("touch", true, open), true);
  assert.equal(asked("touch", true, { ...open, endsTurn: () => false }), false);
  assert.equal(asked("touch", true, { ...open, endsTurn: ({ type }) => type === "place" }), true);
});

test("whoever says always or never is asked so, with a finger or a mouse", () => {
  for (const touch of [true, false]) {
    assert.equal(asked("always", touch, { turn_ends: "timer" }), true);
    assert.equal(asked("never", touch), false);
  }
});

/**
 * Whether a choice for which the board allows a moment gets one, `left` seconds before the
 * deadline; null: there is no deadline.
 */
function waits(left, { confirm = "touch", paused = false } = {}) {
  const deadline = left === null ? null : new Date(left * 1000).toISOString();
  const state = { ...initialState(snapshot(), [], 0), clock: { deadline, time_left: null, paused }, offset: 0 };
  return lingering({ confirm, lingers: () => true, now: () => 0 })(state, D4);
}

test("a choice waits for a moment only where the deadline leaves the time", () => {
  assert.deepEqual([waits(null), waits(4), waits(3), waits(0.5)], [true, true, false, false]);
});

test("whoever is always asked, or never, gets no moment, nor does a game that names no choice for it", () => {
  assert.deepEqual([waits(null, { confirm: "always" }), waits(null, { confirm: "never" })], [false, false]);
  assert.equal(lingering({ confirm: "touch", lingers: undefined })(initialState(snapshot(), [], 0), D4), false);
});
