import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { callToGame, callWhoIsAsked } from "../../static/js/ui/asked.js";

/** @type {string[]} */
const said = [];
let hidden = true;

beforeEach(() => {
  said.length = 0;
  hidden = true;
  const words = { textContent: "A game for you" };
  const banner = { querySelector: () => words, toggleAttribute: (_name, is) => (hidden = is) };
  const region = { append: ({ textContent }) => said.push(textContent) };
  globalThis.document = {
    createElement: () => ({ remove() {} }),
    querySelector: () => null, // no dialog
    getElementById: (id) => (id === "asked-banner" ? banner : region),
  };
});

test("whoever is asked sees it, and is called three times", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const call = callWhoIsAsked(null);
  call(true);
  call(true);
  assert.deepEqual([hidden, said.length], [false, 1]);
  context.mock.timers.tick(20_000);
  assert.equal(said.length, 2);
  context.mock.timers.tick(20_000);
  context.mock.timers.tick(20_000);
  assert.equal(said.length, 3);
});

test("whoever has answered is not called any more, until they are asked again", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const call = callWhoIsAsked(null);
  call(true);
  call(false);
  context.mock.timers.tick(60_000);
  assert.deepEqual([hidden, said.length], [true, 1]);
  call(true);
  assert.deepEqual([hidden, said.length], [false, 2]);
});

test("who is on another page when their game begins is called once, and led there", () => {
  let href = "";
  const link = { getAttribute: () => href, set href(/** @type {string} */ to) { href = to; } };
  const banner = { hidden: true, querySelector: (/** @type {string} */ what) => (what === "a" ? link : { textContent: "Your game has started." }) };
  globalThis.document.getElementById = (id) => (id === "begun-banner" ? banner : { append: ({ textContent }) => said.push(textContent) });
  const call = callToGame(null);
  for (const begun of ["", "/games/abc/", "/games/abc/"]) call(begun);
  assert.deepEqual([banner.hidden, href, said], [false, "/games/abc/", ["Your game has started."]]);
  call("");
  assert.deepEqual([banner.hidden, said.length], [true, 1]);
});
