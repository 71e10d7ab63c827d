import assert from "node:assert/strict";
import { test } from "node:test";

import * as automatafl from "../../static/js/boards/automatafl/lessons.js";
import * as continuousGo from "../../static/js/boards/continuous-go/lessons.js";
import * as multiplayerGo from "../../static/js/boards/multiplayer-go/lessons.js";
import * as parallelGo from "../../static/js/boards/parallel-go/lessons.js";
import * as territory from "../../static/js/boards/territory/lessons.js";
import { lessonOf } from "../../static/js/core/lessons.js";

const SEATS = ["Guest 4821", "Echo", "Moss"].map((name, number) => ({ number, name, left: null }));
const EMPTY = Array.from({ length: 9 }, () => Array(9).fill(null));

/** A page of the player on seat 0 after these turns, each with its events. */
function page(turns, changes = {}) {
  const log = turns.map((events, n) => ({ step: n + 1, turn: n + 1, sealed: true, events }));
  const latest = { step: turns.length, turn: turns.length + 1, awaiting: [0, 1], events: turns.at(-1) ?? [], phase: "play", position: {} };
  return { you: { seat: 0, may: ["seal"] }, latest, log, seats: SEATS, game: { status: "running", options: {} }, past: null, ...changes };
}

const board = {
  toDo: (turn) => ({ words: `do ${turn}`, marked: [[turn, 0]] }),
  happened: (events) => ({ words: `happened ${events.map(({ type }) => type)}`, marked: [[0, 9]] }),
};
const mine = { type: "placed", seat: 0, at: [2, 2] };
const theirs = { type: "placed", seat: 1, at: [3, 3] };

test("before anything has happened a newcomer is told what to do", () => {
  assert.deepEqual(lessonOf(board, page([])), { turn: 1, happened: "", toDo: "do 1", marked: [[1, 0]] });
});

test("then also what came of the choice, for three turns", () => {
  assert.deepEqual(lessonOf(board, page([[mine], [mine]])), { turn: 3, happened: "happened placed", toDo: "do 3", marked: [[0, 9], [3, 0]] });
  assert.match(lessonOf(board, page([[mine], [mine], [mine]])).toDo, /rules/);
  assert.equal(lessonOf(board, page([[mine], [mine], [mine], [mine]])), null);
});

test("where players take turns, what the others did since one's own turn is told with it", () => {
  const told = lessonOf(board, page([[theirs], [mine], [theirs], [{ ...theirs, type: "replaced" }]]));
  assert.equal(told.turn, 2);
  assert.equal(told.happened, "happened placed,placed,replaced");
});

test("a meeting in which nobody got anything counts as a turn", () => {
  assert.equal(lessonOf(board, page([[{ type: "collision", seats: [0, 1], at: [2, 2] }]])).turn, 2);
});

test("who waits is not told to choose", () => {
  const state = page([[mine]]);
  assert.equal(lessonOf(board, { ...state, latest: { ...state.latest, awaiting: [1] } }).toDo, "");
});

test("spectators, past steps, games that are over and games without words are not explained", () => {
  assert.equal(lessonOf(board, page([], { you: null })), null);
  assert.equal(lessonOf(board, page([], { you: { seat: null, may: [] } })), null);
  assert.equal(lessonOf(board, page([], { past: {} })), null);
  assert.equal(lessonOf(board, page([], { game: { status: "finished", options: {} } })), null);
  assert.equal(lessonOf({}, page([])), null);
});

/** What a game needs to tell of a step. */
const view = (step, options = {}, me = 0) => ({ step: { events: [], phase: "play", awaiting: [0, 1], ...step }, me, seats: SEATS, options });

test("in Parallel Go a conflict, and what was captured, is told to whom it concerns", () => {
  const position = { size: 9, board: EMPTY, last: [[2, 2], [3, 3]] };
  const conflict = { type: "conflict", why: "same-point", chosen: [[2, 2], [2, 2]] };
  const met = view({ position, events: [conflict] }, { size: 9 });
  assert.deepEqual(parallelGo.happened([conflict], met), {
    words: "You and Echo both chose C7. That is a conflict: nobody gets the point, and nothing was placed.",
    marked: [[2, 2]],
  });
  assert.match(parallelGo.toDo(1, met).words, /Choose another point/);
  const captured = { type: "captured", stones: [{ seat: 1, at: [4, 4] }] };
  const told = parallelGo.happened([mine, theirs, captured], view({ position }, { size: 9 }));
  assert.equal(told.words, "Your stone is on C7, and Echo’s on D6: neither of you knew of the other. 1 stone of somebody else was captured: it had no empty point left beside it.");
  assert.deepEqual(told.marked, [[2, 2], [3, 3], [4, 4]]);
  assert.deepEqual(parallelGo.toDo(2, view({ position }, { size: 9 })).marked, [[2, 1], [3, 2], [2, 3], [1, 2]]);
});

test("in Parallel Multiplayer Go a meeting says who got the point and why", () => {
  const met = (winner) => ({ type: "collision", at: [2, 2], seats: [0, 1], heats: [0, 1], winner });
  const told = (winner) => multiplayerGo.happened([met(winner)], view({}, { size: 9, collision: "heat" })).words;
  assert.equal(told(0), "You and Echo chose C7. You are less active nearby, so the stone is yours.");
  assert.equal(told(1), "You and Echo chose C7. Echo is less active nearby and got it.");
  assert.equal(told(null), "You and Echo chose C7, and nobody has it alone.");
  const position = { size: 9, board: EMPTY, last: [] };
  assert.equal(multiplayerGo.toDo(1, view({ position }, { size: 9, collision: "heat" })).marked.length, 5);
});

test("in Automatafl one's own move and the Agent's step are told, and the corners marked", () => {
  const events = [{ type: "moved", seat: 0, from: [4, 0], to: [4, 5] }, { type: "agent", from: [5, 5], to: [5, 4], why: "toward-white" }];
  assert.deepEqual(automatafl.happened(events, view({ events }, { setup: null })), {
    words: "Your piece went from E11 to E6. Then the Agent went to F7, towards a white piece.",
    marked: [[4, 5], [5, 4]],
  });
  const position = { agent: [5, 5], goals: [[[0, 0], [10, 0]], []], marked: [], decision: null };
  assert.deepEqual(automatafl.toDo(1, view({ position }, { setup: null })).marked, [[5, 5], [0, 0], [10, 0]]);
});

test("in Territory everybody’s tiles since one's own turn are named", () => {
  const others = [{ type: "placed", seat: 1, at: [3, 3], card: null }, { type: "replaced", seat: 2, at: [0, 0], from: 1 }];
  const told = territory.happened([{ ...mine, card: null }, ...others], view({}, { columns: 10, rows: 6 }));
  assert.equal(told.words, "You took C4. Since then: Echo D3, Moss A6.");
  const position = { choices: { seat: 0, cells: [[1, 1], [2, 1]], cards: {} } };
  assert.deepEqual(territory.toDo(1, view({ position }, {})).marked, [[1, 1], [2, 1]]);
});

test("in Continuous Go the ends of lines are marked, and where a line was stopped is told", () => {
  const drawn = { type: "drawn", seat: 0, path: [[1, 1], [1, 3]], length: 2, stopped: "opponent" };
  const answer = { type: "drawn", seat: 1, path: [[5, 5], [5, 7]], length: 2, stopped: null };
  const told = continuousGo.happened([drawn, answer], view({}, { size: 9 }));
  assert.equal(told.words, "Your line ends where it met Echo’s. Echo answered with a line from F4.");
  assert.deepEqual(told.marked, [[1, 3], [5, 5], [5, 7]]);
  const position = { lines: [{ seat: 0, path: [[1, 1], [1, 3]] }], remaining: 2 };
  assert.match(continuousGo.toDo(1, view({ position }, { size: 9, budget: 4 })).words, /2 spaces left/);
});

test("in Continuous Go neither lines that were taken back nor those of an earlier turn are counted", () => {
  const drawn = { type: "drawn", seat: 0, path: [[1, 1], [1, 3]], length: 2, stopped: null };
  const undone = { type: "undone", seat: 0 };
  const answer = { type: "drawn", seat: 1, path: [[5, 5], [5, 7]], length: 2, stopped: "budget" };
  const told = (/** @type {object[]} */ ...events) => continuousGo.happened(events, view({}, { size: 9 }));
  assert.equal(told(drawn, undone, drawn).words, "You drew 2 spaces.");
  assert.deepEqual(told(drawn, undone), { words: "", marked: [] });
  assert.equal(told(drawn, { ...drawn, length: 1 }).words, "You drew 3 spaces.");
  assert.equal(told(drawn, drawn, answer).words, "You drew 4 spaces. Echo answered with a line from F4.");
  assert.equal(told(drawn, drawn, answer, { ...drawn, length: 1 }).words, "You drew 1 space.");
});
