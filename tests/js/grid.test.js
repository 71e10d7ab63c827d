import assert from "node:assert/strict";
import { test } from "node:test";
import { allPoints, neighbour, parsePoint, parsePoints, pointName, squareExtent, starPoints } from "../../static/js/boards/shared/grid.js";

const NINE = squareExtent(9);
const WIDE = { columns: 10, rows: 6 };

test("columns have letters without I, rows count from the bottom", () => {
  assert.equal(pointName([3, 5], NINE), "D4");
  assert.equal(pointName([8, 0], NINE), "J9");
  assert.equal(pointName([24, 24], squareExtent(25)), "Z1");
  assert.equal(pointName([3, 5], WIDE), "D1");
  assert.equal(pointName([8, 0], WIDE), "J6");
});

test("every point's name leads back to the point", () => {
  for (const extent of [...[5, 9, 19, 25].map(squareExtent), WIDE]) {
    for (const point of allPoints(extent)) assert.deepEqual(parsePoint(pointName(point, extent), extent), point);
  }
});

test("a name may be typed small and with spaces", () => {
  assert.deepEqual(parsePoint(" d 4 ", NINE), [3, 5]);
});

test("what names no point of the board is no point", () => {
  for (const text of ["", "D", "4", "I4", "D0", "D10", "K1", "DD4", "D4!", "4D"]) {
    assert.equal(parsePoint(text, NINE), null, text);
  }
});

test("several typed names are points of the board, in their order", () => {
  assert.deepEqual(parsePoints("d1", WIDE), [[3, 5]]);
  assert.deepEqual(parsePoints(" D4 - e5 ", WIDE), [[3, 2], [4, 1]]);
  assert.deepEqual(parsePoints("D4E5", WIDE), [[3, 2], [4, 1]]);
});

test("where one of several names no point, nothing is understood", () => {
  for (const text of ["", "D", "4", "D0", "D7", "I3", "L1", "D4 Z9", "D44", "ÄD4 5"]) {
    assert.equal(parsePoints(text, WIDE), null, text);
  }
});

test("arrow keys move by one and stop at the edge", () => {
  assert.deepEqual(neighbour([3, 3], "ArrowUp", NINE), [3, 2]);
  assert.deepEqual(neighbour([0, 8], "ArrowLeft", NINE), [0, 8]);
  assert.deepEqual(neighbour([0, 8], "ArrowDown", NINE), [0, 8]);
  assert.deepEqual(neighbour([3, 3], "End", NINE), [8, 3]);
  assert.equal(neighbour([3, 3], "x", NINE), null);
});

test("arrow keys stay on a board that is wider than high", () => {
  assert.deepEqual(neighbour([9, 5], "ArrowRight", WIDE), [9, 5]);
  assert.deepEqual(neighbour([9, 5], "ArrowDown", WIDE), [9, 5]);
  assert.deepEqual(neighbour([9, 5], "Home", WIDE), [0, 5]);
  assert.deepEqual(neighbour([0, 0], "PageDown", WIDE), [0, 5]);
  assert.equal(neighbour([0, 0], "Enter", WIDE), null);
});

test("all points come row by row", () => {
  assert.deepEqual(allPoints({ columns: 2, rows: 2 }), [[0, 0], [1, 0], [0, 1], [1, 1]]);
});

test("star points lie alike on every side", () => {
  for (let size = 5; size <= 25; size++) {
    const points = new Set(starPoints(size).map(String));
    for (const point of points) {
      const [x, y] = point.split(",").map(Number);
      assert.ok(points.has(String([size - 1 - x, y])) && points.has(String([y, x])), `${size}: ${point}`);
    }
  }
  assert.equal(starPoints(19).length, 9);
});
