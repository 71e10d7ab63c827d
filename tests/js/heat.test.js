import assert from "node:assert/strict";
import { test } from "node:test";
import { allEqual, heatNumber, piePaths, rivalsAt } from "../../static/js/boards/multiplayer-go/heat.js";
import { pointsOf, territoryOf } from "../../static/js/boards/multiplayer-go/score.js";
import { stakesOf } from "../../static/js/boards/multiplayer-go/stakes.js";

const seatsOf = (rivals) => rivals.map(({ seat, tie }) => (tie ? `${seat}=` : String(seat)));

test("a player is shown who is colder and who is as cold, coldest first", () => {
  assert.deepEqual(seatsOf(rivalsAt([[2], [0], [1, 3], [4]], 1)), ["2", "0", "3="]);
});

test("who is coldest alone has no rivals", () => {
  assert.deepEqual(rivalsAt([[1], [0, 2]], 1), []);
});

test("a spectator is shown all seats in order", () => {
  assert.deepEqual(seatsOf(rivalsAt([[2], [0, 1]], null)), ["2", "0", "1"]);
});

test("a spectator is shown nothing where all are equal", () => {
  assert.deepEqual(rivalsAt([[0, 1, 2]], null), []);
});

test("a player who has left looks on as a spectator", () => {
  assert.deepEqual(seatsOf(rivalsAt([[2], [0]], 1)), ["2", "0"]);
});

test("a point that cannot be chosen shows nothing", () => {
  assert.deepEqual(rivalsAt(null, 1), []);
});

test("the opening board, where all are equal everywhere, shows nothing", () => {
  const order = [
    [[[0, 1]], null],
    [[[0, 1]], [[0, 1]]],
  ];
  assert.equal(allEqual(order), true);
  assert.equal(piePaths(order, 0).size, 0);
});

test("all slices of a seat are one path, ties apart from wins", () => {
  const order = [
    [[[1], [0]], [[0, 1]]],
    [[[1], [0]], [[0], [1]]],
  ];
  const paths = piePaths(order, 0);
  assert.deepEqual([...paths.keys()], ["1"]);
  const { wins, ties } = paths.get("1") ?? { wins: "", ties: "" };
  assert.equal(wins.split("M").length - 1, 2);
  assert.equal(ties.split("M").length - 1, 1);
});

test("numbers are short enough to compare", () => {
  assert.deepEqual([0, 0.004, 0.1234, 1.5].map(heatNumber), ["0", "< 0.01", "0.12", "1.5"]);
});

/** The stakes on a 7×7 board with stones at `x,y` and the same order at every empty point. */
function stakes(stones, groups, me = 0) {
  const board = Array.from({ length: 7 }, (_, y) => Array.from({ length: 7 }, (_, x) => stones[`${x},${y}`] ?? null));
  const order = board.map((row) => row.map((stone) => (stone === null ? groups : null)));
  return new Map(stakesOf(order, board, me).map(({ at, gets }) => [String(at), gets]));
}

test("something is at stake next to the stones of others, and nowhere else", () => {
  const found = stakes({ "1,1": 1, "5,5": 0 }, [[1], [0]]);
  assert.deepEqual([...found.keys()].sort(), ["0,0", "0,1", "0,2", "1,0", "1,2", "2,0", "2,1", "2,2"]);
});

test("the point goes to the least active of those who meet there, not of all who play", () => {
  assert.equal(stakes({ "1,1": 1 }, [[2], [1], [0]]).get("2,2"), 1);
  assert.equal(stakes({ "1,1": 1 }, [[2], [0], [1]]).get("2,2"), 0);
  assert.equal(stakes({ "1,1": 1, "3,3": 2 }, [[2], [1], [0]]).get("2,2"), 2);
});

test("nobody gets a point where the least active who meet are equal", () => {
  assert.equal(stakes({ "1,1": 1 }, [[2], [0, 1]]).get("2,2"), null);
  assert.equal(stakes({ "1,1": 1, "3,3": 2 }, [[1, 2], [0]]).get("2,2"), null);
});

test("a shared stone is everybody's who has a part of it", () => {
  assert.equal(stakes({ "1,1": [1, 2] }, [[2], [1], [0]]).get("2,2"), 2);
});

test("nothing is at stake for those who look on or have left, next to stones of those who left, or on points that are blocked", () => {
  assert.equal(stakes({ "1,1": 1 }, [[1], [0]], null).size, 0);
  assert.equal(stakes({ "1,1": 1 }, [[1], [2]]).size, 0);
  assert.equal(stakes({ "1,1": 1 }, [[0], [2]]).size, 0);
  assert.equal(stakes({ "1,1": 1 }, null).size, 0);
});

test("an empty point that somebody has is theirs on the board, and points are short", () => {
  assert.deepEqual(territoryOf({ area: [[null, 1], [0, null]] }), [{ at: [1, 0], seat: 1 }, { at: [0, 1], seat: 0 }]);
  assert.deepEqual(territoryOf({}), []);
  assert.equal(pointsOf({ points: [1 / 3, 2] }, 0), 0.33);
  assert.equal(pointsOf({}, 0), null);
});
