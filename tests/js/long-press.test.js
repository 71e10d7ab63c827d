import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { LONG, longPress } from "../../static/js/boards/shared/long-press.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

const at = (clientX, clientY, other = {}) => ({ clientX, clientY, pointerType: "touch", isPrimary: true, ...other });

/** A long press, and the presses that it has reported. */
function watched() {
  const told = [];
  return { told, press: longPress((what) => told.push(what)) };
}

test("a finger that rests presses long, once, and lifting it is no tap", () => {
  const { told, press } = watched();
  press.down(at(5, 5), "D4");
  press.move(at(8, 9));
  mock.timers.tick(LONG - 1);
  assert.deepEqual([told, press.begun, press.long], [[], true, false]);
  mock.timers.tick(1);
  press.now();
  press.end();
  mock.timers.tick(LONG);
  assert.deepEqual([told, press.begun, press.long], [["D4"], false, true]);
});

test("the next touch after a long one can be a tap", () => {
  const { told, press } = watched();
  press.down(at(5, 5), "D4");
  mock.timers.tick(LONG);
  press.end();
  press.down(at(5, 5), "E5");
  press.end();
  mock.timers.tick(LONG);
  assert.deepEqual([told, press.long], [["D4"], false]);
});

test("a finger that was lifted or taken for scrolling does not press long", () => {
  const { told, press } = watched();
  press.down(at(5, 5), "D4");
  press.end();
  press.down(at(5, 5), "D4");
  press.move(at(5, 17));
  mock.timers.tick(LONG);
  assert.deepEqual([told, press.long], [[], false]);
});

test("two fingers, a mouse and a pen do not press long", () => {
  const { told, press } = watched();
  press.down(at(5, 5), "D4");
  press.down(at(50, 5, { isPrimary: false }), "K4");
  mock.timers.tick(LONG);
  for (const pointerType of ["mouse", "pen"]) {
    press.down(at(5, 5, { pointerType }), "D4");
    mock.timers.tick(LONG);
  }
  assert.deepEqual(told, []);
});

test("where the browser tells of a long press first, that counts and the timer does not", () => {
  const { told, press } = watched();
  press.down(at(5, 5), "D4");
  press.now();
  mock.timers.tick(LONG);
  assert.deepEqual([told, press.long], [["D4"], true]);
});
