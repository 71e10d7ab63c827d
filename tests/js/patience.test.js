import assert from "node:assert/strict";
import { test } from "node:test";
import { shownTimeLeft } from "../../static/js/ui/clock.js";
import { snapshot } from "./shapes.js";

const HOUR = 3_600_000;
const leftIn = (turn_seconds, left) => {
  const { game } = snapshot();
  const clock = { deadline: new Date(left).toISOString(), time_left: null, paused: false };
  return shownTimeLeft({ clock, offset: 0, game: { ...game, settings: { ...game.settings, turn_seconds } } }, 0);
};

test("without a timer the clock is shown in the last hour of a turn", () => {
  assert.equal(leftIn(null, HOUR + 1), null);
  assert.equal(leftIn(null, HOUR), HOUR);
});

test("with a timer the clock is always shown", () => {
  assert.equal(leftIn(86_400, 24 * HOUR), 24 * HOUR);
});
