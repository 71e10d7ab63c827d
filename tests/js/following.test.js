import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { follower } from "../../static/js/core/following.js";
import { stepOf } from "./shapes.js";

/** A page whose board animates each step for a while, with the steps it has shown. */
function page() {
  mock.timers.enable({ apis: ["setTimeout"] });
  const shown = [];
  const board = { playing: false };
  let state = { latest: stepOf({ step: 1 }), past: null };
  const follow = follower({ isPlaying: () => board.playing, onNext: () => draw() });
  const draw = (moves = true) => {
    const { step } = follow.stepOf(state, moves);
    if (step !== shown.at(-1)) {
      shown.push(step);
      board.playing = moves;
    }
  };
  const comes = (step, moves = true) => {
    state = { ...state, latest: stepOf({ step }) };
    draw(moves);
  };
  const past = (step) => {
    state = { ...state, past: step === null ? null : stepOf({ step }) };
    draw();
  };
  draw(false);
  return { shown, board, follow, comes, past };
}

/** Ends the animation, then lets half a second pass. */
function rest(board) {
  board.playing = false;
  for (let passed = 0; passed < 500; passed += 10) mock.timers.tick(10);
}

test("a step that comes while one is being played waits for it", () => {
  const { shown, board, follow, comes } = page();
  for (const step of [2, 3]) comes(step);
  assert.deepEqual([shown, follow.behind], [[1, 2], true]);
  rest(board);
  assert.deepEqual([shown, follow.behind], [[1, 2, 3], false]);
  mock.timers.reset();
});

test("what is shown is never two steps behind, however fast they come and however long each is played", () => {
  const { shown, board, follow, comes } = page();
  for (const step of [2, 3, 4, 5, 6]) {
    comes(step);
    assert.ok(step - shown.at(-1) <= 1, `${shown} at ${step}`);
  }
  assert.deepEqual([shown, follow.behind], [[1, 2, 3, 4, 5], true]);
  rest(board);
  assert.deepEqual([shown, follow.behind], [[1, 2, 3, 4, 5, 6], false]);
  mock.timers.reset();
});

test("a tap on the board shows the last step at once", () => {
  const { shown, follow, comes } = page();
  for (const step of [2, 3]) comes(step);
  follow.skip();
  assert.deepEqual([shown, follow.behind], [[1, 2, 3], false]);
  mock.timers.reset();
});

test("nothing waits where steps are not played, or the past is looked at", () => {
  const { shown, follow, comes, past } = page();
  comes(2, false);
  comes(3, false);
  comes(4);
  comes(5);
  past(1);
  assert.deepEqual([shown, follow.behind], [[1, 2, 3, 4, 1], false]);
  past(null);
  assert.equal(shown.at(-1), 5);
  mock.timers.reset();
});
