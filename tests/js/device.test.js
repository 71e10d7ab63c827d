import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { closeRead, keepUp, stateOfDevice, turnOff, turnOn } from "../../static/js/ui/device.js";

const KEY = "BPublicKey-_";
const PAGE = { key: KEY, member: "ada", session: "monday", worker: "/service-worker.js", on: "/on/", off: "/off/", declined: "/not-now/", unread: "/unread.json" };

/** The state of a fake browser: what it was asked, stored and posted, and so on. */
let asked, posted, kept, subscribed, shown, permission;

const service = {
  subscribe: async ({ applicationServerKey: key }) => (subscribed = subscription(key, "https://push.example/new")),
  getSubscription: async () => subscribed,
};

function subscription(key, endpoint) {
  const raw = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return {
    endpoint,
    options: { applicationServerKey: raw.buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: "point", auth: "secret" } }),
    unsubscribe: async () => (subscribed = null),
  };
}

function give(name, value) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

function pageOf(push) {
  give("document", {
    getElementById: (id) => (id === "push" && push ? { textContent: JSON.stringify(push) } : null),
    querySelector: () => ({ value: "token" }),
  });
}

beforeEach(() => {
  [asked, posted, kept, subscribed, shown, permission] = [0, [], {}, null, [], "default"];
  const registration = { pushManager: service, getNotifications: async () => [...shown] };
  const serviceWorker = { register: async () => registration, getRegistration: async () => registration, ready: Promise.resolve(registration) };
  give("navigator", { serviceWorker, userAgent: "Linux", maxTouchPoints: 0 });
  give("window", { PushManager: {}, Notification: {} });
  give("isSecureContext", true);
  give("matchMedia", () => ({ matches: true }));
  give("Notification", {
    get permission() {
      return permission;
    },
    requestPermission: async () => ((asked += 1), (permission = permission === "default" ? "granted" : permission)),
  });
  give("localStorage", { getItem: (name) => kept[name] ?? null, setItem: (name, value) => (kept[name] = value), removeItem: (name) => delete kept[name] });
  give("fetch", async (address, options = {}) => {
    if (options.method === "POST") posted.push([address, JSON.parse(options.body), options.headers["X-CSRFToken"]]);
    return Response.json({ unread: [8] });
  });
  pageOf(PAGE);
});

test("a browser that can is off until its member turns it on, and the browser asks only then", async () => {
  assert.deepEqual([await stateOfDevice(false), asked], ["off", 0]);
  assert.equal(await turnOn(PAGE), true);
  assert.deepEqual(posted, [["/on/", { endpoint: "https://push.example/new", p256dh: "point", auth: "secret" }, "token"]]);
  assert.deepEqual([await stateOfDevice(true), await stateOfDevice(false), asked], ["on", "off", 1]);
  await turnOff(PAGE);
  assert.deepEqual([posted[1][0], subscribed, kept], ["/off/", null, {}]);
});

test("a browser in which the site is forbidden to notify says so, and nothing is posted", async () => {
  permission = "denied";
  assert.deepEqual([await turnOn(PAGE), await stateOfDevice(true), posted], [false, "denied", []]);
});

test("what a browser cannot do is told apart", async () => {
  give("isSecureContext", false);
  assert.equal(await stateOfDevice(false), "insecure");
  give("isSecureContext", true);
  give("window", {});
  assert.equal(await stateOfDevice(false), "unsupported");
  for (const [userAgent, maxTouchPoints] of [["Mozilla/5.0 (iPhone; CPU)", 5], ["Mozilla/5.0 (Macintosh; Intel)", 5]]) {
    give("navigator", { ...navigator, userAgent, maxTouchPoints });
    assert.equal(await stateOfDevice(false), "home-screen");
  }
});

test("a page of the same session leaves all as it is", async () => {
  await turnOn(PAGE);
  await keepUp();
  assert.equal(posted.length, 1);
});

test("after a new log-in, with a new address or a new key of the club the server is told again", async () => {
  await turnOn(PAGE);
  for (const change of [() => pageOf({ ...PAGE, session: "tuesday" }), () => (subscribed = subscription(KEY, "https://push.example/other")), () => pageOf({ ...PAGE, session: "tuesday", key: "BOtherKey-_1" })]) {
    posted.length = 0;
    change();
    await keepUp();
    await keepUp();
    assert.equal(posted.length, 1);
  }
  assert.deepEqual([subscribed.endpoint, asked], ["https://push.example/new", 1]);
});

test("a browser that another member uses now tells the first one nothing any more", async () => {
  await turnOn(PAGE);
  shown = [{ tag: "notice-7", close: () => (shown = []) }];
  pageOf({ ...PAGE, member: "ben" });
  await keepUp();
  assert.deepEqual([subscribed, kept, shown, posted.length], [null, {}, [], 1]);
});

test("a visitor's page shows nothing of whoever was there before", async () => {
  await turnOn(PAGE);
  shown = [{ tag: "notice-7", close: () => (shown = []) }];
  pageOf(null);
  await keepUp();
  assert.deepEqual([shown, subscribed !== null], [[], true]);
});

test("what was read elsewhere is shown no longer", async () => {
  await turnOn(PAGE);
  const closed = [];
  shown = [7, 8].map((id) => ({ tag: `notice-${id}`, close: () => closed.push(id) }));
  await closeRead();
  assert.deepEqual(closed, [7]);
});
