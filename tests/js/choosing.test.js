import assert from "node:assert/strict";
import { test } from "node:test";
import { Chooser } from "../../static/js/core/choosing.js";
import { createStore, initialState } from "../../static/js/core/store.js";
import { D4, E5, stepOf, snapshot } from "./shapes.js";

const order = (number) => ({ page: "this one", number });

function table({ confirms = false, lingers = false, you = undefined, check = undefined } = {}) {
  const sent = [];
  const store = createStore(initialState(snapshot(you ? { you } : {}), [], 0), () => 0);
  let id = 0;
  const timers = [];
  const later = (then) => timers.push(then);
  const send = (command) => sent.push(command) > 0;
  const page = { store, send, nextId: () => ++id, order, confirms: () => confirms, lingers: () => lingers, later, check };
  return { sent, store, timers, choices: new Chooser(page) };
}

test("a choice is sealed for the next step", () => {
  const { sent, choices } = table();
  choices.choose(D4);
  assert.deepEqual(sent, [{ type: "action.seal", id: 1, order: order(1), step: 2, action: D4 }]);
});

test("a choice that is taken back is withdrawn", () => {
  const { sent, store, choices } = table();
  choices.choose(D4);
  store.dispatch({ type: "command.done", id: 1 });
  choices.choose(null);
  assert.deepEqual(sent[1], { type: "action.withdraw", id: 2, order: order(2), step: 2 });
});

test("a choice that the club cannot store is sent again by itself, as the same choice", () => {
  const { sent, store, timers, choices } = table();
  const refused = { type: "error", id: 1, code: "unavailable", message: "Not now.", retry_after: 1 };
  const hear = (event) => (store.dispatch(event), choices.hear(event, 0));
  choices.choose(D4);
  hear(refused);
  assert.deepEqual(store.get().choice.wanted, D4);
  assert.match(store.get().refusal.message, /sent again by itself/);
  timers.pop()();
  hear(refused);
  timers.pop()();
  assert.deepEqual(sent, [sent[0], sent[0], sent[0]]);
  hear({ type: "command.done", id: 1 });
  assert.equal(store.get().refusal, null);
  assert.deepEqual([store.get().choice.kept, timers], [D4, []]);
});

test("a choice that the club could not store is not sent again once there is another", () => {
  const { sent, store, timers, choices } = table();
  choices.choose(D4);
  const refused = { type: "error", id: 1, code: "unavailable", message: "Not now." };
  store.dispatch(refused);
  choices.hear(refused);
  choices.choose(E5);
  timers.pop()();
  assert.deepEqual(sent.map(({ action }) => action), [D4, E5]);
});

test("a choice that could not be stored until its turn was over is still asked about", () => {
  const { sent, store, timers, choices } = table();
  choices.choose(D4);
  const refused = { type: "error", id: 1, code: "unavailable", message: "Not now." };
  store.dispatch(refused);
  choices.hear(refused);
  store.dispatch({ type: "step.resolved", ...stepOf({ step: 2 }), cause: "timer" });
  timers.pop()();
  assert.deepEqual(sent, [sent[0], sent[0]]);
});

test("where nothing was chosen there is nothing to take back", () => {
  const { sent, choices } = table();
  choices.choose(null);
  assert.deepEqual(sent, []);
});

test("a choice drafted without a connection is checked once there is one", async () => {
  let connected = false;
  const check = async () => (connected ? { type: "error", id: 1, code: "occupied", message: "That point already holds a stone." } : null);
  const { sent, store, choices } = table({ confirms: true, check });
  choices.choose(D4);
  await Promise.resolve();
  assert.deepEqual(store.get().choice.draft, D4);
  connected = true;
  choices.resend();
  await new Promise(setImmediate);
  assert.equal(store.get().choice.draft, null);
  assert.equal(store.get().refusal.message, "That point already holds a stone.");
  assert.deepEqual(sent, []);
});

test("what waits for Confirm is checked, and one that is not allowed is refused before it", async () => {
  const asked = [];
  const check = async (step, action) => {
    asked.push([step, action]);
    return action === D4 ? { code: "occupied", message: "No.", at: D4.at } : null;
  };
  const { sent, store, choices } = table({ confirms: true, check });
  choices.choose(D4);
  assert.equal(store.get().choice.draft, D4);
  await null;
  await null;
  assert.deepEqual([store.get().choice.draft, store.get().refusal], [null, { code: "occupied", message: "No.", at: D4.at }]);
  choices.choose(E5);
  await null;
  await null;
  assert.deepEqual([store.get().choice.draft, store.get().refusal, sent], [E5, null, []]);
  assert.deepEqual(asked, [[2, D4], [2, E5]]);
});

test("what the server says of a choice that was changed meanwhile changes nothing", async () => {
  let answer = () => {};
  const { store, choices } = table({ confirms: true, check: (_, action) => (action === D4 ? new Promise((done) => (answer = done)) : Promise.resolve(null)) });
  choices.choose(D4);
  choices.choose(E5);
  answer({ code: "occupied", message: "No.", at: null });
  await null;
  await null;
  assert.deepEqual([store.get().choice.draft, store.get().refusal], [E5, null]);
});

test("what the server says of a choice for a step that is over changes nothing in the next", async () => {
  let answer = () => {};
  const { store, choices } = table({ confirms: true, check: () => new Promise((done) => (answer = done)) });
  choices.choose(D4);
  const { position, ...left } = stepOf({ step: 2, events: [{ type: "left", seat: 2 }] });
  store.dispatch({ ...snapshot(), type: "step.resolved", step: { ...left, changes: [] }, status: "running" });
  answer({ code: "step-over", message: "That turn is over.", at: null });
  await new Promise(setImmediate);
  assert.deepEqual([store.get().choice.step, store.get().choice.draft, store.get().refusal], [3, D4, null]);
});

test("with Confirm nothing is sealed before it", () => {
  const { sent, choices } = table({ confirms: true });
  choices.choose(D4);
  choices.choose(E5);
  assert.deepEqual(sent, []);
  choices.confirm();
  assert.deepEqual(sent, [{ type: "action.seal", id: 1, order: order(1), step: 2, action: E5 }]);
});

test("taking back what was not confirmed leaves what is sealed", () => {
  const { sent, store, choices } = table({ confirms: true, you: { seat: 0, action: E5, may: ["seal"], rooms: [] } });
  choices.choose(D4);
  choices.choose(null);
  assert.deepEqual(sent, []);
  assert.deepEqual(store.get().choice.kept, E5);
});

test("after a lost connection the choice is sent again, under the same id", () => {
  const { sent, choices } = table();
  choices.choose(D4);
  choices.lost();
  choices.resend();
  assert.deepEqual(sent[1], sent[0]);
});

test("a choice that another one has replaced while it could not be sent keeps its own place in the order", () => {
  const { sent, choices } = table();
  choices.choose(D4);
  choices.choose(E5);
  choices.lost();
  choices.resend();
  choices.choose(null);
  assert.deepEqual(sent.map((command) => command.order.number), [1, 2, 2, 3]);
});

test("a choice on its way is not sent twice when the first state comes late", () => {
  const { sent, choices } = table();
  choices.choose(D4);
  choices.resend();
  assert.equal(sent.length, 1);
});

test("a choice whose turn was over before its answer came is asked about, for the turn that it was for", () => {
  const { sent, store, choices } = table();
  choices.choose(D4);
  choices.lost();
  store.dispatch(snapshot({ step: stepOf({ step: 2, turn: 3 }) }));
  choices.resend();
  assert.deepEqual(sent[1], { type: "action.seal", id: 1, order: order(1), step: 2, action: D4 });
  store.dispatch({ type: "command.done", id: 1 });
  choices.lost();
  choices.resend();
  assert.equal(sent.length, 2);
});

test("a choice that a leave came before is sent for the step after it", () => {
  const { sent, store, choices } = table();
  choices.choose(D4);
  choices.lost();
  const { position, ...left } = stepOf({ step: 2, events: [{ type: "left", seat: 2 }], leave: [2] });
  const { seats, clock } = snapshot();
  store.dispatch({ type: "step.resolved", step: { changes: [], ...left }, seats, clock, status: "running", chosen: [] });
  choices.resend();
  assert.deepEqual(sent[1], { type: "action.seal", id: 1, order: order(1), step: 3, action: D4 });
});

test("what was answered is not sent again", () => {
  const { sent, store, choices } = table();
  choices.choose(D4);
  store.dispatch({ type: "command.done", id: 1 });
  choices.lost();
  choices.resend();
  assert.equal(sent.length, 1);
});

test("a spectator, and a player who looks at the past, choose nothing", () => {
  const spectator = table({ you: { seat: null, action: null, may: [], rooms: [] } });
  spectator.choices.choose(D4);
  const dreamer = table();
  dreamer.store.dispatch({ type: "past.shown", past: stepOf({ step: 0 }), animate: false });
  dreamer.choices.choose(D4);
  assert.deepEqual([...spectator.sent, ...dreamer.sent], []);
});

test("a choice that waits for a moment is sent when that is over, once", () => {
  const { sent, store, timers, choices } = table({ lingers: true });
  choices.choose(D4);
  assert.deepEqual([sent.length, store.get().choice.draft, store.get().choice.moment], [0, D4, true]);
  timers[0]();
  timers[0]();
  assert.deepEqual(sent, [{ type: "action.seal", id: 1, order: order(1), step: 2, action: D4 }]);
  assert.equal(store.get().choice.moment, false);
});

test("within the moment a choice is taken back or replaced without a word to the server", () => {
  const { sent, timers, choices } = table({ lingers: true });
  choices.choose(D4);
  choices.choose(null);
  timers[0]();
  assert.deepEqual(sent, []);
  choices.choose(D4);
  choices.choose(E5);
  timers[1]();
  assert.deepEqual(sent, []);
  timers[2]();
  assert.deepEqual(sent.map(({ action }) => action), [E5]);
});

test("who hurries, or leaves the page, sends what waits for a moment at once, and nothing else", () => {
  const { sent, timers, choices } = table({ lingers: true });
  assert.equal(choices.hurry(), false);
  choices.choose(D4);
  assert.equal(choices.hurry(), true);
  timers[0]();
  assert.equal(sent.length, 1);
  const careful = table({ confirms: true });
  careful.choices.choose(D4);
  assert.equal(careful.choices.hurry(), false);
  assert.deepEqual(careful.sent, []);
});
