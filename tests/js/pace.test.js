import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { paced } from "../../static/js/core/pace.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.parse("2026-11-21T12:00:00Z") }));
afterEach(() => mock.timers.reset());

/** Work that counts how often it was done. */
function counted() {
  const work = { done: 0, soon: paced(() => (work.done += 1)) };
  return work;
}

test("requests in a short time lead to one run", () => {
  const work = counted();
  work.soon(0);
  work.soon(0);
  mock.timers.tick(300);
  assert.equal(work.done, 1);
});

test("a clock that is set back holds nothing up", () => {
  const work = counted();
  work.soon(0);
  mock.timers.tick(300);
  mock.timers.setTime(Date.now() - 3_600_000);
  work.soon(1_000);
  mock.timers.tick(2_000);
  assert.equal(work.done, 2);
});
