import assert from "node:assert/strict";
import { test } from "node:test";
import { initialState, reduce } from "../../static/js/core/store.js";
import { noticeWords } from "../../static/js/ui/choice-words.js";
import { causeWords } from "../../static/js/ui/log.js";
import { untilLeaving, waitingForAway } from "../../static/js/core/away.js";
import { ruleWords, seatState } from "../../static/js/ui/seats.js";
import { seats, snapshot, stepOf } from "./shapes.js";

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

const NOW = Date.parse("2026-11-21T20:00:01Z");
const LEAVES = settings({ leaves_when_away: true, away_minutes: 3, turn_ends: "complete" });
const gone = (more = {}) => ({
  ...reduce(start({ ...LEAVES, ...more }), { type: "presence.changed", away: [1], leaving: [{ seat: 1, at: "2026-11-21T20:00:31Z" }] }, 0),
  offset: 0,
});
const at = (time) => new Date(time).toISOString().slice(11, 16);

test("where the table says so it is told when the seat will leave", () => {
  assert.equal(seatState(gone().seats[1], gone(), NOW).words, "away, out in 0:30");
  assert.equal(seatState(gone().seats[1], gone(), NOW + 20_000).words, "away, out in 0:10");
});

test("the time of the server counts, whatever this clock says", () => {
  assert.equal(untilLeaving({ ...gone(), offset: 5000 }, 1, NOW), 25_000);
});

test("in a paused game nobody leaves, and no time is told", () => {
  const paused = gone({ game: { ...LEAVES.game, status: "paused" } });
  assert.equal(seatState(paused.seats[1], paused, NOW).words, "away");
});

test("a player who is there has missed turns, and is not called away", () => {
  const late = start({ seats: seats([{ absences: 1 }, { absences: 2 }, {}]) });
  assert.deepEqual([0, 1, 2].map((n) => words(late, n)), ["choosing, missed 1 turn", "choosing, out after one more missed turn", "choosing"]);
  assert.equal(seatState(late.seats[0], late).kind, "late");
  const onTurn = start({ seats: seats([{ absences: 1 }, {}, {}]), step: stepOf({ sealed: false, awaiting: [0] }) });
  assert.equal(words(onTurn, 0), "to play, missed 1 turn");
});

test("while a turn waits for nobody but a player who is away the others see how long", () => {
  const open = gone({ step: stepOf({ sealed: false, awaiting: [1] }) });
  assert.equal(waitingForAway(open, 59_000, NOW, at), "Waiting for Bo, who is away: out of the game in 0:30");
  assert.equal(waitingForAway(open, 20_000, NOW, at), "Waiting for Bo, who is away"); // the clock shows that the turn ends earlier
  const sealed = gone({ chosen: [0, 2] });
  assert.equal(waitingForAway(sealed, 59_000, NOW, at), "Waiting for Bo, who is away: out of the game in 0:30");
});

test("a turn that waits for somebody else too, or for its time alone, does not wait for who is away", () => {
  assert.equal(waitingForAway(gone({ chosen: [0] }), 59_000, NOW, at), "");
  const timed = settings({ leaves_when_away: true, away_minutes: 3, turn_ends: "timer" });
  assert.equal(waitingForAway(gone({ ...timed, chosen: [0, 2] }), 59_000, NOW, at), "");
});

test("without a timer it is told until when the turn waits", () => {
  const untimed = settings({ turn_seconds: null, turn_ends: "complete" });
  const state = { ...told(start({ ...untimed, chosen: [0, 2] }), [1]), offset: 0 };
  assert.equal(waitingForAway(state, null, NOW, at), "Waiting for Bo, who is away, until 20:01 at the latest");
});

test("the rule of the table says for how many minutes anyone may be away", () => {
  const watching = (minutes) => start({ ...settings({ leaves_when_away: true, away_minutes: minutes }), you: null });
  assert.equal(ruleWords(watching(1)), "Anyone away for 1 minute is out of the game.");
  assert.equal(ruleWords(watching(5)), "Anyone away for 5 minutes is out of the game.");
  assert.match(ruleWords(start(LEAVES)), /^Keep this page open: anyone away for 3 minutes/);
});

test("missed turns are told of a player who is away, too", () => {
  const state = told(start({ seats: seats([{}, { absences: 1 }, { absences: 2 }]) }), [1, 2]);
  assert.deepEqual([words(state, 1), words(state, 2)], ["away, missed 1 turn", "away, out after one more missed turn"]);
});

test("whoever comes back too late is told why the seat has left, and the log says it to all", () => {
  const gone = seats([{ left: "away" }, {}, { left: "resigned" }]);
  const state = start({ seats: gone, ...LEAVES });
  assert.match(noticeWords(state, { describe: () => "" }), /^You were away for 3 minutes, so you are out/);
  assert.equal(causeWords({ cause: "timer", leave: [0], sealed: true }, state.game.settings, gone), "away for 3 minutes");
  assert.equal(causeWords({ cause: "complete", leave: [2], sealed: true }, null, gone), "");
});
