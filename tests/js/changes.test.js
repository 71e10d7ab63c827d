import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { changed } from "../../static/js/core/changes.js";

/** The same cases as in the server's tests (tests/engines/test_changes.py). */
const CASES = JSON.parse(readFileSync(new URL("changes.json", import.meta.url), "utf8"));

for (const { what, before, changes, after } of CASES)
  test(`what is changed: ${what}; and the value before stays as it is`, () => {
    const kept = structuredClone(before);
    assert.deepEqual(changed(before, changes), after);
    assert.deepEqual(before, kept);
  });

test("what changes leave alone is shared", () => {
  const before = { board: [[1], [2]], last: [] };
  const after = changed(before, [[["board", 0], 0, 1, [5]]]);
  assert.equal(after.board[1], before.board[1]);
  assert.equal(changed(before, []), before);
});

for (const change of [[["nothing", 0], 1], [["nothing"]], [["lines"], 2, 5, []], [["board", 7, 0], 1], [["size"], 0, 1, [1]]])
  test(`${JSON.stringify(change)} is of another value`, () => {
    assert.throws(() => changed({ size: 2, board: [[null, 1]], lines: [1, 2, 3] }, [change]));
  });
