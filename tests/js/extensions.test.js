import assert from "node:assert/strict";
import { test } from "node:test";
import { endsWhenComplete, initialState, reduce } from "../../static/js/core/store.js";
import { dayName } from "../../static/js/core/time.js";
import { timeUpWords } from "../../static/js/ui/clock.js";
import { actWords } from "../../static/js/ui/log.js";
import { extensionWords, seatState } from "../../static/js/ui/seats.js";
import { seats, snapshot } from "./shapes.js";

const settings = { ...snapshot().game.settings, extensions: 2 };
const start = (more = {}) => initialState(snapshot({ game: { ...snapshot().game, settings }, ...more }), [], 0);
const words = (state) => state.seats.map((seat) => extensionWords(seat, state));

test("what a seat has left is said until nothing can be extended any more", () => {
  const given = seats([{ extensions: 2 }, { extensions: 1 }, { extensions: 0 }, { bot: true }, { left: "resigned", extensions: 1 }]);
  assert.deepEqual(words(start({ seats: given })), ["2 extensions left", "1 extension left", "no extensions left", "", ""]);
  const over = { ...snapshot().game, settings, status: "cancelled" };
  assert.deepEqual(words(start({ seats: given, game: over })), ["", "", "", "", ""]);
});

test("an extension is told with the clock, and what it leaves at each seat", () => {
  const clock = { deadline: "2026-11-21T20:02:00Z", time_left: null, paused: false, put_off: true };
  const told = seats([{ extensions: 2 }, { extensions: 1 }, { extensions: 2 }]);
  const state = reduce(start(), { type: "clock.changed", clock, status: "running", seats: told }, 0);
  assert.equal(words(state)[1], "1 extension left");
  assert.equal(timeUpWords(state, 5000), "extended; ends once all have chosen");
});

test("the log says why a turn goes on", () => {
  assert.match(actWords({ what: "extended", by: null }, "Bo"), /^Bo ran out of time/);
  assert.equal(actWords({ what: "waits", by: null, until: "2020-11-24" }, "Bo"), "Bo is away until 24 Nov. The turn waits.");
  assert.equal(actWords({ what: "waits", by: null, until: null }, "Bo"), "Bo was away, and the turn waited.");
});

test("a player who is off is away until a day, as long as nothing is sealed", () => {
  const state = start({ seats: seats([{}, { off_until: "2020-11-24" }, {}]) });
  assert.equal(seatState(state.seats[1], state).words, "away until 24 Nov");
  assert.equal(seatState(state.seats[1], { ...state, chosen: [1] }).words, "sealed");
});

test("time that was put off ends when all have chosen, at any table", () => {
  const clock = { ...start().clock, put_off: true };
  assert.deepEqual([endsWhenComplete(start()), endsWhenComplete({ ...start(), clock })], [false, true]);
});

test("a day that is near is named as a day of the week", () => {
  const now = Date.parse("2026-11-21T20:00:00Z");
  assert.deepEqual([dayName("2026-11-24", now), dayName("2026-12-24", now)], ["Tue", "24 Dec"]);
});
