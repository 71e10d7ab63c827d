import assert from "node:assert/strict";
import { test } from "node:test";
import { allEqual, heatNumber, isLost, lostPath, orderNear, piePaths, rivalsAt } from "../../static/js/boards/multiplayer-go/heat.js";
import { pointsOf, territoryOf } from "../../static/js/boards/multiplayer-go/score.js";

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

test("a point is lost to whoever is less active there, and to nobody where others are as little active", () => {
  assert.equal(isLost([[1], [0]], 0), true);
  assert.equal(isLost([[0, 1], [2]], 0), true);
  assert.equal(isLost([[0], [1, 2]], 0), false);
  assert.equal(isLost(null, 0), false);
  assert.equal(isLost([[1], [2]], 0), false);
});

test("lost points are shaded for players, and nothing is for those who look on", () => {
  const order = [[[[1], [0]], [[0], [1]]]];
  assert.equal(lostPath(order, 0).split("M").length - 1, 1);
  assert.equal(lostPath(order, null), "");
  assert.equal(lostPath([[[[0, 1]]]], 0), "");
});

test("near a point only what lies around it is known", () => {
  const order = Array.from({ length: 5 }, () => Array(5).fill([[0], [1]]));
  const known = (at) => orderNear(order, at).flat().filter(Boolean).length;
  assert.equal(known([2, 2]), 13);
  assert.equal(known([0, 0]), 6);
  assert.equal(known(null), 0);
});

test("an empty point that somebody has is theirs on the board, and points are short", () => {
  assert.deepEqual(territoryOf({ area: [[null, 1], [0, null]] }), [{ at: [1, 0], seat: 1 }, { at: [0, 1], seat: 0 }]);
  assert.deepEqual(territoryOf({}), []);
  assert.equal(pointsOf({ points: [1 / 3, 2] }, 0), 0.33);
  assert.equal(pointsOf({}, 0), null);
});
