import assert from "node:assert/strict";
import { test } from "node:test";

import { gapsOf, middle, widthWords } from "../../static/js/boards/continuous-go/areas/gaps.js";

const SIZE = 9;
const black = (...path) => ({ seat: 0, path });
const white = (...path) => ({ seat: 1, path });
const openings = (...lines) => gapsOf(lines, SIZE, [0]).map(({ open }) => open);

test("an end that stops just before an own line is a gap, as wide as it is open", () => {
  const [gap, more] = gapsOf([black([2, 2], [2, 6]), black([5, 4], [2.0625, 4])], SIZE, [0]);
  assert.equal(more, undefined);
  assert.deepEqual(gap, { seat: 0, at: [2.0625, 4], to: [2, 4], open: 0.0625 });
  assert.equal(widthWords(gap), "0.06");
});

test("the least gap that there is is found, and said to be more than nothing", () => {
  const [gap] = gapsOf([black([2, 2], [2, 6]), black([5, 4], [2 + 1 / 1024, 4])], SIZE, [0]);
  assert.equal(gap.open, 1 / 1024);
  assert.equal(widthWords(gap), "0.001");
});

test("an end that touches is no gap", () => {
  assert.deepEqual(openings(black([2, 2], [2, 6]), black([5, 4], [2, 4])), []);
  assert.deepEqual(openings(black([2, 2], [5, 5]), black([5, 2], [3.5, 3.5])), []);
});

test("an end further away than a quarter of a space is no gap", () => {
  assert.equal(openings(black([2, 2], [2, 6]), black([5, 4], [2.25, 4])).length, 1);
  assert.deepEqual(openings(black([2, 2], [2, 6]), black([5, 4], [2.2509765625, 4])), []);
});

test("an end that has crossed the line just before is no gap", () => {
  assert.deepEqual(openings(black([2, 2], [2, 6]), black([5, 4], [1.9375, 4])), []);
});

test("the edge of the board counts as something to touch", () => {
  assert.deepEqual(openings(black([4, 4], [4, 0.125])), [0.125]);
  assert.deepEqual(openings(black([4, 4], [4, 0])), []);
  assert.deepEqual(openings(black([4, 4], [7.875, 8])), []);
});

test("a ring that is almost closed is one gap, although both of its ends see it", () => {
  const [gap, more] = gapsOf([black([2, 2], [5, 2], [5, 5], [2, 5], [2, 2.125])], SIZE, [0]);
  assert.equal(more, undefined);
  assert.deepEqual([gap.open, middle(gap)], [0.125, [2, 2.0625]]);
  assert.deepEqual(openings(black([2, 2], [5, 2], [5, 5], [2, 5], [2, 2])), []);
});

test("the way that a line came from is no gap", () => {
  assert.deepEqual(openings(black([4, 4], [4.05078125, 4.05078125], [4.1015625, 4], [4.203125, 4.1015625], [5, 4])), []);
});

test("a line that goes on where another ended closes it", () => {
  assert.deepEqual(openings(black([2, 4], [4, 4]), black([4, 4], [6, 4])), []);
  assert.deepEqual(openings(black([2, 4], [4, 4]), black([4.125, 4], [6, 4])), [0.125]);
});

test("what is connected nearby is no gap, what is connected only far away is one", () => {
  const post = black([4, 3], [4, 5]);
  assert.deepEqual(openings(post, black([4, 5], [6, 5]), black([6, 5], [4.0625, 4])), [0.0625]);
  assert.deepEqual(openings(post, black([3.875, 3.9375], [6, 3.9375]), black([5, 6], [4.125, 3.875])), []);
});

test("the other colour's lines are as if they were not there", () => {
  assert.deepEqual(openings(white([2, 2], [2, 6]), black([5, 4], [2.0625, 4])), []);
  const lines = [white([2, 2], [2, 6]), white([5, 4], [2.0625, 4])];
  assert.deepEqual(gapsOf(lines, SIZE, [0]), []);
  assert.equal(gapsOf(lines, SIZE, [0, 1])[0].seat, 1);
});

test("a board without lines has no gaps", () => {
  assert.deepEqual(gapsOf([], SIZE, [0, 1]), []);
});
