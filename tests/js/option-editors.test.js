import assert from "node:assert/strict";
import { test } from "node:test";
import { agentOf, boardOf, resized, SMALL, USUAL, withPiece } from "../../static/js/boards/automatafl/setup.js";
import { fitted, putOn } from "../../static/js/boards/territory/start.js";

test("seats begin far apart, no two in one row or column", () => {
  for (const seats of [2, 3, 4, 5]) {
    const cells = fitted(null, { columns: 10, rows: 6 }, seats);
    assert.equal(new Set(cells.map(([x]) => x)).size, seats);
    assert.equal(new Set(cells.map(([, y]) => y)).size, seats);
  }
});

test("on another board those who still fit stay and the others are given a free cell", () => {
  assert.deepEqual(fitted([[1, 1], [9, 1]], { columns: 4, rows: 4 }, 2)[0], [1, 1]);
  const cells = fitted([[1, 1], [9, 1]], { columns: 4, rows: 4 }, 4);
  assert.equal(new Set(cells.map(String)).size, 4);
  assert.equal(fitted([[0, 0], [1, 1], [2, 2]], { columns: 6, rows: 4 }, 2).length, 2);
});

test("who is put on another's cell changes places with them", () => {
  assert.deepEqual(putOn([[0, 0], [1, 1]], 0, [1, 1]), [[1, 1], [0, 0]]);
  assert.deepEqual(putOn([[0, 0], [1, 1]], 0, [2, 2]), [[2, 2], [1, 1]]);
});

test("a piece is put down, the same again takes it away", () => {
  const rows = withPiece(SMALL, [1, 1], "W") ?? [];
  assert.equal(rows[1], ".W.....");
  assert.deepEqual(withPiece(rows, [1, 1], "W"), SMALL);
});

test("there is always one Agent, on no corner, and nothing is put on it", () => {
  assert.equal((withPiece(SMALL, [0, 1], "A") ?? []).join("").split("A").length, 2);
  assert.equal(withPiece(SMALL, [0, 0], "A"), null);
  assert.equal(withPiece(SMALL, agentOf(SMALL), "W"), null);
});

test("on a smaller board the Agent that has no place goes to the middle", () => {
  const rows = resized(USUAL, { columns: 6, rows: 6 });
  assert.deepEqual(agentOf(rows), [3, 3]);
  assert.deepEqual(resized(rows, { columns: 7, rows: 6 }).map((row) => row.length), [7, 7, 7, 7, 7, 7]);
});

test("what is no board is the usual one", () => {
  for (const value of [null, 7, [], ["..", "."], ["....."]]) assert.equal(boardOf(value), USUAL);
});
