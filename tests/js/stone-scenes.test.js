import assert from "node:assert/strict";
import { test } from "node:test";

import { stoneScenes } from "../../static/js/boards/shared/stone-scenes.js";
import { ofType } from "../../static/js/boards/shared/words.js";

const EMPTY = [
  [null, null],
  [null, null],
];
const at = (found) => found.map((scene) => [scene.kind, ...scene.at.map(String)]);
const placed = (seat, point) => ({ type: "placed", seat, at: point });
const scenes = (before, events) => {
  const [placed, collisions, captured] = ["placed", "collision", "captured"].map((type) => ofType(events, type));
  return stoneScenes(before, { placed, collisions, captured });
};

test("stones are placed, then collide, then are captured stage by stage", () => {
  const before = [
    [1, null],
    [null, null],
  ];
  const found = scenes(before, [
    placed(0, [1, 0]),
    { type: "collision", at: [1, 1], seats: [1, 2], heats: null, winner: 1 },
    placed(1, [1, 1]),
    { type: "captured", stage: 1, stones: [{ seat: 1, at: [0, 0] }] },
    { type: "captured", stage: 2, stones: [{ seat: 1, at: [1, 1] }] },
    { type: "passed", seat: 3 },
  ]);
  assert.deepEqual(at(found), [["placed", "1,0"], ["collided", "1,1"], ["captured", "0,0"], ["captured", "1,1"]]);
  assert.deepEqual(found[1].clashes, [{ at: [1, 1], seats: [1, 2] }]);
});

test("captured stones stand until their own scene", () => {
  const before = [
    [1, null],
    [null, null],
  ];
  const found = scenes(before, [placed(0, [1, 0]), { type: "captured", stage: 1, stones: [{ seat: 1, at: [0, 0] }] }]);
  assert.deepEqual(found[1].board, [
    [1, 0],
    [null, null],
  ]);
});

test("nobody's stone is on a point that nobody won", () => {
  const found = scenes(EMPTY, [{ type: "collision", at: [0, 0], seats: [0, 1], heats: null, winner: null }]);
  assert.deepEqual(found[0].board, EMPTY);
});

test("a shared stone belongs to all who met there", () => {
  const found = scenes(EMPTY, [
    { type: "collision", at: [0, 0], seats: [0, 1], heats: null, winner: null },
    placed(0, [0, 0]),
    placed(1, [0, 0]),
  ]);
  assert.deepEqual(found[0].board[0][0], [0, 1]);
});

test("a shared stone that is captured goes once", () => {
  const stones = [
    { seat: 0, at: [0, 0] },
    { seat: 1, at: [0, 0] },
  ];
  assert.deepEqual(at(scenes([[[0, 1]]], [{ type: "captured", stage: 1, stones }])), [["captured", "0,0"]]);
});

test("a turn in which nothing was placed has no scenes", () => {
  assert.deepEqual(scenes(EMPTY, [{ type: "passed", seat: 0 }, { type: "absent", seat: 1 }]), []);
});
