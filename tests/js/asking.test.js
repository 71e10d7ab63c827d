import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { asker, pauseAfterRefusal } from "../../static/js/core/asking.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

/** A page whose questions can always be sent. */
function page(known = { everyone: 4 }) {
  const sent = [];
  let id = 0;
  const asking = asker({ greet: () => sent.push(asking.question()) > 0, nextId: () => ++id, known: () => known });
  const refuse = (more = {}) => asking.hear({ type: "error", id, code: "failed", message: "", ...more });
  return { sent, asking, refuse };
}

test("a question says what the page knows, and nothing where it knows nothing", () => {
  const { sent, asking } = page();
  asking.ask();
  assert.deepEqual(sent, [{ type: "snapshot.ask", id: 1, after: { everyone: 4 } }]);
  const lost = page({});
  lost.asking.ask();
  assert.equal(lost.sent[0].after, null);
});

test("while an answer is owed nothing more is asked", () => {
  const { sent, asking } = page();
  asking.ask();
  asking.ask();
  assert.equal(sent.length, 1);
  asking.hear({ type: "events.missed" });
  asking.ask();
  assert.equal(sent.length, 2);
});

test("a refused question is asked again by itself, each time later", () => {
  const { sent, asking, refuse } = page();
  asking.ask();
  for (const pause of [1000, 2000, 4000]) {
    const before = sent.length;
    assert.equal(refuse(), true);
    mock.timers.tick(pause - 1);
    asking.ask(); // other reasons to ask must wait too
    assert.equal(sent.length, before);
    mock.timers.tick(1);
    assert.equal(sent.length, before + 1);
  }
});

test("who is told to be slower waits as long as the server says", () => {
  const { sent, asking, refuse } = page();
  asking.ask();
  refuse({ code: "too-fast", retry_after: 8 });
  mock.timers.tick(7_999);
  assert.equal(sent.length, 1);
  mock.timers.tick(1);
  assert.equal(sent.length, 2);
});

test("no pause is longer than half a minute", () => {
  assert.equal(pauseAfterRefusal(30), 30_000);
});

test("what is refused again and again is told in the end", () => {
  const { asking, refuse } = page();
  asking.ask();
  const told = [1, 2, 3, 4].map(() => {
    const quiet = refuse();
    mock.timers.tick(30_000);
    return !quiet;
  });
  assert.deepEqual(told, [false, false, false, true]);
});

test("a refusal of something else is none of this", () => {
  const { asking } = page();
  asking.ask();
  assert.equal(asking.hear({ type: "error", id: 77, code: "too-fast", message: "" }), false);
});

test("a connection that is lost takes its question along", () => {
  const { sent, asking } = page();
  asking.ask();
  asking.lost();
  asking.ask();
  assert.equal(sent.length, 2);
});
