import assert from "node:assert/strict";
import { test } from "node:test";

import { clashesOf, heldPoints, scenesOf } from "../../static/js/boards/parallel-go/conflict.js";
import { markAt, ownedPoints, pointsOf, takesAll } from "../../static/js/boards/parallel-go/counting.js";
import { draftWords, markWords, scoredWords, standing, timeUp } from "../../static/js/boards/parallel-go/counting-words.js";
import { choices } from "../../static/js/boards/parallel-go/index.js";
import { describePoint, whyProhibited } from "../../static/js/boards/parallel-go/points.js";
import { describe, parse, prompt, refusals, words } from "../../static/js/boards/parallel-go/words.js";
import { seats as seatsOf, stepOf } from "./shapes.js";

const SIZE = { size: 5 };
const NONE = Array(5).fill(null);
const seats = seatsOf([{}, {}]);
const said = (...events) => words(events, seats, SIZE);
const conflict = (why, ...chosen) => ({ type: "conflict", why, chosen });
const SAME = conflict("same-point", [2, 2], [2, 2]);
const ORDER = conflict("order", [0, 0], [0, 1]);

/** A step of a game of two on 5×5. */
function line({ position = {}, ...more } = {}) {
  const board = Array.from({ length: 5 }, () => [...NONE]);
  const whole = { size: 5, board, last: [null, null], prohibited: [[], []], captures: [0, 0], ...position };
  return stepOf({ awaiting: [0, 1], position: whole, ...more });
}

/** Black owns the left column, white the right one; a black stone at D3 is dead. */
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
  assert.deepEqual(said(...both), ["Ada and Bo passed", "The stones are being counted"]);
});

test("a conflict tells what conflicted and that both choose again", () => {
  assert.deepEqual(said(SAME), ["Ada and Bo both chose C3, so nothing was played", "Both choose again"]);
  assert.equal(said(ORDER)[0], "Ada’s A5 and Bo’s A4 conflict: it would matter who plays first, so nothing was played");
  const back = "would repeat an earlier position, so nothing was played";
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
  assert.deepEqual(said({ type: "resumed", seat: 1 }), ["Bo wants to play on; all marks are cleared"]);
  assert.deepEqual(said({ type: "resumed", why: "time" }), ["The count was not agreed on in time. Play goes on, and all marks are cleared"]);
  assert.deepEqual(said(), ["The time for the count ran out again, so all stones count as alive"]);
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
  assert.match(asked({ type: "resumed", why: "time" }, 0), /^The time for the count ran out, so play goes on\./);
});

test("in counting the prompt says the score, who has accepted and what to do", () => {
  assert.match(prompt(counted(), 0, seats), /^Counting\. Ada 5, Bo 5: it would be a draw\. Mark dead stones/);
  assert.match(prompt(counted({ accepted: [1] }), 0, seats), /Bo has accepted\./);
  const waiting = { ...counted({ accepted: [0] }), awaiting: [1] };
  assert.match(prompt(waiting, 0, seats), /^You have accepted\. Ada 5, Bo 5: it would be a draw\. The game ends when Bo accepts too/);
});

/**
 * The possible marks: white's only stones, a dead group of two black stones, and another black
 * stone.
 */
const COUNT = {
  marks: [
    { seat: 0, dies: true, stones: [[0, 0]], points: [3, 9] },
    { seat: 1, dies: true, stones: [[4, 0], [4, 1]], points: [25, 0] },
    { seat: 0, dies: false, stones: [[3, 2], [3, 3]], points: [8, 8] },
  ],
  undo: [[3, 2], null],
  timeUp: "resumed",
};

test("the end of the time is told while stones are counted", () => {
  const told = (timeUpNow) => timeUp(counted({ count: { ...COUNT, timeUp: timeUpNow } }));
  assert.equal(told("accepted"), "then this count is accepted for both");
  assert.equal(told("resumed"), "then play goes on");
  assert.equal(told("alive"), "then the game ends, and all stones count as alive");
  assert.equal(timeUp(line()), undefined);
});

test("what a mark takes is said before it is made, and whether that is all that a side has", () => {
  const { position } = counted({ count: COUNT });
  const told = (point, me) => {
    const mark = markAt(position, point);
    return markWords(mark, takesAll(position, mark), seats, me);
  };
  assert.equal(markAt(position, [2, 2]), null);
  assert.equal(told([4, 1], 0), "Marks all living stones of Bo as dead (2)");
  assert.equal(told([4, 1], 1), "Marks all your living stones as dead (2)");
  assert.equal(told([0, 0], 0), "Marks your only living stone as dead");
  assert.equal(told([3, 3], 1), "Marks 2 stones of Ada as alive again");
  const more = { ...COUNT, marks: [...COUNT.marks, { seat: 1, dies: true, stones: [[2, 4]], points: [1, 1] }] };
  const mark = markAt({ ...position, count: more }, [4, 1]);
  assert.equal(markWords(mark, takesAll({ ...position, count: more }, mark), seats, 0), "Marks 2 stones of Bo as dead");
});

test("a count is told with who would win and by how much, before it is accepted", () => {
  assert.equal(standing([16, 7], seats), "Ada 16, Bo 7: Ada would win by 9.");
  assert.equal(standing([0, 81], seats), "Ada 0, Bo 81: Bo would win by 81.");
  const step = counted({ count: COUNT });
  assert.equal(draftWords({ type: "accept" }, step, 0, seats), "Accept this count? Ada 5, Bo 5: it would be a draw.");
  assert.equal(draftWords({ type: "mark", at: [4, 0] }, step, 0, seats), "Marks all living stones of Bo as dead (2). Ada 25, Bo 0: Ada would win by 25.");
  assert.equal(draftWords({ type: "resume" }, step, 0, seats), undefined);
});

test("where Pass stood comes the button that undoes a mark, and Accept is new when the count is", () => {
  const labels = (step, seat) => choices(step, seat).map(({ label, action }) => [label, action]);
  assert.deepEqual(labels(line(), 0), [["Pass", { type: "pass" }]]);
  const after = [["Resume", { type: "resume" }], ["Accept", { type: "accept" }]];
  assert.deepEqual(labels(counted({ count: COUNT }), 0), [["Undo mark", { type: "mark", at: [3, 2] }], ...after]);
  assert.deepEqual(labels(counted({ count: COUNT }), 1), [["Undo mark", null], ...after]);
  const about = (more) => choices(counted({ count: COUNT, ...more }), 0)[2].about;
  assert.notEqual(about(), about({ area: [[0, 0], [0, 1]] }));
  assert.equal(about(), about({ accepted: [1] }));
});

test("a game that nobody accepted the count of says why it was scored all the same", () => {
  const over = (accepted, reason) => ({ ...counted({ accepted }), outcome: { ranks: [1, 2], scores: [5, 4], reason } });
  assert.match(scoredWords(over([], "score")), /^The time for the count ran out twice/);
  assert.equal(scoredWords(over([0, 1], "score")), undefined);
  assert.equal(scoredWords(over([], "agreement")), undefined);
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
  const effect = "Marks all living stones of Bo as dead (2). Ada 25, Bo 0: Ada would win by 25.";
  assert.equal(tell(counted({ count: COUNT }), [4, 0]), `E5, Bo’s stone, Bo’s point. ${effect}`);
});

test("points are summed for each seat, and shown where no stone lives", () => {
  assert.deepEqual(pointsOf([[0, 1, null], [0, 0, 1]]), [3, 2]);
  const position = { board: [[0, null], [1, null]], area: [[0, 0], [0, null]], dead: [[0, 1]] };
  assert.deepEqual(ownedPoints(position), [{ at: [1, 0], seat: 0 }, { at: [0, 1], seat: 0 }]);
  assert.deepEqual(ownedPoints({ board: [[0]] }), []);
});
