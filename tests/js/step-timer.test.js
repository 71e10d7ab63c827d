import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { StepTimer } from "../../static/js/core/step-timer.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

/** A game of a few steps, replayed from the first one. */
function replay({ last = 3, load = async () => {} } = {}) {
  const page = { shown: 0, animating: false, running: [] };
  const timer = new StepTimer({
    isAnimating: () => page.animating,
    async showNext() {
      await load();
      page.shown += 1;
      return page.shown < last;
    },
    onChange: () => page.running.push(timer.running),
  });
  return { page, timer };
}

async function pass(milliseconds) {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    mock.timers.tick(100);
    await new Promise(setImmediate);
  }
}

test("each step is shown for a while, and the last one ends the replay", async () => {
  const { page, timer } = replay();
  timer.start();
  await pass(1500);
  assert.equal(page.shown, 0);
  await pass(100);
  assert.equal(page.shown, 1);
  await pass(2 * 1600);
  assert.deepEqual([page.shown, timer.running, page.running], [3, false, [true, false]]);
});

test("the next step comes soon after an animation that takes long, and never during it", async () => {
  const { page, timer } = replay();
  timer.start();
  page.animating = true;
  await pass(4000);
  assert.equal(page.shown, 0);
  page.animating = false;
  await pass(700);
  assert.equal(page.shown, 0);
  await pass(100);
  assert.equal(page.shown, 1);
});

test("a replay that is stopped while a step loads does not go on", async () => {
  let arrive = () => {};
  const { page, timer } = replay({ load: () => new Promise((resolve) => (arrive = resolve)) });
  timer.start();
  await pass(1600);
  timer.stop();
  arrive();
  await pass(5000);
  assert.deepEqual([page.shown, timer.running], [1, false]);
});
