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

/** A source with prepared answers, together with its requests and its waits. */
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
  await assert.rejects(steps.extra("areas", 4), /too long/);
  assert.equal(asked.length, 30);
  await assert.rejects(steps.extra("areas", 4));
  assert.equal(asked.length, 60);
});

test("a record that is only shown has its steps, and asks for what can be worked out from them", async () => {
  const asked = [];
  const read = async (address) => asked.push(address) && { heat: [] };
  const steps = stepSource("/games/upload/abc/", [stepOf({ step: 0 })], read);
  assert.equal((await steps.read(0)).step, 0);
  assert.deepEqual(asked, []);
  assert.deepEqual(await steps.extra("heat", 0), { heat: [] });
  assert.deepEqual(asked, ["/games/upload/abc/steps/0/heat.json"]);
});

test("it is told in the server's words why something is not to be had", async () => {
  const steps = stepSource("/games/upload/abc/", [], () => Promise.reject(new Error("Gone.")));
  await assert.rejects(steps.extra("areas", 1), /Gone\./);
});

test("packed lines unpack to whole ones that share what is the same", () => {
  const first = stepOf({ step: 0, position: { board: [[null, 1], [null]], size: 2 } });
  const lines = unpackLines([first, [[["step"], 1], [["position", "board", 0, 0], 2]], [[["step"], 2]]]);
  assert.deepEqual(lines[1], { ...first, step: 1, position: { board: [[2, 1], [null]], size: 2 } });
  assert.deepEqual(lines[2], { ...first, step: 2, position: { board: [[2, 1], [null]], size: 2 } });
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
