import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { aiming, REST } from "../../static/js/boards/shared/aiming.js";
import { Dragging } from "../../static/js/boards/shared/dragging.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

const finger = { pointerId: 2, pointerType: "touch", isPrimary: true, button: 0, buttons: 1 };
const mouse = { pointerId: 1, pointerType: "mouse", isPrimary: true, button: 0, buttons: 0 };
const at = (/** @type {number} */ clientX, /** @type {object} */ pointer) => /** @type {any} */ ({ clientX, clientY: 0, ...pointer });

test("a mouse button that is let go chooses nothing while a finger aims", () => {
  /** @type {number[]} */
  const chosen = [];
  const aim = aiming({ under: ({ clientX }) => clientX, onAim() {}, onChoose: (point) => chosen.push(point), onEnd() {} });
  aim.down(at(40, finger), true);
  mock.timers.tick(REST);
  aim.up(at(200, mouse));
  assert.deepEqual([chosen, aim.active], [[], true]);
  aim.up(at(40, finger));
  assert.deepEqual([chosen, aim.active], [[40], false]);
});

/** Dragging on a row of points 40 pixels wide, and what it has told. */
function dragged() {
  const group = new EventTarget();
  /** @type {unknown[]} */
  const told = [];
  const point = (/** @type {any} */ { clientX }) => /** @type {Miai.Point} */ ([Math.floor(clientX / 40), 0]);
  const grid = /** @type {any} */ ({ group, spaceWidth: 40, pointOf: point, pointUnder: point });
  const rules = { can: () => true, onDrag: (/** @type {unknown[]} */ ...what) => told.push(what) };
  new Dragging(grid, rules, { onMove() {}, onEnd() {} });
  const does = (/** @type {string} */ type, /** @type {number} */ clientX, /** @type {object} */ pointer) =>
    group.dispatchEvent(Object.assign(new Event(type), at(clientX, pointer)));
  return { told, does };
}

test("a mouse that moves does not end the drag of a finger", () => {
  const { told, does } = dragged();
  does("pointerdown", 10, finger);
  does("pointermove", 90, finger);
  does("pointermove", 300, mouse);
  does("pointerup", 300, mouse);
  does("pointerup", 130, finger);
  assert.deepEqual(told, [[[0, 0], [2, 0], false], [[0, 0], [3, 0], true]]);
});

test("a drag whose end was lost is over when another begins", () => {
  const { told, does } = dragged();
  does("pointerdown", 10, finger);
  does("pointermove", 90, finger);
  does("pointerdown", 130, { ...mouse, buttons: 1 });
  assert.deepEqual(told.slice(1), [[[0, 0], null, true]]);
});
