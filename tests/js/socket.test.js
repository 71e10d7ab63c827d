import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { openSocket, pauseAfter, pauseBefore } from "../../static/js/net/socket.js";

/** The sockets that were opened, the newest last. */
let opened = [];

class FakeSocket extends EventTarget {
  static OPEN = 1;
  readyState = 1;

  constructor() {
    super();
    opened.push(this);
  }

  send() {}

  close() {}
}

beforeEach(() => {
  opened = [];
  mock.timers.enable({ apis: ["setTimeout"] });
  const page = { WebSocket: FakeSocket, window: new EventTarget(), document: new EventTarget() };
  Object.assign(globalThis, page, { location: new URL("http://club.example/games/1/") });
});

afterEach(() => mock.timers.reset());

/** Takes the newest socket, says something, and closes it. */
function sendAway(code, event = { type: "error", code: "too-many", message: "Close some." }) {
  const socket = opened.at(-1);
  socket.dispatchEvent(new Event("open"));
  socket.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(event) }));
  socket.dispatchEvent(Object.assign(new Event("close"), { code }));
}

function follow() {
  const events = [];
  openSocket("/ws/games/1/", { onEvent: (event) => events.push(event), onChange() {}, greeting: () => ({}) });
  return events;
}

test("each pause before another attempt is longer, up to a bound", () => {
  const pauses = [0, 1, 2, 3, 20].map((attempt) => pauseBefore(attempt, 1));
  assert.deepEqual(pauses, [500, 1000, 2000, 4000, 15_000]);
});

test("the pages of a restarted server do not come at once", () => {
  assert.equal(pauseBefore(3, 0), 2000);
  assert.equal(pauseAfter(1006, 3, 0.5), 3000);
});

test("who has too many pages open tries again slowly", () => {
  assert.equal(pauseAfter(4429, 0, 0), 30_000);
  assert.equal(pauseAfter(4429, 9, 1), 60_000);
});

test("a page that is one too many is told why, and tries again within a minute", () => {
  const events = follow();
  sendAway(4429);
  assert.equal(events[0].code, "too-many");
  mock.timers.tick(29_000);
  assert.equal(opened.length, 1);
  mock.timers.tick(31_000);
  assert.equal(opened.length, 2);
});

test("a server that takes a socket only to say that it cannot begin is left in peace ever longer", () => {
  follow();
  for (let attempt = 0; attempt < 6; attempt++) {
    sendAway(4503, { type: "error", code: "failed", message: "Later." });
    mock.timers.tick(16_000);
  }
  sendAway(4503, { type: "error", code: "failed", message: "Later." });
  const before = opened.length;
  mock.timers.tick(7_000);
  assert.equal(opened.length, before);
});

test("a socket that was good is tried again at once when it breaks", () => {
  follow();
  for (let attempt = 0; attempt < 6; attempt++) {
    sendAway(1006, { type: "game.snapshot" });
    mock.timers.tick(501);
    assert.equal(opened.length, attempt + 2);
  }
});
