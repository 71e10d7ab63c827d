import assert from "node:assert/strict";
import { test } from "node:test";
import { seatsAt, seatsAtAct } from "../../static/js/core/holders.js";
import { initialState, reduce } from "../../static/js/core/store.js";
import { allActWords, stepWords } from "../../static/js/ui/log.js";
import { words as wordsOfStones } from "../../static/js/boards/multiplayer-go/words.js";
import { seats, snapshot } from "./shapes.js";

/** Ben had the seat up to step 4; Finn has it now. */
const HOLDERS = [
  { seat: 1, name: "Ben", bot: false, since: 0 },
  { seat: 1, name: "Finn", bot: false, since: 4 },
];
const taken = (more = {}) => initialState(snapshot({ seats: seats([{}, { name: "Finn" }, {}]), holders: HOLDERS, ...more }), [], 0);
const names = (list) => list.map(({ name }) => name);
const at = (second) => `2026-11-21T20:00:0${second}Z`;
const act = (more) => ({ step: 4, at: at(1), by: null, seat: 1, why: "", reason: null, count: null, until: null, vote: null, ...more });
const words = ({ step, events }, state) => wordsOfStones(events, seatsAt(state, step), state.game.options);

test("a step names who had the seat then", () => {
  const state = taken();
  assert.deepEqual([1, 4, 5, 9].map((step) => names(seatsAt(state, step))[1]), ["Ben", "Ben", "Finn", "Finn"]);
  assert.deepEqual(names(seatsAt(state, 0)), ["Ada", "Ben", "Cy"]);
});

test("the log says of each step who missed it", () => {
  const entry = (step) => ({ step, turn: step, sealed: true, at: at(1), cause: "timer", leave: null, events: [{ type: "absent", seat: 1 }] });
  assert.deepEqual(stepWords(entry(4), taken(), words), ["Ben missed the turn"]);
  assert.deepEqual(stepWords(entry(5), taken(), words), ["Finn missed the turn"]);
});

test("seats that nobody took over are the same as now", () => {
  const state = initialState(snapshot(), [], 0);
  assert.equal(seatsAt(state, 1), state.seats);
});

test("a board is given the same seats for the same step, so that it is not drawn again", () => {
  const state = taken();
  assert.equal(seatsAt(state, 2), seatsAt(state, 3));
});

test("an act of the step after which the seat was taken over names who had it before", () => {
  const [before, takes, after] = [act({ what: "extended" }), act({ what: "seat-taken", by: "Finn", at: at(2) }), act({ what: "extended", at: at(3) })];
  const state = { ...taken(), log: [before, takes, after] };
  assert.match(allActWords(before, state), /Ben ran out of time/);
  assert.match(allActWords(after, state), /Finn ran out of time/);
  assert.deepEqual(names(seatsAtAct(state, before)), ["Ada", "Ben", "Cy"]);
});

test("a page that is open learns who had the seat when somebody takes it over", () => {
  const state = initialState(snapshot({ seats: seats([{}, { name: "Ben" }, {}]) }), [], 0);
  const told = { type: "seats.changed", seats: seats([{}, { name: "Finn" }, {}]), chosen: [], holders: HOLDERS };
  const after = reduce(state, told, 0);
  assert.deepEqual([names(seatsAt(after, 4))[1], after.seats[1].name], ["Ben", "Finn"]);
  const offered = reduce(after, { ...told, holders: undefined }, 0);
  assert.deepEqual(offered.holders, after.holders);
});

test("a bot that took a seat over was no bot before", () => {
  const holders = [HOLDERS[0], { ...HOLDERS[1], name: "Reach", bot: true }];
  const state = taken({ seats: seats([{}, { name: "Reach", bot: true }, {}]), holders });
  assert.deepEqual([4, 5].map((step) => seatsAt(state, step)[1].bot), [false, true]);
});
