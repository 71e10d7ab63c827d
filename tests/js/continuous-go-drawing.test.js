import assert from "node:assert/strict";
import { test } from "node:test";

import { ledTo, stepped } from "../../static/js/boards/continuous-go/drawing/cross.js";
import { distance, nearestOn, pathLength, touching } from "../../static/js/boards/continuous-go/geometry.js";
import { linesAround } from "../../static/js/boards/continuous-go/drawing/lines-around.js";
import { segmentIndex, segmentsOf } from "../../static/js/boards/continuous-go/segments.js";
import { snapped } from "../../static/js/boards/continuous-go/drawing/magnet.js";
import { expected } from "../../static/js/boards/continuous-go/drawing/preview.js";
import { begun, drawnOn, finished, pathOf } from "../../static/js/boards/continuous-go/drawing/sketch.js";
import { thinned } from "../../static/js/boards/continuous-go/drawing/thinning.js";

const SIZE = 19;
const WALL = [[5, 0], [5, 18]];
const SLANTED = [[3, 3.0009765625], [4.1259765625, 5.3330078125]];

/** What the magnet knows about the player's lines. */
function pullOf(paths, reach = 0.2) {
  return { own: segmentIndex(paths.flatMap(segmentsOf)), ends: paths.flatMap((path) => [path[0], path.at(-1)]), size: SIZE, reach };
}

/** Returns pseudorandom numbers from 0 to 1, the same in every run. */
function chance(seed = 7) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** A straight line between two places, as it is sent. */
function straight(from, to, pull) {
  return finished(drawnOn(begun(from, pull, true), [to], pull), 0.01, SIZE);
}

function drag(points, pull) {
  return finished(drawnOn(begun(points[0], pull, false), points.slice(1), pull), 0.005, SIZE);
}

test("a path is as long as its pieces", () => {
  assert.equal(pathLength([[0, 0], [3, 4], [3, 5]]), 6);
  assert.equal(pathLength([[1, 1]]), 0);
});

test("segments touch at a common point, and not across the least gap", () => {
  const unit = 1 / 1024;
  assert.ok(touching([0, 0], [2, 0], [1, 0], [1, 3]));
  assert.ok(!touching([0, 0], [2, 0], [1, unit], [1, 3]));
  assert.ok(touching([0, 0], [2, 0], [1, 0], [5, 0]));
  assert.ok(!touching([0, 0], [2, 0], [2 + unit, 0], [5, 0]));
});

test("a long drag becomes few points that nobody can tell from it", () => {
  const path = Array.from({ length: 4000 }, (_, n) => [9 + Math.cos(n / 500), 9 + Math.sin(n / 500)]);
  const few = thinned(path, 0.004);
  assert.ok(few.length < 90, String(few.length));
  for (const point of path) {
    const apart = Math.min(...few.slice(1).map((to, n) => distance(point, nearestOn(point, few[n], to))));
    assert.ok(apart < 0.006);
  }
});

test("a path never has more than 512 points, on the grid, and none twice in a row", () => {
  const next = chance();
  const path = Array.from({ length: 3000 }, () => [next() * 18, next() * 18]);
  const few = thinned(path, 0.001);
  assert.ok(few.length <= 512 && few.length > 2);
  assert.ok(few.every((point) => point.every((value) => Number.isInteger(value * 1024))));
  assert.deepEqual(thinned([[1, 1], [1.0001, 1], [1, 1.0002]], 0), [[1, 1]]);
});

test("a closed drag keeps its shape", () => {
  const ring = [[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]];
  assert.deepEqual(thinned(ring, 0.01), ring);
});

test("the magnet prefers ends to lines, and lines to nothing", () => {
  const pull = pullOf([WALL]);
  assert.deepEqual(snapped([5.1, 0.15], pull), { at: [5, 0], kind: "end" });
  assert.deepEqual(snapped([5.1, 9], pull), { at: [5, 9], kind: "line", segment: WALL });
  assert.equal(snapped([5.3, 9], pull), null);
});

test("the magnet draws to the edge of the board, and not at all when it is off", () => {
  assert.deepEqual(snapped([0.1, 7], pullOf([])), { at: [0, 7], kind: "edge" });
  assert.deepEqual(snapped([17.9, 7], pullOf([])), { at: [18, 7], kind: "edge" });
  assert.equal(snapped([0.1, 7], pullOf([WALL], 0)), null);
});

test("a line that is joined to an own line touches it exactly, wherever both lie", () => {
  const next = chance(11);
  const somewhere = () => [next() * 18, next() * 18].map((value) => Math.round(value * 1024) / 1024);
  let joins = 0;
  for (let round = 0; round < 3000; round++) {
    const [a, b] = [somewhere(), somewhere()];
    const part = next();
    const near = [a[0] + part * (b[0] - a[0]) + next() * 0.05, a[1] + part * (b[1] - a[1]) + next() * 0.05];
    const pull = pullOf([[a, b]]);
    const snap = snapped(near, pull);
    if (snap?.kind !== "line" && snap?.kind !== "end") continue;
    const far = somewhere();
    const there = straight(far, near, pull);
    const back = straight(near, far, pull);
    assert.ok(touching(there.at(-2), there.at(-1), a, b), `to ${a} ${b} ${near} ${far}`);
    assert.ok(touching(back[0], back[1], a, b), `from ${a} ${b} ${near} ${far}`);
    assert.ok(distance(there.at(-1), snap.at) < 5 / 1024);
    joins++;
  }
  assert.ok(joins > 2500);
});

test("a line from an own line to an own line is joined at both ends", () => {
  const pull = pullOf([WALL, SLANTED]);
  const path = straight([4.9, 4.2], [3.6, 4.1], pull);
  assert.ok(touching(path[0], path[1], ...WALL));
  assert.ok(touching(path.at(-2), path.at(-1), ...SLANTED));
});

test("a gap that is narrower than the magnet's reach can be closed from its end", () => {
  const pull = pullOf([WALL, [[2, 9], [4.875, 9]]]);
  const path = straight([4.86, 9.01], [5, 9.02], pull);
  assert.deepEqual(path[0], [4.875, 9]);
  assert.ok(touching(path.at(-2), path.at(-1), ...WALL));
});

test("a drag round comes back to exactly where it began", () => {
  const ring = Array.from({ length: 60 }, (_, n) => [9 + Math.cos(n / 9.5), 9 + Math.sin(n / 9.5)]);
  const path = drag(ring, pullOf([]));
  assert.deepEqual(path[0], path.at(-1));
  assert.ok(path.length > 12);
});

test("a short drag is not drawn back to where it began", () => {
  const path = drag([[9, 9], [9.05, 9], [9.1, 9]], pullOf([]));
  assert.deepEqual(path.map(([x]) => Math.round(x * 100)), [900, 910]);
});

test("without a way to go there is no line", () => {
  assert.equal(straight([4, 4], [4, 4], pullOf([])).length, 1);
  assert.deepEqual(pathOf(begun([4, 4], pullOf([]), true)), [[4, 4]]);
});

test("a line will stop at the opponent's line, 1/64 before it", () => {
  const line = expected([[3, 9], [8, 9]], segmentIndex(segmentsOf(WALL)), 20);
  assert.equal(line.stopped, "opponent");
  assert.ok(Math.abs(line.length - (2 - 1 / 64)) < 1e-6);
  assert.deepEqual(line.beyond.at(-1), [8, 9]);
});

test("a line will stop where the length is used up", () => {
  const line = expected([[3, 9], [4, 9], [4, 12]], segmentIndex(segmentsOf(WALL)), 2.5);
  assert.deepEqual([line.stopped, line.length, line.drawn.at(-1)], ["budget", 2.5, [4, 10.5]]);
});

test("a line that begins at the opponent's line begins where it is far enough away", () => {
  const line = expected([[5, 9], [8, 9]], segmentIndex(segmentsOf(WALL)), 20);
  assert.equal(line.stopped, null);
  assert.ok(Math.abs(line.drawn[0][0] - (5 + 1 / 64)) < 1e-6);
  assert.deepEqual(line.skipped[0], [5, 9]);
});

test("of a line along the opponent's line nothing will be drawn", () => {
  const line = expected([[5.01, 3], [5.01, 9]], segmentIndex(segmentsOf(WALL)), 20);
  assert.deepEqual([line.drawn, line.length], [[], 0]);
});

test("a free line is drawn whole", () => {
  const path = [[1, 1], [2, 2], [4, 2]];
  assert.deepEqual(expected(path, segmentIndex(segmentsOf(WALL)), 20), {
    skipped: [], drawn: path, beyond: [], stopped: null, length: 2 + Math.SQRT2,
  });
});

test("own lines and the other's are told apart by seat", () => {
  const lines = [{ seat: 0, path: WALL }, { seat: 1, path: SLANTED }];
  const { own, opponent, ends } = linesAround({ step: { position: { lines } }, me: 1 });
  assert.deepEqual(ends, SLANTED);
  assert.equal(own.near([5, 9], [5, 9], 0.2).length, 0);
  assert.equal(opponent.near([5, 9], [5, 9], 0.2).length, 1);
});

test("keys lead over the board, to its edges, and not beyond", () => {
  const key = (name, at, shiftKey = false) => ledTo(at, { key: name, shiftKey }, SIZE);
  assert.deepEqual(key("ArrowUp", [3, 3]), [3, 2.5]);
  assert.deepEqual(key("ArrowUp", [3, 3], true), [3, 2.9375]);
  assert.deepEqual(key("ArrowRight", [18, 3]), [18, 3]);
  assert.deepEqual([key("End", [3, 3]), key("PageUp", [3, 3])], [[18, 3], [3, 0]]);
  assert.equal(key("Tab", [3, 3]), null);
});

test("arrow keys go to the next multiple of the step", () => {
  assert.deepEqual([stepped(3, 1, 0.5), stepped(3.2, 1, 0.5), stepped(3.2, -1, 0.5), stepped(3, 0, 0.5)], [3.5, 3.5, 3, 3]);
});
