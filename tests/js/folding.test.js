import assert from "node:assert/strict";
import { test } from "node:test";
import { foldsOf, isOpen, stopsOf } from "../../static/js/core/folding.js";
import { initialState, reduce } from "../../static/js/core/store.js";
import { takenBack, takesBack } from "../../static/js/boards/continuous-go/words.js";
import { linesOf } from "../../static/js/ui/log.js";
import { seats, snapshot } from "./shapes.js";

const drawn = { type: "drawn", seat: 0, path: [[0, 0], [1, 0]], length: 1, stopped: null };
const undone = { type: "undone", seat: 0 };
/** A log of these turns: d draws a line, u takes the last one back, p passes. */
const logOf = (...turns) =>
  turns
    .flatMap((turn, n) => [...turn].map((what) => ({ turn: n + 1, what })))
    .map(({ turn, what }, n) => ({ step: n + 1, turn, events: [{ d: drawn, u: undone, p: { type: "passed", seat: 0 } }[what]] }));
const act = (step) => ({ step, what: "paused", at: "2026-11-21T20:00:00Z", seat: null });
const folds = (...turns) => foldsOf(logOf(...turns), takesBack).map(({ first, last }) => [first, last]);
const state = (log, more = {}) => ({ ...initialState(snapshot(), log, 0), ...more });
const keys = (log, more) => [...linesOf(state(log, more), foldsOf(log, takesBack)).keys()];

test("a line that was taken back is one with its undoing", () => {
  assert.deepEqual(folds("dudd", "d"), [[1, 2]]);
});

test("several in a row are one, however they lie in each other", () => {
  assert.deepEqual(folds("dudud"), [[1, 4]]);
  assert.deepEqual(folds("dduu"), [[1, 4]]);
  assert.deepEqual(folds("dddud"), [[3, 4]]);
  assert.deepEqual(folds("ddduu", "du"), [[2, 5], [6, 7]]);
});

test("what is taken back in one turn is nothing of the turn before", () => {
  assert.deepEqual(folds("d", "u"), []);
});

test("of a turn whose beginning is not known, what is known is folded", () => {
  const log = logOf("ddudu").slice(1);
  assert.deepEqual(foldsOf(log, takesBack).map(({ first, last }) => [first, last]), [[2, 5]]);
  assert.deepEqual(foldsOf(log.slice(1), takesBack).map(({ first, last }) => [first, last]), [[4, 5]]);
});

test("a game in which nothing is taken back has no folds", () => {
  assert.deepEqual(foldsOf(logOf("du"), undefined), []);
});

test("a replay stops once for what was taken back, and at each step where it is unfolded", () => {
  const log = logOf("ddud", "d");
  assert.deepEqual(stopsOf(5, foldsOf(log, takesBack)), [0, 1, 3, 4, 5]);
  assert.deepEqual(stopsOf(5, []), [0, 1, 2, 3, 4, 5]);
});

test("the log has one line for it, and its steps as well where it is unfolded", () => {
  const log = logOf("ddud");
  assert.deepEqual(keys(log), ["step 1", "fold 2 3", "step 4"]);
  assert.deepEqual(keys(log, { unfolded: [2] }), ["step 1", "fold 2 3", "step 2", "step 3", "step 4"]);
});

test("whoever looks at a step in its middle sees its steps", () => {
  const [fold] = foldsOf(logOf("ddud"), takesBack);
  const past = (step) => ({ unfolded: [], past: step === null ? null : { step } });
  assert.deepEqual([1, 2, 3, null].map((step) => isOpen(fold, past(step))), [false, true, false, false]);
});

test("what a moderator did meanwhile is not folded away", () => {
  const [one, two, three] = logOf("dud");
  assert.deepEqual(keys([one, act(1), two, three]).filter((key) => key.startsWith("fold") || key.startsWith("step")), ["fold 1 2", "step 3"]);
  assert.equal(keys([one, act(1), two, three]).length, 3);
});

test("it is unfolded and folded again by a press", () => {
  const open = reduce(state([]), { type: "fold.toggled", first: 2, open: true }, 0);
  assert.deepEqual(open.unfolded, [2]);
  assert.deepEqual(reduce(open, { type: "fold.toggled", first: 2, open: false }, 0).unfolded, []);
});

test("the log says how many lines were drawn and taken back", () => {
  assert.equal(takenBack([drawn, undone], seats()), "Ada drew a line and took it back");
  assert.equal(takenBack([drawn, drawn, undone, undone], seats()), "Ada drew 2 lines and took them back");
});
