import assert from "node:assert/strict";
import { test } from "node:test";
import { earlierInTurn } from "../../static/js/core/turns.js";

const step = (step, turn) => ({ step, turn, events: [{ type: "drawn", in: step }] });
const act = (step) => ({ step, what: "paused", at: "2026-11-21T20:00:00Z" });
const LOG = [step(1, 1), step(2, 2), act(2), step(3, 2), act(3), step(4, 2), step(5, 3)];
const before = (number, log = LOG) => earlierInTurn(log, number).map((event) => event.in);

test("what happened before in the same turn is found, whatever moderators did between", () => {
  assert.deepEqual([1, 2, 3, 4, 5].map((number) => before(number)), [[], [], [2], [2, 3], []]);
});

test("of a step that the log does not hold nothing is known", () => {
  assert.deepEqual(before(9), []);
  assert.deepEqual(before(4, LOG.slice(5)), []);
});
