import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import vm from "node:vm";

const SCRIPT = readFileSync(new URL("../../static/js/service-worker.js", import.meta.url), "utf8");
const PUSHED = {
  id: 7,
  at: "2026-11-22T10:00:00Z",
  says: "It is your turn.",
  game: "Evening game",
  ends: "You have until %(time)s.",
  until: "2026-11-23T19:00:00Z",
  zone: "Europe/Berlin",
  language: "en-GB",
  address: "/notices/7/",
  count: 2,
  unread: [7, 8],
};

/** A fake browser: the notifications it shows, its open pages, and what it was asked to do. */
let browser;

beforeEach(() => {
  browser = { handlers: {}, shown: [], badges: [], pages: [], opened: [], skipped: 0, claimed: 0 };
  const registration = {
    getNotifications: async () => [...browser.shown],
    showNotification: async (title, options) => {
      close(options.tag);
      browser.shown.push({ title, ...options, close: () => close(options.tag) });
    },
  };
  const self = {
    addEventListener: (name, handler) => (browser.handlers[name] = handler),
    skipWaiting: () => (browser.skipped += 1),
    registration,
    navigator: { setAppBadge: async (count) => browser.badges.push(count) },
    clients: {
      claim: async () => (browser.claimed += 1),
      matchAll: async () => browser.pages,
      openWindow: async (address) => browser.opened.push(address),
    },
  };
  vm.runInNewContext(`const ICON = "/icon.png"; const BADGE = "/badge.png";${SCRIPT}`, { self, Intl, Date, MessageChannel, setTimeout });
});

function close(tag) {
  browser.shown = browser.shown.filter((each) => each.tag !== tag);
}

async function happens(name, event) {
  let waits = Promise.resolve();
  browser.handlers[name]({ ...event, waitUntil: (promise) => (waits = promise) });
  await waits;
}

const comes = (changes = {}) => happens("push", { data: { json: () => ({ ...PUSHED, ...changes }) } });
const page = (visibilityState, gone = [], unsent = false) => ({
  visibilityState,
  postMessage: ({ ask }, [port]) => unsent === null || port.postMessage({ [ask]: unsent }),
  focus: async () => gone.push("focus"),
  navigate: async (address) => gone.push(address),
});

test("a push is shown in words, with the time in the zone that the member has chosen", async () => {
  await comes();
  const [shown] = browser.shown;
  assert.equal(shown.title, "It is your turn.");
  assert.match(shown.body, /^Evening game\nYou have until Mon,? 23 Nov,? (at )?20:00\.$/);
  assert.deepEqual([shown.tag, shown.renotify, shown.silent, shown.lang], ["notice-7", true, false, "en-GB"]);
  assert.deepEqual(browser.badges, [2]);
});

test("a zone that the browser does not know is its own, and a game without a deadline has no time", async () => {
  await comes({ zone: "Nowhere/Land" });
  assert.match(browser.shown[0].body, /until .*23/);
  await comes({ until: null, ends: "" });
  assert.equal(browser.shown[0].body, "Evening game");
});

test("the same notice that comes twice is heard once", async () => {
  await comes();
  await comes();
  assert.equal(browser.shown.length, 1);
  assert.deepEqual([browser.shown[0].silent, browser.shown[0].renotify], [true, false]);
});

test("a later notice of the kind and game takes the earlier one's place and is heard", async () => {
  await comes();
  await comes({ at: "2026-11-22T11:00:00.5Z", says: "Your time is running out." });
  assert.deepEqual(browser.shown.map(({ title, silent }) => [title, silent]), [["Your time is running out.", false]]);
});

test("one that comes too late takes the place of none that was told since", async () => {
  await comes({ at: "2026-11-22T11:00:00Z", says: "Later" });
  await comes({ id: 8, at: "2026-11-22T11:30:00Z", says: "Another" });
  await comes({ unread: [7] });
  assert.deepEqual(browser.shown.map(({ title }) => title), ["Later", "Another"]);
});

test("what was read elsewhere goes when the next one comes", async () => {
  await comes();
  await comes({ id: 8, at: "2026-11-22T11:00:00Z", unread: [8] });
  assert.deepEqual(browser.shown.map(({ tag }) => tag), ["notice-8"]);
});

test("somebody who looks at the site sees it and hears nothing", async () => {
  browser.pages = [page("visible")];
  await comes();
  assert.equal(browser.shown[0].silent, true);
});

test("what is no push of this site's is shown to nobody", async () => {
  await happens("push", { data: { json: () => JSON.parse("nonsense") } });
  await happens("push", { data: null });
  assert.deepEqual(browser.shown, []);
});

test("a tap leads to what it tells of, in a page that is open", async () => {
  await comes();
  const gone = [];
  browser.pages = [page("hidden", gone)];
  await happens("notificationclick", { notification: browser.shown[0] });
  assert.deepEqual(gone, ["focus", "/notices/7/"]);
  assert.deepEqual([browser.shown, browser.opened], [[], []]);
});

test("a tap opens a page where none is open, or none that can be led", async () => {
  await comes();
  const [shown] = browser.shown;
  await happens("notificationclick", { notification: shown });
  browser.pages = [{ ...page("hidden"), focus: async () => assert.fail("not allowed") }];
  await happens("notificationclick", { notification: shown });
  assert.deepEqual(browser.opened, ["/notices/7/", "/notices/7/"]);
});

test("a tap leaves alone a page on which something is typed, and wakes one that is asleep", async () => {
  await comes();
  const [shown] = browser.shown;
  const [typing, asleep] = [[], []];
  browser.pages = [page("hidden", typing, true)];
  await happens("notificationclick", { notification: shown });
  assert.deepEqual([typing, browser.opened], [[], ["/notices/7/"]]);
  browser.pages = [page("hidden", typing, true), page("hidden", asleep, null)];
  await happens("notificationclick", { notification: shown });
  assert.deepEqual([typing, asleep], [[], ["focus", "/notices/7/"]]);
});

test("a new version is at work at once, in pages that are open too", async () => {
  await happens("install", {});
  await happens("activate", {});
  assert.deepEqual([browser.skipped, browser.claimed], [1, 1]);
});
