import assert from "node:assert/strict";
import { test } from "node:test";
import { oneAtATime } from "../../static/js/core/one-at-a-time.js";

test("work that goes on is not begun again", async () => {
  const begun = [];
  let finish = () => {};
  const work = oneAtATime((what) => {
    begun.push(what);
    return new Promise((resolve) => (finish = resolve));
  });
  const first = work("first");
  await work("second");
  assert.deepEqual(begun, ["first"]);
  finish();
  await first;
  work("third");
  assert.deepEqual(begun, ["first", "third"]);
});

test("work that failed can be begun again, and its error is not lost", async () => {
  let times = 0;
  const work = oneAtATime(async () => {
    times += 1;
    throw new Error("no network");
  });
  await assert.rejects(work(), /no network/);
  await assert.rejects(work(), /no network/);
  assert.equal(times, 2);
});
