import assert from "node:assert/strict";
import { test } from "node:test";

import { clashesOf, heldPoints, scenesOf } from "../../static/js/boards/parallel-go/conflict.js";
import { ownedPoints, pointsOf } from "../../static/js/boards/parallel-go/counting.js";
import { describePoint, whyProhibited } from "../../static/js/boards/parallel-go/points.js";
import { describe, timeUp, parse, prompt, refusals, words } from "../../static/js/boards/parallel-go/words.js";
import { seats as seatsOf, stepOf } from "./shapes.js";

const SIZE = { size: 5 };
const NONE = Array(5).fill(null);
const seats = seatsOf([{}, {}]);
const said = (...events) => words(events, seats, SIZE);
const conflict = (why, ...chosen) => ({ type: "conflict", why, chosen });
const SAME = conflict("same-point", [2, 2], [2, 2]);
const ORDER = conflict("order", [0, 0], [0, 1]);

/** A line of a game of two on 5×5. */
function line({ position = {}, ...more } = {}) {
  const board = Array.from({ length: 5 }, () => [...NONE]);
  const whole = { size: 5, board, last: [null, null], prohibited: [[], []], captures: [0, 0], ...position };
  return stepOf({ awaiting: [0, 1], position: whole, ...more });
}

/** Black has the left column, white the right one, a black stone at D3 is dead. */
function counted(more = {}) {
  const board = [0, 1, 2, 3, 4].map((y) => [0, null, null, y === 2 ? 0 : null, 1]);
  const area = [0, 1, 2, 3, 4].map(() => [0, null, null, null, 1]);
  const position = { ...line().position, board, area, dead: [[3, 2]], accepted: [], ...more };
  return line({ phase: "counting", sealed: false, position });
}

test("a turn tells what was played, then what was captured, and who passed or was away", () => {
  const placed = (seat, at) => ({ type: "placed", seat, at });
  const captured = { type: "captured", stones: [{ seat: 1, at: [3, 0] }] };
  assert.deepEqual(said(placed(0, [2, 2]), placed(1, [1, 1]), captured), ["Ada C3, Bo B4", "Bo lost 1 stone (D5)"]);
  assert.deepEqual(said({ type: "passed", seat: 1 }, placed(0, [2, 2])), ["Bo passed", "Ada C3"]);
  assert.deepEqual(said({ type: "absent", seat: 1 }, placed(0, [2, 2])), ["Bo missed the turn", "Ada C3"]);
  const both = [{ type: "passed", seat: 0 }, { type: "passed", seat: 1 }, { type: "counting" }];
  assert.deepEqual(said(...both), ["Ada and Bo passed", "The stones are counted now"]);
});

test("a conflict tells what conflicted and that both choose again", () => {
  assert.deepEqual(said(SAME), ["Ada and Bo both chose C3, so nothing was played", "Both choose again"]);
  assert.equal(said(ORDER)[0], "Ada’s A5 and Bo’s A4 conflict: it would matter who plays first, so nothing was played");
  const back = "would bring an earlier position back, so nothing was played";
  assert.equal(said(conflict("repetition", [0, 0], [0, 1]))[0], `Ada’s A5 and Bo’s A4 ${back}`);
  assert.equal(said(conflict("repetition", null, [0, 1]))[0], `Bo’s A4 ${back}`);
});

test("counting tells marks, acceptances, going on and leaving", () => {
  const stones = [{ seat: 1, at: [0, 0] }, { seat: 1, at: [0, 1] }];
  const marked = (seat, dead) => said({ type: "marked", seat, at: [0, 0], dead, stones });
  assert.deepEqual(marked(0, true), ["Ada marked 2 stones of Bo as dead (A5 A4)"]);
  assert.deepEqual(marked(1, false), ["Bo marked 2 stones of their own as alive again (A5 A4)"]);
  const accepted = [{ type: "accepted", seat: 0 }, { type: "accepted", seat: 1 }];
  assert.deepEqual(said(...accepted), ["Ada and Bo accepted the count"]);
  assert.deepEqual(said({ type: "resumed", seat: 1 }), ["Bo wants to play on, and the marks are taken back"]);
  assert.deepEqual(said({ type: "left", seat: 1 }), ["Bo left the game"]);
});

test("an action can be typed as it is described", () => {
  const typed = (text, phase = "play") => parse(text, { phase }, SIZE);
  const actions = { play: [{ type: "place", at: [3, 1] }, { type: "pass" }], counting: [{ type: "mark", at: [3, 1] }, { type: "accept" }, { type: "resume" }] };
  for (const [phase, list] of Object.entries(actions)) {
    for (const action of list) assert.deepEqual(typed(describe(action, SIZE), phase), action);
  }
  assert.deepEqual(typed(" d4 ", "counting"), { type: "mark", at: [3, 1] });
  for (const text of ["", "Z9", "F1", "accepted", "mark"]) assert.equal(typed(text), null, text);
});

test("after a conflict each is asked to choose again, and told why", () => {
  const asked = (event, seat) => prompt(line({ events: [event] }), seat, seats);
  assert.equal(asked(SAME, 1), "You and Ada both chose C3. Nothing was played. Choose again.");
  assert.equal(asked(ORDER, 0), "Your A5 and Bo’s A4 conflict: it would matter who plays first. Nothing was played. Choose again.");
  assert.equal(prompt(line(), 0, seats), "Choose a point, or pass.");
  assert.match(asked({ type: "resumed", seat: 1 }, 0), /^Bo wants to play on/);
});

test("in counting the prompt says the score, who has accepted and what to do", () => {
  assert.match(prompt(counted(), 0, seats), /^Counting: Ada 5, Bo 5\. Mark dead stones/);
  assert.match(prompt(counted({ accepted: [1] }), 0, seats), /Bo has accepted\./);
  const waiting = { ...counted({ accepted: [0] }), awaiting: [1] };
  assert.match(prompt(waiting, 0, seats), /^You have accepted: Ada 5, Bo 5\. The game ends when Bo accepts too/);
});

test("the end of the time is told while stones are counted", () => {
  assert.equal(timeUp(counted()), "then this count is accepted for both");
  assert.equal(timeUp(line()), undefined);
});

test("every refusal says what to do", () => {
  const codes = ["bad-action", "no-stone", "not-awaited", "occupied", "off-board", "prohibited", "suicide"];
  assert.deepEqual(Object.keys(refusals()).sort(), codes);
});

test("a point that both chose clashes once, others each by themselves", () => {
  assert.deepEqual(clashesOf([SAME]), [{ at: [2, 2], seats: [0, 1] }]);
  assert.deepEqual(clashesOf([ORDER]), [{ at: [0, 0], seats: [0] }, { at: [0, 1], seats: [1] }]);
  assert.deepEqual(clashesOf([conflict("repetition", null, [0, 1])]), [{ at: [0, 1], seats: [1] }]);
  assert.deepEqual(clashesOf([]), []);
});

test("in the opening of a conflict the stones clash, and none stays", () => {
  const { board } = line().position;
  const [scene, ...more] = scenesOf(board, [ORDER]);
  assert.deepEqual([scene.kind, scene.clashes, scene.board, more], ["collided", clashesOf([ORDER]), board, []]);
});

test("a point is prohibited to one seat, or to both", () => {
  assert.deepEqual(heldPoints([[[0, 0], [1, 1]], [[1, 1]]]), [{ at: [0, 0], seats: [0] }, { at: [1, 1], seats: [0, 1] }]);
});

test("a cross is explained to each, and to who watches", () => {
  const view = (me) => ({ step: line({ position: { prohibited: [[[0, 0], [1, 1]], [[1, 1]]] } }), seats, me, own: null });
  assert.match(whyProhibited([0, 0], view(0)), /^You may not .* Your opponent may\.$/);
  assert.match(whyProhibited([0, 0], view(1)), /^Ada may not .* You may\.$/);
  assert.match(whyProhibited([0, 0], view(null)), /^Ada may not .* conflict\.$/);
  assert.match(whyProhibited([1, 1], view(1)), /^Neither of you may/);
  assert.match(whyProhibited([1, 1], view(null)), /^Neither side may/);
  assert.equal(whyProhibited([2, 2], view(0)), null);
});

test("every point has a name for those who do not see it", () => {
  const tell = (shown, point, own = null) => describePoint(point, { step: shown, seats, me: 0, own }).label;
  const after = line({ events: [SAME], position: { prohibited: [[[2, 2]], [[2, 2]]], last: [[1, 1], null] } });
  after.position.board[1][1] = 0;
  assert.equal(tell(after, [2, 2]), "C3, empty, chosen by you and Bo in the conflict, blocked this turn for you and Bo");
  assert.equal(tell(after, [1, 1]), "B4, your stone, just placed");
  assert.equal(tell(after, [0, 0], { type: "place", at: [0, 0] }), "A5, your choice");
  assert.equal(tell(counted(), [3, 2]), "D3, your stone, marked dead, nobody’s point");
  assert.equal(tell(counted(), [4, 0]), "E5, Bo’s stone, Bo’s point");
});

test("points are summed for each seat, and shown where no stone lives", () => {
  assert.deepEqual(pointsOf([[0, 1, null], [0, 0, 1]]), [3, 2]);
  const position = { board: [[0, null], [1, null]], area: [[0, 0], [0, null]], dead: [[0, 1]] };
  assert.deepEqual(ownedPoints(position), [{ at: [1, 0], seat: 0 }, { at: [0, 1], seat: 0 }]);
  assert.deepEqual(ownedPoints({ board: [[0]] }), []);
});
