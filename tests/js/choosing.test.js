import assert from "node:assert/strict";
import { test } from "node:test";
import { chooser } from "../../static/js/core/choosing.js";
import { createStore, initialState } from "../../static/js/core/store.js";
import { D4, E5, stepOf, snapshot } from "./shapes.js";

function table({ confirms = false, you = undefined } = {}) {
  const sent = [];
  const store = createStore(initialState(snapshot(you ? { you } : {}), [], 0), () => 0);
  let id = 0;
  const send = (command) => sent.push(command) > 0;
  return { sent, store, choices: chooser({ store, send, nextId: () => ++id, confirms: () => confirms }) };
}

test("a choice is sealed for the next step", () => {
  const { sent, choices } = table();
  choices.choose(D4);
  assert.deepEqual(sent, [{ type: "action.seal", id: 1, step: 2, action: D4 }]);
});

test("a choice that is taken back is withdrawn", () => {
  const { sent, store, choices } = table();
  choices.choose(D4);
  store.dispatch({ type: "command.done", id: 1 });
  choices.choose(null);
  assert.deepEqual(sent[1], { type: "action.withdraw", id: 2, step: 2 });
});

test("where nothing was chosen there is nothing to take back", () => {
  const { sent, choices } = table();
  choices.choose(null);
  assert.deepEqual(sent, []);
});

test("with Confirm nothing leaves the page before it", () => {
  const { sent, choices } = table({ confirms: true });
  choices.choose(D4);
  choices.choose(E5);
  assert.deepEqual(sent, []);
  choices.confirm();
  assert.deepEqual(sent, [{ type: "action.seal", id: 1, step: 2, action: E5 }]);
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
  assert.deepEqual(sent[1], { type: "action.seal", id: 1, step: 2, action: D4 });
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
  assert.deepEqual(sent[1], { type: "action.seal", id: 1, step: 3, action: D4 });
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
