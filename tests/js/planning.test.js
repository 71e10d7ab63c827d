import assert from "node:assert/strict";
import { test } from "node:test";
import { planMarks } from "../../static/js/boards/shared/plan-marks.js";
import { isPlanning, mayPlan, planner, planOf } from "../../static/js/core/planning.js";
import { createStore, initialState, reduce } from "../../static/js/core/store.js";
import { noticeWords } from "../../static/js/ui/choice-words.js";
import { snapshot } from "./shapes.js";

const [D4, E5, F6] = [[3, 3], [4, 4], [5, 5]].map((at) => ({ type: "place", at }));
const YOU = { seat: 0, action: null, earlier: null, plan: [], may: ["seal"], rooms: [] };

/** Waits until everything that could go on has done so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const order = (number) => ({ page: "one", number });

/** What the server answers to a change that another one has overtaken. */
const USED = { code: "overtaken", message: "A turn has used your plan." };

/**
 * A player's page with its planner, the commands it sent and what it does after a pause; `answers`
 * returns the answer to each.
 */
function page(plan, answers = () => "done") {
  const store = createStore(initialState(snapshot({ you: { ...YOU, plan } }), [], 0), () => 0);
  const [sent, paused] = [[], []];
  const carryOut = async (command) => (sent.push(command), answers(sent.length, store));
  const plans = planner({ store, carryOut, order, later: (then) => paused.push(then) });
  return { store, plans, sent, paused };
}

test("choices are added in the order in which they are made, each to what the one before it led to", async () => {
  const { plans, sent, store } = page([D4]);
  await Promise.all([plans.add(E5), plans.add(F6)]);
  assert.deepEqual(sent, [
    { type: "plan.set", was: [D4], actions: [D4, E5], step: 2, order: order(1) },
    { type: "plan.set", was: [D4, E5], actions: [D4, E5, F6], step: 2, order: order(2) },
  ]);
  assert.deepEqual(store.get().you.plan, [D4, E5, F6]);
});

test("a change is seen at once, and stands until the server has said more", async () => {
  const { plans, store } = page([D4, E5]);
  const done = plans.remove(0);
  assert.deepEqual(planOf(store.get()), [E5]);
  assert.deepEqual(store.get().you.plan, [D4, E5]);
  await done;
  store.dispatch({ type: "plan.kept", actions: [], now: "" });
  assert.deepEqual(planOf(store.get()), []);
});

test("a plan is put in another order, shortened and dropped", async () => {
  const { plans, store } = page([D4, E5, F6]);
  await plans.earlier(2);
  assert.deepEqual(store.get().you.plan, [D4, F6, E5]);
  await plans.earlier(0);
  assert.deepEqual(store.get().you.plan, [D4, F6, E5]);
  await plans.remove(1);
  assert.deepEqual(store.get().you.plan, [D4, E5]);
  await plans.drop();
  assert.deepEqual(store.get().you.plan, []);
});

test("a change that is refused leaves the plan and is told", async () => {
  const { plans, store, sent } = page([D4], (n) => (n === 1 ? USED : "done"));
  await Promise.all([plans.add(E5), plans.add(F6)]);
  assert.equal(sent.length, 1, "what was made on top of it is dropped with it");
  assert.equal(store.get().planning.refusal, "A turn has used your plan.");
  assert.deepEqual(store.get().you.plan, [D4]);
  assert.equal(store.get().gap, true, "the page asks what the plan is now");
  await plans.add(E5);
  assert.equal(store.get().planning.refusal, "");
});

test("changes that nobody answers stay on the page, and go out again in order on the next connections", async () => {
  const { plans, store, sent } = page([D4], (n) => (n < 3 ? null : "done"));
  const done = Promise.all([plans.add(E5), plans.add(F6)]);
  for (const connections of [1, 2]) {
    await settled();
    assert.equal(sent.length, connections);
    assert.deepEqual(planOf(store.get()), [D4, E5, F6]);
    plans.resend();
  }
  await done;
  const [first, second] = [[D4, E5], [D4, E5, F6]];
  assert.deepEqual(sent.map(({ actions, order: { number } }) => [actions, number]), [[first, 1], [first, 1], [first, 1], [second, 2]]);
  assert.deepEqual(store.get().you.plan, second);
  assert.equal(store.get().planning.wanted, null);
  plans.resend();
  await settled();
  assert.equal(sent.length, 4, "what was answered is not sent again");
});

test("a change that cannot be stored is sent again by itself, after a pause", async () => {
  const away = { code: "unavailable", message: "The club cannot store anything at the moment." };
  const { plans, store, sent, paused } = page([D4], (n) => (n < 3 ? away : "done"));
  const done = plans.add(E5);
  for (const times of [1, 2]) {
    await settled();
    assert.deepEqual([sent.length, paused.length], [times, times]);
    assert.deepEqual(planOf(store.get()), [D4, E5]);
    assert.match(store.get().planning.refusal, /Yours is sent again by itself/);
    paused.at(-1)();
  }
  await done;
  assert.deepEqual(new Set(sent.map(({ order: { number } }) => number)), new Set([1]));
  assert.deepEqual(store.get().you.plan, [D4, E5]);
  assert.equal(store.get().planning.refusal, "");
});

test("the answer to a change that is sent again does not undo what another page has changed since", async () => {
  const kept = { type: "plan.kept", actions: [D4, E5, F6], order: order(1), now: "" };
  const { plans, store } = page([D4], (_, told) => (told.dispatch(kept), "done"));
  await plans.add(E5);
  assert.deepEqual(store.get().you.plan, [D4, E5, F6]);
});

test("the server's word on the plan stands", () => {
  const { store } = page([D4, E5]);
  store.dispatch({ type: "plan.kept", actions: [E5], now: "" });
  assert.deepEqual(store.get().you.plan, [E5]);
});

test("what the server says of an older change does not undo a later one that it has answered", async () => {
  const { store, plans, sent } = page([D4]);
  await plans.add(E5);
  await plans.add(F6);
  for (const { actions, order: own } of sent) {
    store.dispatch({ type: "plan.kept", actions, order: own, now: "" });
    assert.deepEqual(store.get().you.plan, [D4, E5, F6]);
  }
  store.dispatch({ type: "plan.kept", actions: [E5], order: { page: "another", number: 1 }, now: "" });
  assert.deepEqual(store.get().you.plan, [E5]);
});

test("nobody plans who watches, who looks at the past, or where nothing is planned", () => {
  const { store, plans } = page([]);
  plans.toggle();
  assert.equal(isPlanning(store.get()), true);
  const state = store.get();
  assert.equal(mayPlan({ ...state, past: state.latest }), false);
  assert.equal(mayPlan({ ...state, latest: { ...state.latest, phase: "counting" } }), false);
  assert.equal(isPlanning({ ...state, you: { ...state.you, plan: null } }), false);
  assert.equal(mayPlan({ ...state, you: null }), false);
  assert.equal(mayPlan({ ...state, game: { ...state.game, status: "finished" } }), false);
});

test("planning ends when a turn asks for a choice again, and goes on where the plan has made it or nobody but a leaver moved", () => {
  const { store, plans } = page([D4]);
  plans.toggle();
  const before = store.get();
  const next = (chosen, events = []) => reduce(before, {
    type: "step.resolved",
    step: { ...before.latest, position: undefined, changes: [], step: 2, turn: 3, events },
    seats: before.seats, clock: before.clock, status: "running", chosen,
  }, 0);
  assert.equal(isPlanning(next([])), false);
  assert.equal(isPlanning(next([0])), true);
  assert.equal(isPlanning(next([], [{ type: "left", seat: 2 }])), true);
  const later = { ...snapshot({ you: { ...YOU, plan: [D4] } }), step: { ...before.latest, step: 2, turn: 3 } };
  assert.equal(isPlanning(reduce(before, later, 0)), false);
});

test("anyone who plans is told what is so in this turn, not what they could choose in it", () => {
  const { store, plans } = page([D4]);
  plans.toggle();
  const board = { describe: () => "E5", prompt: () => "Choose a point." };
  assert.equal(noticeWords(store.get(), board), "You have not chosen for this turn yet.");
  const { choice } = store.get();
  assert.match(noticeWords({ ...store.get(), choice: { ...choice, kept: E5 } }, board), /^Sealed: E5\./);
});

test("choices are numbered where they go, and those for one point share a mark", () => {
  const pass = { type: "pass" };
  const move = { type: "move", from: [0, 0], to: [0, 3] };
  const double = { type: "place", card: "double-move", at: [1, 1], then: [1, 2] };
  const marks = [...planMarks([D4, pass, D4, move, double]).values()];
  assert.deepEqual(marks, [
    { at: [3, 3], from: null, numbers: [1, 3] },
    { at: [0, 3], from: [0, 0], numbers: [4] },
    { at: [1, 1], from: null, numbers: [5] },
    { at: [1, 2], from: null, numbers: [5] },
  ]);
});
