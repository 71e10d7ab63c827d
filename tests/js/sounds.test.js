import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { initialState } from "../../static/js/core/store.js";
import { GameSounds } from "../../static/js/ui/game-sounds.js";
import { soundBox } from "../../static/js/ui/sounds.js";
import { snapshot, stepOf } from "./shapes.js";

/**
 * The events in which a browser allows a page to start sounds; a finger going down is not among
 * them.
 */
const ACTIVATIONS = ["pointerup", "click", "keydown"];
let activated = false;
let begun = 0;
/** @type {FakeContext | null} */
let context = null;

/** A fake AudioContext that runs only if it is resumed during such an event. */
class FakeContext {
  state = "suspended";
  currentTime = 0;
  destination = {};

  constructor() {
    context = this;
  }

  async resume() {
    if (!activated) throw new Error("not allowed");
    this.state = "running";
  }

  createOscillator() {
    const frequency = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { frequency, connect: (next) => next, start: () => begun++, stop() {} };
  }

  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (next) => next };
  }
}

beforeEach(() => {
  begun = 0;
  context = null;
  Object.assign(globalThis, { window: new EventTarget(), AudioContext: FakeContext });
});

function happens(name) {
  activated = ACTIVATIONS.includes(name);
  globalThis.window.dispatchEvent(new Event(name));
  activated = false;
}

test("a page sounds after a tap, whose finger went down first", () => {
  const box = soundBox(() => true);
  happens("pointerdown");
  happens("pointerup");
  box.play("sealed");
  assert.equal(begun, 1);
});

test("a page that nobody has touched is silent", () => {
  soundBox(() => true).play("sealed");
  assert.equal(begun, 0);
});

test("a page whose sounds were interrupted sounds again after the next key", () => {
  const box = soundBox(() => true);
  happens("click");
  context.state = "interrupted";
  box.play("sealed");
  assert.equal(begun, 0);
  happens("keydown");
  box.play("sealed");
  assert.equal(begun, 1);
});

test("who wants no sounds hears none", () => {
  const box = soundBox(() => false);
  happens("click");
  box.play("sealed");
  assert.equal(begun, 0);
});

test("who looks at the past while the time for their choice runs out is warned, too", () => {
  const sounds = new GameSounds(true);
  happens("click");
  const owing = initialState(snapshot(), [], 0);
  sounds.warn({ ...owing, past: stepOf({ step: 0 }) }, 10);
  assert.equal(begun, 1);
  sounds.warn({ ...owing, choice: { ...owing.choice, kept: { type: "pass" } } }, 10);
  assert.equal(begun, 1);
});
