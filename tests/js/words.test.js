import assert from "node:assert/strict";
import { test } from "node:test";
import { describe, describePoint, parse, tiesOf, words } from "../../static/js/boards/multiplayer-go/words.js";
import { stepWords } from "../../static/js/ui/log.js";
import { marginWords, reasonWords, resultWords, winnersOf } from "../../static/js/ui/result.js";
import { D4, stepOf, seats } from "./shapes.js";

const told = (events, options = {}) => words(events, seats(), { size: 9, collision: "heat", ...options });
const meeting = (winner) => ({ type: "collision", at: [3, 5], seats: [0, 1], heats: null, winner });

test("stones that were placed are one sentence", () => {
  const events = [
    { type: "placed", seat: 0, at: [3, 5] },
    { type: "placed", seat: 1, at: [4, 4] },
  ];
  assert.deepEqual(told(events), ["Ada D4, Bo E5"]);
});

test("a collision says who met where and who was colder", () => {
  const events = [meeting(1), { type: "placed", seat: 1, at: [3, 5] }];
  assert.deepEqual(told(events), ["Ada and Bo met at D4: Bo was less active nearby and placed the stone"]);
});

test("a collision that nobody won says why, by each rule", () => {
  const ends = ["heat", "nobody", "merge", "ko"].map((collision) => told([meeting(null)], { collision })[0]);
  assert.deepEqual(ends, [
    "Ada and Bo met at D4: equally active nearby, so nobody got it",
    "Ada and Bo met at D4: nobody got it",
    "Ada and Bo met at D4 and share a stone",
    "Ada and Bo met at D4: nobody got it, and it is blocked for a turn",
  ]);
});

test("a point that nobody won is marked until the next turn, and said to be one; not one that is blocked or shared", () => {
  const tied = (closed, placed) => tiesOf({ events: [meeting(null), ...placed], position: { ...stepOf().position, closed } });
  assert.equal(tied([], []).length, 1);
  assert.equal(tied([[3, 5]], []).length, 0);
  assert.equal(tied([], [0, 1].map((seat) => ({ type: "placed", seat, at: [3, 5] }))).length, 0);
  const view = { step: stepOf({ events: [meeting(null)] }), seats: seats(), me: 2, own: null };
  assert.equal(describePoint([3, 5], view, null).label, "D4, empty, Ada and Bo met here, and nobody got it");
});

test("captured stones are counted for each player, and a long list is cut", () => {
  const stones = Array.from({ length: 8 }, (_, x) => ({ seat: x ? 1 : 0, at: [x, 0] }));
  const [said] = told([{ type: "captured", stage: 1, stones }]);
  assert.equal(said, "Ada lost 1 stone (A9), Bo lost 7 stones (B9 C9 D9 E9 F9 …)");
});

test("who passed, missed the turn or left is named", () => {
  const events = [
    { type: "absent", seat: 0 },
    { type: "passed", seat: 1 },
    { type: "passed", seat: 2 },
    { type: "left", seat: 0 },
  ];
  assert.deepEqual(told(events), ["Bo and Cy passed", "Ada missed the turn", "Ada left the game"]);
});

test("anyone who left by their own decision is said to have resigned, in the log and in the result", () => {
  const gone = (...why) => seats([{}, ...why.map((left) => ({ left }))]);
  const events = [{ type: "left", seat: 1 }, { type: "left", seat: 2 }];
  const options = { size: 9, collision: "heat" };
  assert.deepEqual(words(events, gone("resigned", "absent"), options), ["Bo resigned", "Cy left the game"]);
  assert.deepEqual(words(events, gone("resigned", "resigned"), options), ["Bo and Cy resigned"]);
  const why = (...left) => reasonWords({ ranks: [1, 2, 3], scores: null, reason: "leave" }, gone(...left), "");
  assert.equal(why("resigned", "resigned"), "The others resigned.");
  assert.equal(why("resigned", "away"), "The others left the game.");
  assert.equal(reasonWords({ ranks: [1, 2], scores: null, reason: "leave" }, gone("resigned").slice(0, 2), ""), "Bo resigned.");
});

test("an action can be typed as it is described", () => {
  for (const action of [D4, { type: "pass" }]) {
    assert.deepEqual(parse(describe(action, { size: 9 }), stepOf(), { size: 9 }), action);
  }
  assert.equal(parse("Z99", stepOf(), { size: 9 }), null);
});

test("every point has a name for those who do not see it", () => {
  const position = { ...stepOf().position, last: [{ seat: 1, at: [4, 4] }], closed: [[0, 0]] };
  position.board[4][4] = 1;
  const view = { step: stepOf({ position }), seats: seats(), me: 0, own: D4 };
  const order = Array.from({ length: 9 }, () => Array(9).fill([[2], [0, 1]]));
  order[4][4] = null;
  const label = (point) => describePoint(point, view, order).label;
  assert.equal(label([4, 4]), "E5, Bo’s stone, just placed");
  assert.equal(label([0, 0]).split(", ")[1], "blocked this turn");
  assert.equal(label([3, 5]), "D4, your choice, equally or less active nearby: Cy and Bo");
  assert.equal(describePoint([3, 5], view, null).selected, true);
  const stakes = new Map([["3,5", 2], ["3,6", null]]);
  assert.equal(describePoint([3, 5], view, null, stakes).label, "D4, your choice, Cy would get it");
  assert.equal(describePoint([3, 6], view, null, stakes).label, "D3, empty, nobody would get it");
  assert.equal(describePoint([3, 7], view, null, stakes).label, "D2, empty");
});

test("a result names who won, or who shares the first rank", () => {
  const outcome = (ranks) => ({ ranks, scores: null, reason: "score" });
  assert.equal(resultWords(outcome([2, 1, 3]), seats()), "Bo wins");
  assert.equal(resultWords(outcome([1, 3, 1]), seats()), "A draw between Ada and Cy");
  assert.equal(resultWords(outcome([1, 1, 1]), seats()), "Three-way tie");
});

test("a game that all left together has no winner in words, though they share the first place", () => {
  const outcome = { ranks: [1, 1, 1], scores: null, reason: "leave" };
  const gone = seats([{ left: "absent" }, { left: "absent" }, { left: "resigned" }]);
  assert.equal(resultWords(outcome, gone), "All players left");
  assert.equal(resultWords(outcome, seats([{ left: "absent" }, { left: "absent" }, {}])), "Three-way tie");
  const state = { latest: stepOf({ step: 4, outcome }), seats: gone };
  const entry = { step: 4, leave: [0, 1, 2], events: [] };
  assert.deepEqual(stepWords(entry, state, () => ["Ada left the game"]), ["All players left"]);
  assert.deepEqual(stepWords({ ...entry, step: 3 }, state, () => ["Ada left the game"]), ["Ada left the game"]);
});

test("where scores are equal and one still wins, the tie-break is told", () => {
  const tie = "The last one comes first.";
  const outcome = { ranks: [2, 1, 3], scores: [9, 9, 2], reason: "blocked" };
  assert.equal(reasonWords(outcome, seats(), tie), `Nobody could move any more. ${tie}`);
  assert.equal(reasonWords({ ...outcome, scores: [8, 9, 2] }, seats(), tie), "Nobody could move any more.");
  assert.equal(reasonWords({ ...outcome, ranks: [1, 1, 3] }, seats(), tie), "Nobody could move any more.");
});

test("a clear win says by how much, equal winners how much each has, and a win by leaving neither", () => {
  const margin = (more, amount) => marginWords({ ranks: [1, 2, 3], scores: [12, 8.5, 3], reason: "score", ...more }, seats(), amount);
  assert.equal(margin({}), "3.5 points ahead");
  assert.equal(margin({ scores: [9, 8, 3] }, (n) => `${n} tile${n === 1 ? "" : "s"}`), "1 tile ahead");
  assert.equal(margin({ ranks: [1, 1, 3], scores: [9, 9, 3] }), "9 points each");
  assert.equal(margin({ scores: [9, 9, 3] }), "");
  assert.equal(margin({ reason: "leave" }), "");
  assert.equal(margin({ scores: null, reason: "goal" }), "");
});

test("the winners of a game that everybody left are nobody", () => {
  const outcome = { ranks: [1, 1, 1], scores: null, reason: "leave" };
  assert.deepEqual(winnersOf(outcome, seats([{ left: "resigned" }, { left: "absent" }, { left: "resigned" }])), []);
  assert.deepEqual(winnersOf({ ...outcome, reason: "agreement" }, seats()).map(({ number }) => number), [0, 1, 2]);
});
