import assert from "node:assert/strict";
import { test } from "node:test";

import { follow } from "../../static/js/pages/live-part.js";
import { mountRematch } from "../../static/js/ui/rematch.js";

/** @type {string[]} */
const gone = [];
/** @type {string[]} */
const asked = [];
const element = { dataset: {}, hasAttribute: () => false, addEventListener() {} };

/** @param {object} answer what the server says to whatever it is asked */
function serverSays(answer) {
  asked.length = gone.length = 0;
  const fetched = async (/** @type {string} */ address) => (asked.push(address), answer);
  const location = { href: "/tables/t/", assign: (/** @type {string} */ address) => gone.push(address) };
  const document = { hidden: false, addEventListener() {}, getElementById: () => element };
  Object.assign(globalThis, { fetch: fetched, location, document, window: { addEventListener() {} } });
}

test("a page that is on its way elsewhere is not sent there again", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  serverSays({ status: 200, headers: new Headers({ "Miai-Go-To": "/games/g/" }), text: async () => "" });
  const { refresh } = follow("table", { onChange() {} });
  await Promise.all([refresh(), refresh()]);
  await refresh();
  assert.deepEqual(gone, ["/games/g/"]);
  context.mock.timers.tick(60_000);
  await refresh();
  await new Promise(setImmediate); // the page may have fetched by itself before
  assert.equal(gone.length, 2);
});

test("whoever left a seat to somebody else is not asked about a rematch again and again", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  serverSays({ status: 404, text: async () => "" });
  const over = /** @type {any} */ ({ game: { status: "finished" }, you: { seat: 0 } });
  mountRematch(/** @type {any} */ (element), "/rematch/g/").update(over);
  await new Promise(setImmediate);
  context.mock.timers.tick(60_000);
  await new Promise(setImmediate);
  assert.deepEqual(asked, ["/rematch/g/"]);
});

test("only players are asked about a rematch, also those who took a seat over while they watched", async () => {
  serverSays({ status: 404, text: async () => "" });
  const over = (/** @type {any} */ you) => /** @type {any} */ ({ game: { status: "finished" }, you });
  const rematch = mountRematch(/** @type {any} */ (element), "/rematch/g/");
  rematch.update(over(null));
  rematch.update(over({ seat: null }));
  assert.deepEqual(asked, []);
  rematch.update(over({ seat: 1 }));
  await new Promise(setImmediate);
  assert.deepEqual(asked, ["/rematch/g/"]);
});

test("a page asks again where a dead connection has swallowed its question", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  serverSays({ status: 304, headers: new Headers(), text: async () => "" });
  const answering = globalThis.fetch;
  Object.assign(globalThis, {
    fetch: (/** @type {string} */ _, /** @type {RequestInit} */ { signal } = {}) =>
      new Promise((_done, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  });
  const { refresh } = follow("table", { onChange() {} });
  const first = refresh();
  Object.assign(globalThis, { fetch: answering });
  await refresh(); // such as after the socket is back
  assert.deepEqual(asked, []);
  context.mock.timers.tick(30_000);
  await Promise.race([first, new Promise(setImmediate)]);
  assert.deepEqual(asked, ["/tables/t/"]);
});
