import assert from "node:assert/strict";
import { test } from "node:test";

import { closedBy, closedWords, standingLines } from "../../static/js/boards/continuous-go/drawing/closing.js";
import { expected } from "../../static/js/boards/continuous-go/drawing/preview.js";
import { segmentIndex, segmentsOf } from "../../static/js/boards/continuous-go/segments.js";

const SIZE = 19;
const UNIT = 1 / 1024;
/** A corner of the board, two by two spaces, open on its right side. */
const SHELF = [[0, 2], [2, 2]];

/** What a line would close beside the player's lines and the opponent's. */
function closed(path, { own = [], opponent = [], budget = 100, upper = 8, size = SIZE } = {}) {
  const line = expected(path, segmentIndex(opponent.flatMap(segmentsOf)), budget);
  return closedBy(standingLines(own, size), line, upper);
}

const areasOf = (faces) => faces.map(({ area }) => area);

function square(left, top, side) {
  return [[left, top], [left + side, top], [left + side, top + side], [left, top + side], [left, top]];
}

test("a line that closes a corner with the edge of the board shades it", () => {
  assert.deepEqual(areasOf(closed([[2, 0], [2, 2]], { own: [SHELF] })), [4]);
});

test("a gap of the smallest unit is open", () => {
  assert.deepEqual(closed([[2, 0], [2, 2 - UNIT]], { own: [SHELF] }), []);
  assert.deepEqual(closed([[2 + UNIT, 0], [2 + UNIT, 3]], { own: [SHELF] }), []);
});

test("a line that is loose at its end closes nothing, nor does one that touches once", () => {
  assert.deepEqual(closed([[5, 5], [7, 7], [8, 5]]), []);
  assert.deepEqual(closed([[1, 2], [1, 5]], { own: [SHELF] }), []);
});

test("a line that meets itself closes a loop, and what lies round it stays the rest of the board", () => {
  assert.deepEqual(areasOf(closed(square(5, 5, 2))), [4]);
  assert.deepEqual(areasOf(closed([[4, 4], [8, 4], [8, 6], [6, 6], [6, 2]])), [4]);
});

test("a line through an area divides it in two", () => {
  assert.deepEqual(areasOf(closed([[6, 4], [6, 9]], { own: [square(5, 5, 3)] })), [6, 3]);
});

test("a line that only leads to an area changes nothing", () => {
  assert.deepEqual(closed([[2, 6], [5, 6]], { own: [square(5, 5, 2)] }), []);
});

test("what lies inside another area is left out of it, with all that is inside that", () => {
  const own = [square(2, 2, 2), square(2.5, 2.5, 0.5)];
  const [face] = closed(square(1, 1, 4), { own, upper: 20 });
  assert.equal(face.area, 12);
  assert.equal(face.outline.length, 2);
});

test("a loop inside an area that counts leaves the rest of it", () => {
  assert.deepEqual(areasOf(closed(square(6, 6, 1), { own: [square(5, 5, 3)] })), [8, 1]);
});

test("a line drawn over one that stands closes nothing new", () => {
  const own = [square(5, 5, 2)];
  assert.deepEqual(closed([[5, 5], [7, 5]], { own }), []);
  assert.deepEqual(closed([[4, 5], [6, 5]], { own }), []);
});

test("an area over the largest that counts is said to be too big", () => {
  const [face] = closed(square(5, 5, 3), { upper: 8 });
  assert.deepEqual([face.area, face.tooBig], [9, true]);
  assert.equal(closedWords([face]), "Encloses an area of about 9 squares, too big to count.");
});

test("a line that the length of the turn stops before it arrives closes nothing", () => {
  assert.deepEqual(closed([[2, 0], [2, 2]], { own: [SHELF], budget: 1.9 }), []);
  assert.deepEqual(areasOf(closed([[2, 0], [2, 3]], { own: [[[0, 2], [3, 2]]], budget: 2.5 })), [4]);
});

test("where a line stops is not known exactly, so that what it hardly reaches is not called closed", () => {
  const loose = [[0, 2], [2 + 4 * UNIT, 2]];
  assert.deepEqual(closed([[2, 0], [2, 4]], { own: [loose], budget: 3 }), []);
  assert.deepEqual(areasOf(closed([[2, 0], [2, 3]], { own: [loose], budget: 3 })), [4]);
});

test("the opponent's line in the way is not closed across", () => {
  const opponent = [[[1.5, 1], [4, 1]]];
  assert.deepEqual(closed([[2, 0], [2, 2]], { own: [SHELF], opponent }), []);
});

test("what is closed is said in a sentence, areas that count before others", () => {
  assert.equal(closedWords([]), "");
  assert.equal(closedWords([{ area: 4.04, tooBig: false }]), "Encloses an area of about 4 squares.");
  assert.equal(closedWords([{ area: 50, tooBig: true }, { area: 3, tooBig: false }, { area: 1.5, tooBig: false }]), "Encloses 2 areas, about 4.5 squares together.");
});
