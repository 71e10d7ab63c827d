import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { openSocket, pauseAfter, pauseBefore } from "../../static/js/net/socket.js";

/** The sockets that were opened, the newest last. */
let opened = [];

class FakeSocket extends EventTarget {
  static OPEN = 1;
  readyState = 0;
  sent = [];
  isClosed = false;

  constructor() {
    super();
    opened.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.isClosed = true;
  }
}

beforeEach(() => {
  opened = [];
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const page = { WebSocket: FakeSocket, window: new EventTarget(), document: new EventTarget() };
  Object.assign(globalThis, page, { location: new URL("http://club.example/games/1/") });
});

afterEach(() => mock.timers.reset());

/** Accepts the newest socket. */
function take() {
  const socket = opened.at(-1);
  socket.readyState = FakeSocket.OPEN;
  socket.dispatchEvent(new Event("open"));
  return socket;
}

function say(socket, event) {
  socket.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(event) }));
}

/** Accepts the newest socket, sends a message, and closes it. */
function sendAway(code, event = { type: "error", code: "too-many", message: "Close some." }) {
  const socket = take();
  say(socket, event);
  socket.dispatchEvent(Object.assign(new Event("close"), { code }));
}

/** Follows; the socket is accepted and receives the state at once. */
function followed() {
  follow();
  const socket = take();
  say(socket, { type: "game.snapshot" });
  return socket;
}

/** Lets time pass as on a machine that is awake. */
function pass(milliseconds) {
  for (let passed = 0; passed < milliseconds; passed += 1) mock.timers.tick(1);
}

/** Puts the machine to sleep: its clock goes on, but no timer runs. */
function sleep(milliseconds) {
  mock.timers.setTime(Date.now() + milliseconds);
}

function follow() {
  const events = [];
  openSocket("/ws/games/1/", { onEvent: (event) => events.push(event), onChange() {}, greeting: () => ({ type: "snapshot.ask" }) });
  return events;
}

test("each pause before another attempt is longer, up to a bound", () => {
  const pauses = [0, 1, 2, 3, 20].map((attempt) => pauseBefore(attempt, 1));
  assert.deepEqual(pauses, [500, 1000, 2000, 4000, 15_000]);
});

test("a page that is told that it waits gives its place up only after a long silence", () => {
  const events = follow();
  take();
  for (let times = 0; times < 5; times += 1) {
    pass(14_000);
    say(opened.at(-1), { type: "connection.waits" });
  }
  assert.equal(opened.length, 1);
  assert.deepEqual(events, [], "the page has no use for it");
  pass(16_000);
  assert.equal(opened.length, 2);
});

test("a page that waits for its first message asks for nothing when the viewer comes back", () => {
  follow();
  take();
  document.dispatchEvent(new Event("visibilitychange"));
  pass(6_000);
  assert.deepEqual(opened.at(-1).sent, []);
  assert.equal(opened.length, 1);
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
  pass(29_000);
  assert.equal(opened.length, 1);
  for (let left = 31_000; left > 0 && opened.length === 1; left -= 1) pass(1);
  assert.equal(opened.length, 2);
});

test("a server that takes a socket only to say that it cannot begin is left in peace ever longer", () => {
  follow();
  for (let attempt = 0; attempt < 6; attempt++) {
    sendAway(4503, { type: "error", code: "failed", message: "Later." });
    for (let left = 16_000; left > 0 && opened.length === attempt + 1; left -= 1) pass(1);
    assert.equal(opened.length, attempt + 2);
  }
  sendAway(4503, { type: "error", code: "failed", message: "Later." });
  const before = opened.length;
  pass(7_000);
  assert.equal(opened.length, before);
});

test("a socket that was good is tried again at once when it breaks", () => {
  follow();
  for (let attempt = 0; attempt < 6; attempt++) {
    sendAway(1006, { type: "game.snapshot" });
    pass(501);
    assert.equal(opened.length, attempt + 2);
  }
});

test("a page whose process ends goes to another at once, and nobody is told of a loss", () => {
  const states = [];
  openSocket("/ws/games/1/", { onEvent() {}, onChange: (state) => states.push(state), greeting: () => ({ type: "snapshot.ask" }) });
  sendAway(4012, { type: "game.snapshot" });
  assert.equal(opened.length, 2);
  assert.ok(opened[0].isClosed);
  take();
  assert.deepEqual(states, ["connecting", "open", "open"]);
});

test("a page that finds no other process says that the connection is lost", () => {
  const states = [];
  openSocket("/ws/games/1/", { onEvent() {}, onChange: (state) => states.push(state), greeting: () => ({ type: "snapshot.ask" }) });
  sendAway(4012, { type: "game.snapshot" });
  opened.at(-1).dispatchEvent(Object.assign(new Event("close"), { code: 1006 }));
  assert.deepEqual(states, ["connecting", "open", "lost"]);
});

test("a page that is sent on before it has heard anything waits a little", () => {
  follow();
  take().dispatchEvent(Object.assign(new Event("close"), { code: 4012 }));
  assert.equal(opened.length, 1);
  pass(501);
  assert.equal(opened.length, 2);
});

test("a connection that does not stand after five seconds is given up for another", () => {
  follow();
  pass(4_999);
  assert.equal(opened[0].isClosed, false);
  pass(1 + 500);
  assert.equal(opened[0].isClosed, true);
  assert.equal(opened.length, 2);
});

test("a connection that was given up is not heard any more", () => {
  const events = follow();
  pass(5_000);
  say(opened[0], { type: "game.snapshot" });
  assert.deepEqual(events, []);
});

for (const [what, comesBack] of [
  ["looks at the page again", () => document.dispatchEvent(new Event("visibilitychange"))],
  ["has the network back", () => window.dispatchEvent(new Event("online"))],
  ["comes back to a page that was kept", () => window.dispatchEvent(new Event("pageshow"))],
]) {
  test(`the server is asked at once when somebody ${what}`, () => {
    const socket = followed();
    comesBack();
    assert.deepEqual(socket.sent, [{ type: "snapshot.ask" }]);
  });
}

test("several signs of a return ask once", () => {
  const socket = followed();
  window.dispatchEvent(new Event("online"));
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(socket.sent.length, 1);
});

test("a page that nobody looks at asks nothing", () => {
  const socket = followed();
  document.hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(socket.sent, []);
});

test("a question that is not answered within five seconds means that the connection is dead", () => {
  const socket = followed();
  document.dispatchEvent(new Event("visibilitychange"));
  pass(4_999);
  assert.equal(socket.isClosed, false);
  pass(1 + 500);
  assert.equal(socket.isClosed, true);
  assert.equal(opened.length, 2);
});

test("any word is an answer", () => {
  const socket = followed();
  document.dispatchEvent(new Event("visibilitychange"));
  say(socket, { type: "events.newest", newest: {} });
  pass(10_000);
  assert.equal(socket.isClosed, false);
});

test("a machine that slept asks at once when its timers go on", () => {
  const socket = followed();
  sleep(20_000);
  mock.timers.tick(1);
  assert.deepEqual(socket.sent, [{ type: "snapshot.ask" }]);
});

test("a machine whose clock was set asks at once what the time is", (context) => {
  const socket = followed();
  const now = Date.now.bind(Date);
  context.mock.method(Date, "now", () => now() - 3_600_000);
  pass(5_000);
  assert.deepEqual(socket.sent, [{ type: "snapshot.ask" }]);
});

test("a machine that is awake asks nothing while the server speaks", () => {
  const socket = followed();
  for (let second = 0; second < 300; second += 4) {
    pass(4_000);
    say(socket, { type: "events.newest", newest: {} });
  }
  assert.deepEqual(socket.sent, []);
});

test("a connection that was begun before a sleep is begun anew at the return", () => {
  follow();
  sleep(60_000);
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(opened[0].isClosed, true);
  assert.equal(opened.length, 2);
});

test("who comes back while the next try is waited for does not wait", () => {
  followed().dispatchEvent(Object.assign(new Event("close"), { code: 1006 }));
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(opened.length, 2);
});

/** Counts the events that tell the document of changed notices from now on. */
function countNotices() {
  const told = { times: 0 };
  document.addEventListener("notices.changed", () => (told.times += 1));
  return told;
}

test("that notices have changed is for the document, whichever page it is", () => {
  const heard = [];
  openSocket("/ws/games/1/", { onEvent: (event) => heard.push(event.type), onChange() {}, greeting: () => ({}) });
  const socket = take();
  say(socket, { type: "game.snapshot" });
  const told = countNotices();
  say(socket, { type: "notices.changed" });
  assert.deepEqual([heard, told.times], [["game.snapshot"], 1]);
});

test("with the first word on each connection there may be other notices", () => {
  const told = countNotices();
  const socket = followed();
  say(socket, { type: "step.resolved" });
  assert.equal(told.times, 1);
  socket.dispatchEvent(Object.assign(new Event("close"), { code: 1006 }));
  mock.timers.tick(1_000);
  say(take(), { type: "game.snapshot" });
  assert.equal(told.times, 2);
});

test("a page that is sent away asks for no notices", () => {
  const told = countNotices();
  follow();
  sendAway(4401, { type: "error", code: "login-needed", message: "Log in." });
  assert.equal(told.times, 0);
});
