import assert from "node:assert/strict";
import { test } from "node:test";
import { initialState, reduce } from "../../static/js/core/store.js";
import { noticeWords } from "../../static/js/ui/choice.js";
import { causeWords } from "../../static/js/ui/log.js";
import { seatState } from "../../static/js/ui/seats.js";
import { seats, snapshot } from "./shapes.js";

const settings = (more) => ({ game: { ...snapshot().game, settings: { ...snapshot().game.settings, ...more } } });
const start = (more = {}) => initialState(snapshot(more), [], 0);
const told = (state, away) => reduce(state, { type: "presence.changed", away }, 0);
const words = (state, number) => seatState(state.seats[number], state).words;

test("a seat whose player is away says so at once, and no longer when they are back", () => {
  const away = told(start(), [1]);
  assert.deepEqual([words(away, 0), words(away, 1)], ["choosing", "away"]);
  assert.equal(words(told(away, []), 1), "choosing");
});

test("a page that is opened knows who is away, and a visitor's page of nobody", () => {
  assert.equal(words(start({ away: [2] }), 2), "away");
  assert.deepEqual(start({ you: null }).away, []);
});

test("what was sealed says more than that its player is away", () => {
  assert.equal(words(told(start({ chosen: [1] }), [1]), 1), "sealed");
});

test("where the table says so it is told that the seat will leave", () => {
  assert.equal(words(told(start(settings({ leaves_when_away: true })), [1]), 1), "away, leaves after two minutes");
});

test("missed turns are told of a player who is away, too", () => {
  const state = told(start({ seats: seats([{}, { absences: 1 }, { absences: 2 }]) }), [1, 2]);
  assert.deepEqual([words(state, 1), words(state, 2)], ["away, missed 1", "away, leaves after one more"]);
});

test("whoever comes back too late is told why the seat has left, and the log says it to all", () => {
  const gone = seats([{ left: "away" }, {}, { left: "resigned" }]);
  const state = start({ seats: gone });
  assert.match(noticeWords(state, { describe: () => "" }), /^You were away for two minutes/);
  assert.equal(causeWords({ cause: "timer", leave: [0], sealed: true }, null, gone), "away for two minutes");
  assert.equal(causeWords({ cause: "complete", leave: [2], sealed: true }, null, gone), "");
});
