import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY_HAND, lifted, openCells, tapped } from "../../static/js/boards/territory/choosing.js";
import { scenesOf } from "../../static/js/boards/territory/scenes.js";
import { describe, describeCell, timeUp, parse, prompt, tally, words } from "../../static/js/boards/territory/words.js";
import { seats } from "./shapes.js";

const OPTIONS = { rows: 6, columns: 10, start: null };
const CHOICES = {
  seat: 0,
  cells: [[1, 1], [2, 1]],
  cards: {
    "double-move": { cells: [[1, 1], [2, 1]], then: [[[0, 0]], [[3, 1], [3, 2]]] },
    freedom: { cells: [[9, 5]] },
  },
};

/** A board of 10×6 with one tile of seat 0, one of seat 1, and a gray one. */
const POSITION = {
  board: Array.from({ length: 6 }, (_, y) => Array.from({ length: 10 }, (_, x) => ({ "1,0": 0, "8,4": 1, "9,4": "gray" })[`${x},${y}`] ?? null)),
  choices: CHOICES,
};
const tap = (hand, at, position = POSITION) => tapped(position, hand, at, 0);

test("without a card the cells next to one's tiles are open, with a card those that it opens", () => {
  assert.deepEqual(openCells(CHOICES, EMPTY_HAND), [[1, 1], [2, 1]]);
  assert.deepEqual(openCells(CHOICES, { card: "freedom", first: null }), [[9, 5]]);
  assert.deepEqual(openCells(CHOICES, { card: "replacement", first: null }), []);
  assert.deepEqual(openCells(null, EMPTY_HAND), []);
});

test("the second cell of a double move is another open one, or one that the first brought", () => {
  const hand = { card: "double-move", first: [2, 1] };
  assert.deepEqual(openCells(CHOICES, hand), [[1, 1], [3, 1], [3, 2]]);
});

test("a double move takes two taps, and a second tap on the first cell takes it back", () => {
  const none = lifted(EMPTY_HAND, "double-move");
  const { hand, action } = tap(none, [2, 1]);
  assert.deepEqual([hand.first, action], [[2, 1], null]);
  assert.deepEqual(tap(hand, [2, 1]).hand, none);
  const done = tap(hand, [3, 2]).action;
  assert.deepEqual(done, { type: "place", card: "double-move", at: [2, 1], then: [3, 2] });
});

test("a cell that cannot be the second one changes nothing", () => {
  const hand = { card: "double-move", first: [2, 1] };
  assert.deepEqual(tap(hand, [9, 5]), { hand, action: null, why: "second" });
});

test("a cell that cannot be taken is no choice, whatever card is played, and it is said why", () => {
  const why = (card, at) => {
    const { action, hand, why } = tap(card ? lifted(EMPTY_HAND, card) : EMPTY_HAND, at);
    assert.deepEqual([action, hand.card], [null, card]);
    return why;
  };
  assert.deepEqual([why(null, [5, 5]), why(null, [8, 4]), why(null, [1, 0])], ["not-adjacent", "occupied", "occupied"]);
  assert.equal(why("freedom", [8, 4]), "occupied");
  assert.deepEqual([why("replacement", [5, 5]), why("replacement", [1, 0]), why("replacement", [9, 4])], ["empty", "own-tile", "not-adjacent"]);
  assert.deepEqual([why("double-move", [5, 5]), why("double-move", [9, 4])], ["not-adjacent", "occupied"]);
});

test("a first cell after which there is no second is no plain placement either", () => {
  const alone = { ...CHOICES, cards: { "double-move": { cells: [[2, 1]], then: [[[3, 1]]] } } };
  const found = tap(lifted(EMPTY_HAND, "double-move"), [1, 1], { ...POSITION, choices: alone });
  assert.deepEqual([found.action, found.hand.first, found.why], [null, null, "no-second"]);
});

test("for a turn that nobody knows yet every cell is taken", () => {
  const unknown = { ...POSITION, choices: null };
  assert.deepEqual(tap(EMPTY_HAND, [8, 4], unknown).action, { type: "place", at: [8, 4] });
});

test("one tap is enough with the other cards, and with none", () => {
  assert.deepEqual(tap(EMPTY_HAND, [1, 1]).action, { type: "place", at: [1, 1] });
  const freedom = lifted(EMPTY_HAND, "freedom");
  assert.deepEqual(tap(freedom, [9, 5]).action, { type: "place", card: "freedom", at: [9, 5] });
});

test("a card that is pressed again is laid down", () => {
  assert.deepEqual(lifted(lifted(EMPTY_HAND, "freedom"), "freedom"), EMPTY_HAND);
});

test("typed text places a tile, with a card where it names one", () => {
  const typed = (text) => parse(text, {}, OPTIONS);
  assert.deepEqual(typed("d1"), { type: "place", at: [3, 5] });
  assert.deepEqual(typed("freedom D1"), { type: "place", card: "freedom", at: [3, 5] });
  assert.deepEqual(typed("replacement d1"), { type: "place", card: "replacement", at: [3, 5] });
  const double = { type: "place", card: "double-move", at: [3, 5], then: [3, 4] };
  assert.deepEqual(typed("D1 D2"), double);
  assert.deepEqual(typed("double-move D1, D2"), double);
  for (const text of ["", "double D1", "freedom D1 D2", "D1 D2 D3", "Z9"]) assert.equal(typed(text), null, text);
});

test("a choice is described with its card", () => {
  assert.equal(describe({ type: "place", at: [3, 5] }, OPTIONS), "D1");
  const double = { type: "place", card: "double-move", at: [3, 5], then: [3, 4] };
  assert.equal(describe(double, OPTIONS), "D1 and D2 in a double move");
});

test("the log tells tiles, cards, the filling, the blocked and those who left", () => {
  const said = (...events) => words(events, seats(), OPTIONS);
  const placed = (x, card = null) => ({ type: "placed", seat: 0, at: [x, 5], card });
  assert.deepEqual(said(placed(3)), ["Ada placed D1"]);
  assert.deepEqual(said(placed(3, "double-move"), placed(4, "double-move")), ["Ada placed D1 and E1 in a double move"]);
  const taken = { type: "replaced", seat: 0, at: [0, 5], from: 1 };
  assert.deepEqual(said(taken), ["Ada took Bo’s tile at A1 with the replacement card"]);
  assert.deepEqual(said({ ...taken, from: "gray" }), ["Ada took a grey tile at A1 with the replacement card"]);
  assert.deepEqual(said({ type: "filled", seat: 0, cells: [[1, 1], [2, 2]] }), ["Only Ada can still move and fills 2 cells"]);
  assert.deepEqual(said({ type: "skipped", seat: 1, why: "blocked" }), ["Bo is blocked"]);
  assert.deepEqual(said({ type: "skipped", seat: 1, why: "absent" }), ["Bo missed the turn"]);
  const gone = [{ type: "left", seat: 2 }, { type: "grayed", seat: 2, cells: [[5, 5]] }];
  assert.deepEqual(said(...gone), ["Cy left the game, and 1 tile turned grey"]);
  const resigned = seats([{}, {}, { left: "resigned" }]);
  assert.deepEqual(words(gone, resigned, OPTIONS), ["Cy resigned, and 1 tile turned grey"]);
  assert.deepEqual(words(gone.slice(0, 1), resigned, OPTIONS), ["Cy resigned"]);
});

test("tiles are counted by seat, with the gray ones and the empty cells", () => {
  assert.deepEqual(tally([[0, 1, 1], ["gray", null, null]], 3), { tiles: [1, 2, 0], gray: 1, empty: 2 });
});

test("who is not on turn is told who is, and who is blocked is told so", () => {
  const line = (blocked) => ({ position: { choices: CHOICES, blocked }, awaiting: [1] });
  assert.equal(prompt(line([false, false, false]), 0, seats()), "It is Bo’s turn.");
  assert.match(prompt(line([true, false, false]), 0, seats()), /^You are blocked/);
  const stuck = { position: { choices: { ...CHOICES, cells: [] }, blocked: [] }, awaiting: [0] };
  assert.match(prompt(stuck, 0, seats()), /play a card/);
});

test("whose turn would be skipped is told before it is", () => {
  assert.equal(timeUp({ awaiting: [1] }, seats()), "Bo to play, or the turn is skipped");
  assert.equal(timeUp({ awaiting: [] }, seats()), undefined);
});

test("a cell says whose tile it holds and what can be done with it", () => {
  const line = { position: { rows: 2, columns: 2, board: [[0, 1], ["gray", null]] }, events: [] };
  const looks = { open: new Set(["1,1"]), last: new Set(["1,0"]), chosen: new Set() };
  const label = (cell, more = {}) => describeCell(cell, { step: line, seats: seats(), me: 0 }, { ...looks, ...more }).label;
  assert.equal(label([0, 0]), "A2, your tile");
  assert.equal(label([1, 0]), "B2, Bo’s tile, just placed");
  assert.equal(label([0, 1]), "A1, grey tile");
  assert.equal(label([1, 1]), "B1, empty, you can take it");
  assert.equal(label([1, 1], { open: new Set(), chosen: new Set(["1,1"]) }), "B1, your choice");
});

test("a double move is played as two scenes, one on the other", () => {
  const placed = (x) => ({ type: "placed", seat: 0, at: [x, 0], card: "double-move" });
  const found = scenesOf([[null, null]], [placed(0), placed(1)]);
  assert.deepEqual(found.map(({ board }) => board), [[[0, null]], [[0, 0]]]);
});

test("the filling is one wave that runs from the seat's own tiles", () => {
  const before = [[0, null, null, null]];
  const [wave, more] = scenesOf(before, [{ type: "filled", seat: 0, cells: [[1, 0], [2, 0], [3, 0]] }]);
  assert.equal(more, undefined);
  assert.deepEqual(wave.cells.map(({ ring }) => ring), [1, 2, 3]);
  assert.deepEqual(wave.board, [[0, 0, 0, 0]]);
  assert.deepEqual(before, [[0, null, null, null]]);
});

test("tiles of those who left turn gray, and remember what they were", () => {
  const [scene] = scenesOf([[1, 0]], [{ type: "left", seat: 1 }, { type: "grayed", seat: 1, cells: [[0, 0]] }]);
  assert.deepEqual([scene.board, scene.cells[0].was], [[["gray", 0]], 1]);
});
