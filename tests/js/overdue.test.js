import assert from "node:assert/strict";
import { test } from "node:test";
import { overdue } from "../../static/js/core/overdue.js";

/** When a page asks, in milliseconds after the time ran out, with a tick every 100. */
function asks(until) {
  const asksNow = overdue();
  const moments = [];
  for (let now = 0; now <= until; now += 100) if (asksNow(true, now)) moments.push(now);
  return moments;
}

test("a clock at zero asks soon, and then ever more rarely", () => {
  assert.deepEqual(asks(25_000), [1500, 4500, 10_500, 22_500]);
});

test("it goes on asking every half a minute", () => {
  const [before, last] = asks(200_000).slice(-2);
  assert.equal(last - before, 30_000);
});

test("a new turn begins afresh", () => {
  const asksNow = overdue();
  asksNow(true, 0);
  assert.equal(asksNow(true, 1500), true);
  asksNow(false, 2000);
  asksNow(true, 3000);
  assert.equal(asksNow(true, 4499), false);
  assert.equal(asksNow(true, 4500), true);
});
