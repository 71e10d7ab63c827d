import assert from "node:assert/strict";
import { test } from "node:test";
import { stepSource, unpackLines } from "../../static/js/core/steps.js";
import { createStore, initialState } from "../../static/js/core/store.js";
import { walker } from "../../static/js/core/walking.js";
import { stepOf, snapshot } from "./shapes.js";

test("a step is asked for once", async () => {
  const asked = [];
  const steps = stepSource("/games/abc/", null, async (address) => asked.push(address) && stepOf());
  await steps.read(1);
  await steps.read(1);
  await steps.extra("heat", 1);
  assert.deepEqual(asked, ["/games/abc/steps/1.json", "/games/abc/steps/1/heat.json"]);
});

test("a step that could not be had may be asked for again", async () => {
  let tries = 0;
  const steps = stepSource("/games/abc/", null, async () => {
    if (!tries++) throw new Error("no network");
    return stepOf();
  });
  await assert.rejects(steps.read(1));
  assert.equal((await steps.read(1)).step, 1);
});

/** A source whose answers are given one after the other, and what it asked and how often it waited. */
function answering(answers) {
  const asked = [];
  const waits = [];
  const read = async (address) => asked.push(address) && answers(asked.length);
  const steps = stepSource("/games/abc/", null, read, async (time) => void waits.push(time));
  return { steps, asked, waits };
}

test("what a worker is still at is asked for again after a pause", async () => {
  const { steps, asked, waits } = answering((tries) => (tries < 3 ? { working: true } : { areas: [[], []] }));
  assert.deepEqual(await steps.extra("areas", 4), { areas: [[], []] });
  assert.deepEqual(asked, Array(3).fill("/games/abc/steps/4/areas.json"));
  assert.deepEqual(waits, [1000, 1000]);
});

test("what a worker never finishes is given up, and may be asked for anew", async () => {
  const { steps, asked } = answering(() => ({ working: true }));
  assert.equal(await steps.extra("areas", 4), null);
  assert.equal(asked.length, 30);
  await steps.extra("areas", 4);
  assert.equal(asked.length, 60);
});

test("a record that is only shown asks the server for nothing", async () => {
  const steps = stepSource(null, [stepOf({ step: 0 })], () => assert.fail("asked"));
  assert.equal((await steps.read(0)).step, 0);
  assert.equal(await steps.extra("heat", 0), null);
});

test("packed lines unpack to whole ones that share what is the same", () => {
  const first = { step: 0, position: { board: [[null, 1], [null]], size: 2 } };
  const lines = unpackLines([first, [[["step"], 1], [["position", "board", 0, 0], 2]], [[["step"], 2]]]);
  assert.deepEqual(lines[1], { step: 1, position: { board: [[2, 1], [null]], size: 2 } });
  assert.deepEqual(lines[2], { step: 2, position: { board: [[2, 1], [null]], size: 2 } });
  assert.equal(lines[1].position.board[1], first.position.board[1]);
  assert.equal(first.step, 0);
});

function walk(answers) {
  const store = createStore(initialState(snapshot({ step: stepOf({ step: 9 }) }), [], 0), () => 0);
  const shown = [];
  const troubles = [];
  const steps = { read: (step) => answers(step) };
  const goTo = walker({ store, steps, onShown: (step) => shown.push(step), onTrouble: (error) => troubles.push(error) });
  return { store, shown, troubles, goTo };
}

test("the latest wish counts, however slowly earlier steps arrive", async () => {
  let late = (_) => {};
  const { store, goTo } = walk((step) => (step === 3 ? new Promise((done) => (late = done)) : Promise.resolve(stepOf({ step }))));
  const slow = goTo(3);
  await goTo(5);
  late(stepOf({ step: 3 }));
  await slow;
  assert.equal(store.get().past?.step, 5);
});

test("the last step is now", async () => {
  const { store, shown, goTo } = walk(async (step) => stepOf({ step }));
  await goTo(3);
  await goTo(9);
  assert.equal(store.get().past, null);
  assert.deepEqual(shown, [3, null]);
});

test("only the next step is played as it happened", async () => {
  const { store, goTo } = walk(async (step) => stepOf({ step }));
  await goTo(3);
  assert.equal(store.get().animate, false);
  await goTo(4);
  assert.equal(store.get().animate, true);
  await goTo(3);
  assert.equal(store.get().animate, false);
});

test("a step that cannot be had leaves what is shown and says so", async () => {
  const { store, troubles, goTo } = walk(async () => Promise.reject(new Error("no network")));
  await goTo(3);
  assert.equal(store.get().past, null);
  assert.equal(troubles.length, 1);
});
