import assert from "node:assert/strict";
import { test } from "node:test";
import { allEqual, heatNumber, piePaths, rivalsAt } from "../../static/js/boards/multiplayer-go/heat.js";

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
