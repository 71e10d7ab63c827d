import assert from "node:assert/strict";
import { test } from "node:test";

import { endsTurn } from "../../static/js/boards/continuous-go/index.js";
import { recentLines } from "../../static/js/boards/continuous-go/lines.js";
import { snapped } from "../../static/js/boards/continuous-go/drawing/magnet.js";
import { expectedWords, placeWords } from "../../static/js/boards/continuous-go/drawing/places.js";
import { pointWords } from "../../static/js/boards/continuous-go/points.js";
import { segmentIndex, segmentsOf } from "../../static/js/boards/continuous-go/segments.js";
import { choices, describe, draftWords, timeUp, parse, prompt, words } from "../../static/js/boards/continuous-go/words.js";
import { seats } from "./shapes.js";

const OPTIONS = { size: 19, budget: 4, lower: 8, upper: 8, komi: 7 };
const TWO = seats([{}, {}]);
const say = (...events) => words(events, TWO, OPTIONS);
const position = (more) => ({ size: 19, lines: [], remaining: 4, consecutive_passes: 0, ...more });
const drawn = (seat, ...path) => ({ seat, path });

test("typed text names points by the letters and numbers beside the board, and what is beyond them", () => {
  const draw = (...path) => ({ type: "draw", path });
  assert.deepEqual(parse("d4 E7", {}, OPTIONS), draw([3, 15], [4, 12]));
  assert.deepEqual(parse("D.5,4 D4.25", {}, OPTIONS), draw([3.5, 15], [3, 14.75]));
  assert.deepEqual(parse(" D,4  h.5 , 17 T1 ", {}, OPTIONS), draw([3, 15], [7.5, 2], [18, 18]));
});

test("a point that is told can be typed", () => {
  for (const point of [[0, 0], [18, 18], [3.25, 0], [5.5, 15], [7, 2.75], [17.99, 0.01]]) {
    assert.deepEqual(parse(`A1 ${pointWords(point, 19)}`, {}, OPTIONS)?.path[1].map((value) => Math.round(100 * value) / 100), point);
  }
});

test("one point, a point off the board and anything else are no line", () => {
  for (const text of ["D4", "D4 Z9", "3,4 5,4", "T.5,4 D4", "A19.5 D4", "A0.5 D4", "D.54 E4", "", "D4 -1,2", "I5 D4"]) {
    assert.equal(parse(text, {}, OPTIONS), null, text);
  }
});

test("passing and undoing can be typed", () => {
  for (const text of ["Pass", "end"]) assert.deepEqual(parse(text, {}, OPTIONS), { type: "pass" });
  assert.deepEqual(parse("undo", {}, OPTIONS), { type: "undo" });
});

test("a line is told with its length, where it runs, and why it stopped", () => {
  const event = { type: "drawn", seat: 0, path: [[3, 15], [5.5, 15]], length: 2.5, stopped: null };
  assert.deepEqual(say(event), ["Ada drew 2.5 spaces from D4 to F.5,4"]);
  assert.deepEqual(say({ ...event, stopped: "opponent" }), ["Ada drew 2.5 spaces from D4 to F.5,4, and was stopped by Bo’s line"]);
  assert.deepEqual(say({ ...event, stopped: "budget" }), ["Ada drew 2.5 spaces from D4 to F.5,4, where the length of the turn was used up"]);
});

test("everything else that happens is told, too", () => {
  assert.deepEqual(say({ type: "undone", seat: 1 }, { type: "absent", seat: 0 }, { type: "left", seat: 1 }), [
    "Bo undid the last line", "Ada’s time was up", "Bo left the game",
  ]);
  assert.deepEqual(say({ type: "passed", seat: 1 }, { type: "scored", scores: [9.004, 17] }), [
    "Bo passed", "Counted, in squares: Ada 9, Bo 17 with 7 komi",
  ]);
});

test("who has drawn in a turn ends it, and passes only without a line", () => {
  const line = { type: "drawn", seat: 0, path: [[3, 15], [5.5, 15]], length: 2.5, stopped: null };
  const back = { type: "undone", seat: 0 };
  const ended = (...earlier) => words([{ type: "passed", seat: 0 }], TWO, OPTIONS, earlier);
  assert.deepEqual(ended(line), ["Ada ended the turn"]);
  assert.deepEqual(ended(line, back, line), ["Ada ended the turn"]);
  assert.deepEqual(ended(line, back), ["Ada passed"]);
  assert.deepEqual(ended(), ["Ada passed"]);
});

test("a choice is described in a few words", () => {
  assert.equal(describe({ type: "draw", path: [[3, 15], [6, 19]] }, OPTIONS), "a line of 5 spaces from D4");
  assert.equal(describe({ type: "undo" }, OPTIONS), "undo");
  const drafted = (/** @type {number} */ remaining) => draftWords({ type: "draw", path: [[3, 15], [6, 19]] }, { position: { remaining, size: 19 } });
  assert.equal(drafted(2), "A line from D4, up to 2 spaces long: chosen, not confirmed yet.");
  assert.equal(drafted(5), undefined);
});

test("before anything is drawn one can pass, afterwards undo or end the turn", () => {
  const labels = (more) => choices({ position: position(more) }, 0, OPTIONS).map(({ label }) => label);
  assert.deepEqual(labels({}), ["Pass"]);
  assert.deepEqual(labels({ remaining: 1.5 }), ["Undo", "End turn"]);
});

test("what is asked says what is left, and that a pass would end the game", () => {
  const ask = (more, seat = 0) => prompt({ position: position(more), awaiting: [0] }, seat, TWO, OPTIONS);
  assert.match(ask({}), /draw up to 4 spaces/);
  assert.match(ask({ remaining: 1.5 }), /1.5 spaces left/);
  assert.match(ask({ consecutive_passes: 1 }), /Passing now ends the game/);
  assert.equal(ask({}, 1), "Ada is drawing.");
});

test("what the end of the time brings depends on what was drawn, and on a pass before", () => {
  const told = (more) => timeUp({ position: position(more), awaiting: [1] }, TWO, OPTIONS);
  assert.equal(told({}), "Bo to draw, or it counts as a pass");
  assert.equal(told({ consecutive_passes: 1 }), "Bo to draw, or the game ends");
  assert.match(told({ remaining: 1, consecutive_passes: 1 }), /^Bo to draw, or the turn ends/);
  assert.equal(timeUp({ position: position(), awaiting: [] }, TWO, OPTIONS), undefined);
});

test("the lines of this turn and of the turn before are recent", () => {
  const lines = [
    drawn(0, [0, 0], [4, 0]), drawn(1, [0, 9], [4, 9]),
    drawn(0, [0, 1], [4, 1]), drawn(1, [0, 8], [2, 8]), drawn(1, [0, 7], [2, 7]), drawn(0, [0, 2], [1, 2]),
  ];
  assert.deepEqual(recentLines(position({ lines, remaining: 3 }), 4, 0), lines.slice(3));
  assert.deepEqual(recentLines(position({ lines: lines.slice(0, 5) }), 4, 0), lines.slice(3, 5));
});

test("after a turn without a line nothing of it is recent, and earlier lines are not either", () => {
  const lines = [drawn(0, [0, 0], [4, 0]), drawn(0, [0, 1], [4, 1]), drawn(0, [0, 2], [1, 2])];
  assert.deepEqual(recentLines(position({ lines, consecutive_passes: 1 }), 4, 1), []);
  assert.deepEqual(recentLines(position({ lines, remaining: 3, consecutive_passes: 1 }), 4, 0), lines.slice(2));
  assert.deepEqual(recentLines(position({ lines }), 4, 1), lines.slice(2));
});

test("a place is told with the lines near it", () => {
  const lines = [{ name: null, index: segmentIndex(segmentsOf([[3, 0], [3, 9]])) }];
  assert.equal(placeWords([3, 5], null, lines, 19), "D14, on your line");
  assert.equal(placeWords([3.25, 0], null, lines, 19), "D.25,19, your line 0.25 spaces away, edge of the board");
  assert.equal(placeWords([9, 9], null, lines, 19), "K10");
});

test("where the magnet draws a place to, the place that is used is told", () => {
  const paths = [[[3, 0], [3, 9]]];
  const own = segmentIndex(paths.flatMap(segmentsOf));
  const told = (aimed) => placeWords(aimed, snapped(aimed, { own, ends: [[3, 0], [3, 9]], size: 19, reach: 0.2 }), [{ name: null, index: own }], 19);
  assert.equal(told([3.125, 5]), "D14, snapped, on your line");
  assert.equal(told([3, 5]), "D14, on your line");
  assert.equal(told([3.125, 8.9375]), "D10, snapped, at an end of your line");
  assert.equal(told([3, 9]), "D10, at an end of your line");
  assert.equal(told([9, 0.125]), "K19, snapped, edge of the board");
});

test("what will become of a line is told in a few words", () => {
  const line = { drawn: [[0, 0], [1, 0]], length: 1, stopped: null };
  assert.equal(expectedWords(line, 2.5), "1.5 spaces left");
  assert.equal(expectedWords({ ...line, stopped: "opponent" }, 2.5), "stops at a line");
  assert.equal(expectedWords({ ...line, drawn: [] }, 2.5), "nothing can be drawn here");
});

test("a pass ends the turn, and so does a line that leaves nothing to be drawn", () => {
  const ends = (action, remaining = 4) => endsTurn(action, { position: position({ remaining }) });
  const line = (length) => ({ type: "draw", path: [[1, 1], [1 + length, 1]] });
  assert.equal(ends({ type: "pass" }), true);
  assert.equal(ends({ type: "undo" }), false);
  assert.equal(ends(line(3)), false);
  assert.equal(ends(line(4)), true);
  assert.equal(ends(line(3), 2.5), true);
});
