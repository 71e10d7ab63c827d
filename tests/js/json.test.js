import assert from "node:assert/strict";
import { test } from "node:test";
import { isPoint, logIn, Malformed, messageIn, shaped, snapshotIn, stepIn } from "../../static/js/core/json.js";
import { snapshot, stepOf } from "./shapes.js";

test("what has the shape comes back as it is", () => {
  const [step, whole] = [stepOf(), snapshot()];
  assert.equal(stepIn(step), step);
  assert.equal(snapshotIn(whole), whole);
});

test("what lacks a field, or has another kind of it, is refused by name", () => {
  assert.throws(() => stepIn({ ...stepOf(), events: {} }), /events: expected list, not object/);
  assert.throws(() => stepIn({ ...stepOf(), position: null }), /position: expected object, not null/);
  assert.throws(() => snapshotIn({ ...snapshot(), step: { step: "1" } }), Malformed);
  assert.throws(() => shaped([], { length: "number" }), /expected an object, not list/);
});

test("a log holds steps with events and acts that say what was done", () => {
  const entries = [{ step: 1, events: [] }, { step: 1, what: "paused" }];
  assert.deepEqual(logIn(entries), entries);
  for (const wrong of [{}, [{ step: 1 }], [{ step: 1, what: null }], [null]]) assert.throws(() => logIn(wrong), Malformed);
});

test("a message is an object with a type; anything else is no message", () => {
  assert.deepEqual(messageIn('{"type": "chat.said"}'), { type: "chat.said" });
  for (const text of ["", "[]", "null", "{}", '{"type": 4}']) assert.equal(messageIn(text), null);
});

test("a point is two numbers", () => {
  assert.ok(isPoint([0, 3]));
  for (const wrong of [[0], [0, "3"], "03", null, [1, 2, 3]]) assert.ok(!isPoint(wrong));
});
