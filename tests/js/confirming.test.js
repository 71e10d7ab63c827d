import assert from "node:assert/strict";
import { test } from "node:test";
import { confirming } from "../../static/js/core/confirming.js";
import { initialState } from "../../static/js/core/store.js";
import { D4, snapshot, stepOf } from "./shapes.js";

/** What a preference says of a choice, with a finger or a mouse. */
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
