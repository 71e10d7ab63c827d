import assert from "node:assert/strict";
import { test } from "node:test";

import { roomForNote, topOfNote } from "../../static/js/boards/shared/bubble.js";

const NOTE = 40;
/** The note's top and bottom edge, measured from the top of a board 400 pixels high. */
const stands = (room) => {
  const top = topOfNote({ top: 100, height: 400, from: 0, to: 800, note: NOTE, at: 0.5, ...room });
  return { from: top, to: top + NOTE };
};

test("a note stands above the board where there is room, wherever the point is", () => {
  for (const at of [0, 0.4, 1]) assert.ok(stands({ at }).to < 0);
});

test("it stands below the board where the window begins with it", () => {
  for (const at of [0, 1]) assert.ok(stands({ top: 4, at }).from > 400);
});

test("it leaves the page's header free", () => {
  assert.ok(stands({ from: 70 }).from > 400);
  assert.ok(stands({ from: 50 }).to < 0);
});

test("it stands below where that is better and there is room", () => {
  assert.ok(stands({ at: 0.2, below: true }).from > 400);
  assert.ok(stands({ at: 0.2, below: true, to: 500 }).to < 0);
});

test("on a board that fills the window it lies at the end that is farther from the point", () => {
  const room = { top: 0, height: 800, to: 800 };
  assert.ok(stands({ ...room, at: 0.2 }).from > 700);
  assert.ok(stands({ ...room, at: 0.8 }).to < 100);
});

test("it is always within the window, of a board that is scrolled halfway out of it, too", () => {
  for (const top of [-300, -100, 0, 300, 600, 900]) {
    for (const at of [0, 0.5, 1]) {
      const { from, to } = stands({ top, at });
      if (top < 760) assert.ok(from + top >= 0 && to + top <= 800, `${top} ${at}`);
    }
  }
});

/** A box on a page that is 390 pixels wide. */
const box = (top, bottom, left = 0, right = 390) => ({ top, bottom, left, right });
const board = box(200, 590);

test("a note covers neither the explanation above the board nor the bar below it", () => {
  const header = box(0, 50), lesson = box(80, 190), bar = box(600, 700);
  assert.deepEqual(roomForNote(board, 844, { header, lesson, bar }), { from: 190, to: 600 });
});

test("without an explanation only the header is kept free", () => {
  const header = box(0, 50), bar = box(600, 700);
  assert.deepEqual(roomForNote(board, 844, { header, bar }), { from: 50, to: 844 });
  assert.deepEqual(roomForNote(board, 844, { bar }), { from: 0, to: 844 });
});

test("what is beside the board takes no room from a note", () => {
  const header = box(0, 50, 500, 900), lesson = box(80, 190, 400, 700), bar = box(600, 700);
  assert.deepEqual(roomForNote(board, 844, { header, lesson, bar }), { from: 0, to: 844 });
});
