import assert from "node:assert/strict";
import { test } from "node:test";

import { allCells, cellName, nextCell, parseCells } from "../../static/js/boards/shared/cells.js";

const WIDE = { columns: 10, rows: 6 };

test("a cell is named by its column without I, and its row from the bottom", () => {
  assert.equal(cellName([3, 5], WIDE), "D1");
  assert.equal(cellName([8, 0], WIDE), "J6");
});

test("typed names are cells of the board, in their order", () => {
  assert.deepEqual(parseCells("d1", WIDE), [[3, 5]]);
  assert.deepEqual(parseCells(" D4 - e5 ", WIDE), [[3, 2], [4, 1]]);
  assert.deepEqual(parseCells("D4E5", WIDE), [[3, 2], [4, 1]]);
});

test("what names no cell of the board is not understood", () => {
  for (const text of ["", "D", "4", "D0", "D7", "I3", "L1", "D4 Z9", "D44", "ÄD4 5"]) {
    assert.equal(parseCells(text, WIDE), null, text);
  }
});

test("arrow keys stay on a board that is wider than high", () => {
  assert.deepEqual(nextCell([9, 5], "ArrowRight", WIDE), [9, 5]);
  assert.deepEqual(nextCell([9, 5], "ArrowDown", WIDE), [9, 5]);
  assert.deepEqual(nextCell([9, 5], "Home", WIDE), [0, 5]);
  assert.deepEqual(nextCell([0, 0], "PageDown", WIDE), [0, 5]);
  assert.equal(nextCell([0, 0], "Enter", WIDE), null);
});

test("all cells come row by row", () => {
  assert.deepEqual(allCells({ columns: 2, rows: 2 }), [[0, 0], [1, 0], [0, 1], [1, 1]]);
});
