import assert from "node:assert/strict";
import { test } from "node:test";

import { axisWords, lastWords, nowWords, reasonWords, sights } from "../../static/js/boards/automatafl/agent.js";
import { cornerGroups, exchanged, goalsOf, ownersOf } from "../../static/js/boards/automatafl/corners.js";
import { mayName, tapped, targets } from "../../static/js/boards/automatafl/choosing.js";
import { scenesOf } from "../../static/js/boards/automatafl/scenes.js";
import { askWords, describe, describeCell, parse, prompt, words } from "../../static/js/boards/automatafl/words.js";
import { seats } from "./shapes.js";

const OPTIONS = { setup: null, goals: null, tie: "column", same_move: "conflict" };
/** A board of 5 by 5 with the Agent in the middle and C5 closed. */
const POSITION = {
  width: 5,
  height: 5,
  board: ["W...B", ".....", "..A..", ".....", "....."],
  agent: [2, 2],
  goals: [[[0, 0], [4, 0]], [[0, 4], [4, 4]]],
  marked: [[2, 0]],
  standing: [],
  lines: {
    rows: [[0, 1, 3, 4], [0, 1, 2, 3, 4], [0, 1, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]],
    columns: [[0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [1, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]],
  },
};
const DECISION = {
  agent: [2, 2],
  row: { left: { piece: "W", at: [0, 2], distance: 2 }, right: null, rule: "toward-white", to: [1, 2] },
  column: { up: null, down: { piece: "B", at: [2, 3], distance: 1 }, rule: "from-black", to: [2, 1] },
  axis: "column",
  rule: "from-black",
  to: [2, 1],
  reason: "rule",
};
const moved = (seat, from, to) => ({ type: "moved", seat, from, to });
const agent = (from, to, why = null) => ({ type: "agent", from, to, why });

test("cells that are closed cannot be named, the Agent's neither", () => {
  assert.equal(mayName(POSITION.lines, [0, 0]), true);
  assert.equal(mayName(POSITION.lines, [2, 0]), false);
  assert.equal(mayName(POSITION.lines, [2, 2]), false);
  assert.equal(mayName(null, [0, 0]), false);
});

test("a move may go to the other open cells of its row and column", () => {
  assert.deepEqual(targets(POSITION.lines, [0, 0]).map(String), ["1,0", "3,0", "4,0", "0,1", "0,2", "0,3", "0,4"]);
  assert.deepEqual(targets(POSITION.lines, null), []);
});

test("two taps in one line are a move; a tap on the lifted cell puts it down", () => {
  const state = { position: POSITION, own: null, from: null };
  assert.deepEqual(tapped(state, [0, 0]), { from: [0, 0] });
  const lifted = { ...state, from: [0, 0] };
  assert.deepEqual(tapped(lifted, [0, 3]), { from: null, action: { type: "move", from: [0, 0], to: [0, 3] } });
  assert.deepEqual(tapped(lifted, [0, 0]), { from: null });
});

test("a tap off the line lifts that cell instead", () => {
  assert.deepEqual(tapped({ position: POSITION, own: null, from: [0, 0] }, [3, 3]), { from: [3, 3] });
});

test("a tap on the end of one's own move takes it back", () => {
  const own = { type: "move", from: [0, 0], to: [0, 3] };
  assert.deepEqual(tapped({ position: POSITION, own, from: null }, [0, 3]), { from: null, action: null });
  assert.deepEqual(tapped({ position: POSITION, own, from: null }, [0, 0]), { from: [0, 0] });
});

test("a closed cell and the Agent say why they cannot be named", () => {
  const state = { position: POSITION, own: null, from: [0, 0] };
  assert.deepEqual(tapped(state, [2, 0]), { from: [0, 0], refused: "marked" });
  assert.deepEqual(tapped(state, [2, 2]), { from: [0, 0], refused: "agent" });
});

test("a move is typed as two cells", () => {
  assert.deepEqual(parse("d4 d7", {}, OPTIONS), { type: "move", from: [3, 7], to: [3, 4] });
  assert.deepEqual(parse("A1-C1", {}, { setup: POSITION.board }), { type: "move", from: [0, 4], to: [2, 4] });
  for (const text of ["D4", "D4 D7 D8", "", "Z1 Z2"]) assert.equal(parse(text, {}, OPTIONS), null, text);
  assert.equal(describe({ type: "move", from: [3, 7], to: [3, 4] }, OPTIONS), "D4 to D7");
});

test("the log tells moves, failures with their reason, and the Agent's step with its rule", () => {
  const failed = { type: "failed", seat: 1, from: [3, 7], to: [3, 4], why: "in-the-way" };
  const said = words([moved(0, [0, 0], [0, 2]), failed, agent([5, 5], [5, 4], "toward-white")], seats(), OPTIONS);
  assert.deepEqual(said, [
    "Ada moved A11 to A9",
    "Bo’s move D4 to D7 failed: something stood in the way",
    "The Agent went to F7, towards white",
  ]);
  assert.deepEqual(words([agent([5, 5], [5, 5])], seats(), OPTIONS), ["The Agent stayed on F6"]);
});

test("a conflict says where, what, and who must choose again", () => {
  const events = [{ type: "conflict", at: [3, 7], seats: [0, 2], why: "to" }];
  assert.deepEqual(words(events, seats(), OPTIONS), [
    "Ada and Cy chose D4 as their target, and it is blocked this turn",
    "Ada and Cy choose again",
  ]);
});

test("who waits for others after a conflict is told that the own move stands", () => {
  const line = { position: { marked: [[0, 0]], standing: [1] }, awaiting: [0, 2] };
  assert.equal(prompt(line, 1, seats()), "Your move stands. After a conflict Ada and Cy choose again.");
  assert.match(prompt(line, 0, seats()), /without the red cells/);
});

test("a cell says what stands there, whose corner it is, and what can be done", () => {
  const view = { step: { position: POSITION }, seats: seats(), me: 0, own: null };
  const label = (cell, from = null, open = new Set()) => describeCell(cell, view, from, open).label;
  assert.equal(label([0, 0]), "A5, white piece, your corner");
  assert.equal(label([4, 4]), "E1, empty, Bo’s corner");
  assert.equal(label([2, 2]), "C3, the Agent");
  assert.equal(label([2, 0]), "C5, empty, blocked this turn");
  assert.equal(label([0, 1], [0, 0], new Set(["0,1"])), "A4, empty, in line");
});

test("the Agent's looks and reasons are told in words", () => {
  assert.deepEqual(sights(DECISION).map(({ way, seen }) => `${way} ${seen?.piece ?? "-"}`), ["left W", "right -", "up -", "down B"]);
  assert.equal(axisWords(DECISION, "row"), "white, 2 cells to the left, nothing to the right. Towards white.");
  assert.equal(axisWords(DECISION, "column"), "nothing above, black, 1 cells below. Away from black.");
  assert.equal(reasonWords(DECISION), "Away from black comes before towards white.");
  assert.equal(nowWords(DECISION, { columns: 5, rows: 5 }), "<strong>The Agent</strong> would now go to C4: away from black");
  assert.match(lastWords(DECISION, { columns: 5, rows: 5 }), /^Last turn the Agent went from C3 to C4: away from black\./);
});

test("an Agent that stays says why", () => {
  const stays = { ...DECISION, axis: null, rule: null, to: null };
  assert.equal(nowWords(stays, { columns: 5, rows: 5 }), "<strong>The Agent</strong> would now stay where it is");
  assert.match(reasonWords({ ...stays, reason: "tie" }), /so it stays/);
  assert.match(reasonWords({ ...stays, reason: null }), /Neither/);
  const full = { ...DECISION, row: { ...DECISION.row, to: null } };
  assert.match(axisWords(full, "row"), /there is no room/);
});

test("an opening shows all arrows, each move in its turn, then looks, rule and step of the Agent", () => {
  const events = [moved(0, [0, 0], [0, 1]), { type: "failed", seat: 1, from: [3, 3], to: [3, 1], why: "no-piece" }, agent([2, 2], [2, 1], "from-black")];
  const found = scenesOf(POSITION.board, events, DECISION);
  assert.deepEqual(found.map(({ kind }) => kind), ["arrows", "move", "move", "look", "rule", "step"]);
  assert.deepEqual(found[0].moves.map(({ type }) => type), ["named", "named"]);
  assert.deepEqual(found[1].moves.map(({ type }) => type), ["moved", "named"]);
  assert.equal(found[1].board[1], "W....");
  assert.deepEqual(found.at(-1).board, ["....B", "W.A..", ".....", ".....", "....."]);
});

test("an Agent that stays looks, and takes no step", () => {
  const found = scenesOf(POSITION.board, [agent([2, 2], [2, 2])], { ...DECISION, to: null });
  assert.deepEqual(found.map(({ kind }) => kind), ["look", "rule"]);
});

test("a conflict shows the cells, and nobody's move", () => {
  const found = scenesOf(POSITION.board, [{ type: "conflict", at: [3, 3], seats: [0, 1], why: "to" }], null);
  assert.deepEqual(found, [{ kind: "conflict", board: POSITION.board, at: [[3, 3]] }]);
});

test("corners are chosen by exchanging them, and the usual ones need not be written", () => {
  const groups = cornerGroups({ columns: 7, rows: 5 }, 4);
  const usual = ownersOf(groups, null);
  assert.equal(goalsOf(groups, usual), null);
  const owners = exchanged(usual, 0, 2);
  assert.deepEqual(owners, [2, 1, 0, 3]);
  const goals = goalsOf(groups, owners);
  assert.deepEqual(goals, [[[6, 4]], [[6, 0]], [[0, 0]], [[0, 4]]]);
  assert.deepEqual(ownersOf(groups, goals), owners);
});

test("corners of another board or other seats are given out as usual", () => {
  const goals = [[[10, 10]], [[10, 0]], [[0, 0]], [[0, 10]]];
  assert.deepEqual(ownersOf(cornerGroups({ columns: 11, rows: 11 }, 2), goals), [0, 1]);
  assert.deepEqual(ownersOf(cornerGroups({ columns: 5, rows: 5 }, 4), goals), [0, 1, 2, 3]);
  assert.deepEqual(ownersOf(cornerGroups({ columns: 5, rows: 5 }, 4), "nonsense"), [0, 1, 2, 3]);
});

test("a lifted piece is asked for its target, and nothing is asked once it is put down", () => {
  const extent = { columns: 5, rows: 5 };
  assert.equal(askWords([0, 4], extent), "Choose where A1 goes, along its row or its column.");
  assert.equal(askWords(null, extent), null);
});
