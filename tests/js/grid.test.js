import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbour, parsePoint, pointName, starPoints } from "../../static/js/boards/shared/grid.js";

test("columns have letters without I, rows count from the bottom", () => {
  assert.equal(pointName([3, 5], 9), "D4");
  assert.equal(pointName([8, 0], 9), "J9");
  assert.equal(pointName([24, 24], 25), "Z1");
});

test("every point's name leads back to the point", () => {
  for (const size of [5, 9, 19, 25]) {
    for (let x = 0; x < size; x++) {
      for (let y = 0; y < size; y++) assert.deepEqual(parsePoint(pointName([x, y], size), size), [x, y]);
    }
  }
});

test("a name may be typed small and with spaces", () => {
  assert.deepEqual(parsePoint(" d 4 ", 9), [3, 5]);
});

test("what names no point of the board is no point", () => {
  for (const text of ["", "D", "4", "I4", "D0", "D10", "K1", "DD4", "D4!", "4D"]) {
    assert.equal(parsePoint(text, 9), null, text);
  }
});

test("arrow keys move by one and stop at the edge", () => {
  assert.deepEqual(neighbour([3, 3], "ArrowUp", 9), [3, 2]);
  assert.deepEqual(neighbour([0, 8], "ArrowLeft", 9), [0, 8]);
  assert.deepEqual(neighbour([0, 8], "ArrowDown", 9), [0, 8]);
  assert.deepEqual(neighbour([3, 3], "End", 9), [8, 3]);
  assert.equal(neighbour([3, 3], "x", 9), null);
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
