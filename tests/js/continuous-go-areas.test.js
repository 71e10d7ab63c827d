import assert from "node:assert/strict";
import { test } from "node:test";

import { usualMode } from "../../static/js/boards/continuous-go/areas/choice.js";
import { gapWords } from "../../static/js/boards/continuous-go/areas/gap-marks.js";
import { howTo } from "../../static/js/boards/continuous-go/areas/explanation.js";
import { fitting, labelLines } from "../../static/js/boards/continuous-go/areas/labels.js";
import { contains, pathOf, roomiest } from "../../static/js/boards/continuous-go/areas/shapes.js";
import { areasSource } from "../../static/js/boards/continuous-go/areas/source.js";
import { amount, groupName, reason, squares, summary, verdict } from "../../static/js/boards/continuous-go/areas/words.js";
import { leader, sumColumns } from "../../static/js/boards/continuous-go/areas/sums.js";

const OPTIONS = { size: 9, lower: 8, upper: 8, komi: 7 };
const box = (left, top, right, bottom) => [[left, top], [right, top], [right, bottom], [left, bottom], [left, top]];
const section = (more = {}) => ({ area: 4, group: 0, counts: true, why: "counts", outline: [box(0, 0, 2, 2)], ...more });
const TOO_BIG = section({ area: 60, group: null, counts: false, why: "too-big" });
const TOO_SMALL = section({ area: 2.5, group: 1, counts: false, why: "group-too-small" });

test("a point in a hole is not inside a section", () => {
  const ring = [box(0, 0, 6, 6), box(2, 2, 4, 4)];
  assert.equal(contains(ring, [1, 1]), true);
  assert.equal(contains(ring, [3, 3]), false);
  assert.equal(contains(ring, [7, 3]), false);
});

test("a label stands where there is most room, and never in a hole", () => {
  const { at, room } = roomiest([box(0, 0, 4, 4)]);
  assert.ok(Math.hypot(at[0] - 2, at[1] - 2) < 0.1 && Math.abs(room - 2) < 0.05);
  const ring = [box(0, 0, 8, 6), box(1, 1, 5, 5)];
  const beside = roomiest(ring);
  assert.ok(beside.at[0] > 6 && contains(ring, beside.at) && Math.abs(beside.room - 1.5) < 0.1, String(beside.at));
});

test("a shape of very many points has its label inside, too", () => {
  const points = Array.from({ length: 5000 }, (_, n) => [4 + 3 * Math.cos(n / 795.8), 4 + 3 * Math.sin(n / 795.8)]);
  const { at, room } = roomiest([[...points, points[0]]]);
  assert.ok(Math.hypot(at[0] - 4, at[1] - 4) < 0.2 && Math.abs(room - 3) < 0.1);
});

test("sections with holes share one path", () => {
  assert.equal(pathOf([[box(0, 0, 1, 1)]]), "M0 0L40 0L40 40L0 40z");
  assert.equal(pathOf([[box(0, 0, 6, 6), box(2, 2, 4, 4)], [box(2, 2, 4, 4)]]).match(/M/g).length, 3);
  assert.equal(pathOf([]), "");
});

test("a label is as large as its room allows, then only the area, then nothing", () => {
  assert.deepEqual(fitting(["3.5", "A"], 2, 0.5), { lines: ["3.5", "A"], size: 0.5 });
  assert.ok(fitting(["3.5", "A"], 0.5, 0.5).size < 0.5);
  assert.deepEqual(fitting(["2.5 B", "too small"], 0.5, 0.4).lines, ["2.5 B"]);
  assert.equal(fitting(["3.5", "A"], 0.1, 0.5), null);
});

test("a label says area and group, or why the section does not count", () => {
  assert.deepEqual(labelLines(section()), ["4", "A"]);
  assert.deepEqual(labelLines(TOO_BIG), ["60", "too big"]);
  assert.deepEqual(labelLines(TOO_SMALL), ["2.5 B", "too small"]);
});

test("areas are said to two places, groups by letters", () => {
  assert.deepEqual([3.5, 12.3456, 0, 0.001, 8].map(amount), ["3.5", "12.35", "0", "< 0.01", "8"]);
  assert.deepEqual([squares(1), squares(2)], ["1 square", "2 squares"]);
  assert.deepEqual([0, 25, 26, 27, 52].map(groupName), ["A", "Z", "AA", "AB", "BA"]);
});

test("it is said why a section counts or does not", () => {
  const all = [TOO_BIG, section(), section({ area: 5 }), TOO_SMALL];
  assert.deepEqual(all.map(verdict), ["too big", "group A, counts", "group A, counts", "group B, group too small"]);
  assert.equal(reason(TOO_BIG, all, OPTIONS), "It does not count: a section may have 8 squares at most.");
  assert.equal(reason(section(), all, OPTIONS), "It counts: group A has 9 squares in 2 sections.");
  assert.equal(reason(TOO_SMALL, all, OPTIONS), "It does not count: group B has 2.5 squares, and needs 8.");
});

test("how a colour stands is said in a sentence", () => {
  assert.equal(summary([], 1), "White has no section yet.");
  assert.equal(summary([TOO_BIG], 0), "Black has 1 section, and none counts yet.");
  assert.equal(summary([TOO_BIG, section()], 0), "Black has 2 sections, of which 1 counts: 4 squares.");
});

test("the sums are own, shared, komi and total", () => {
  const score = { own: [11.306641, 11.914062], shared: 0.5, open: 12, komi: 1, totals: [11.806641, 13.414062] };
  assert.deepEqual(sumColumns(score).map(({ words, numbers }) => [words, ...numbers]), [
    ["Own", "11.31", "11.91"],
    ["Shared", "0.5", "0.5"],
    ["Komi", "", "1"],
    ["Total", "11.81", "13.41"],
  ]);
  assert.equal(leader(score), "White is ahead by 1.61.");
  assert.equal(leader({ totals: [3, 3 + 1e-7] }), "Both have the same amount.");
});

test("unasked, a finished game shows who holds what, and a running one nothing", () => {
  const line = (position, outcome = null) => ({ position, outcome });
  assert.equal(usualMode(line({ lines: [] })), "none");
  assert.equal(usualMode(line({ lines: [], areas: [[], []] }, { ranks: [1, 2] })), "both");
  assert.equal(usualMode(line({ lines: [{ seat: 0 }, { seat: 1 }], areas: [[], []] })), "white");
});

test("a gap says whose it is, where, and how wide", () => {
  const gap = { seat: 0, at: [3, 5], to: [3, 5.02], open: 0.02 };
  assert.equal(gapWords(gap, 9, null), "Black’s line almost closes near D4: a gap of 0.02.");
  assert.equal(gapWords(gap, 9, 0), "Your line almost closes near D4: a gap of 0.02.");
});

test("areas that come with the position are not asked for", async () => {
  const heard = [];
  const source = areasSource(() => assert.fail(), { onAsked: assert.fail, onSlow: assert.fail, onAnswer: (areas) => heard.push(areas) });
  const position = { areas: [[], []] };
  await source.ask({ step: 3, position });
  assert.deepEqual(heard, [position]);
});

test("only the areas of the step that was asked for last are heard", async () => {
  const [heard, answers] = [[], []];
  const extra = (name, step) => new Promise((resolve) => answers.push(() => resolve({ areas: [name, step] })));
  const source = areasSource(extra, { onAsked: () => {}, onSlow: () => {}, onAnswer: ({ areas }) => heard.push(areas) });
  const asked = [source.ask({ step: 1, position: {} }), source.ask({ step: 2, position: {} })];
  for (const answer of answers.reverse()) answer();
  await Promise.all(asked);
  assert.deepEqual(heard, [["areas", 2]]);
});

test("areas that are not to be had are said to be none, and why", async () => {
  const heard = [];
  const callbacks = { onAsked: () => {}, onSlow: () => {}, onAnswer: assert.fail, onRefused: (why) => heard.push(why) };
  await areasSource(async () => null, callbacks).ask({ step: 1, position: {} });
  await areasSource(() => Promise.reject(new Error("Gone.")), callbacks).ask({ step: 1, position: {} });
  assert.deepEqual(heard, ["", "Gone."]);
});

test("a board too tangled to be drawn still has its score", async () => {
  const tangled = { areas: null, score: { totals: [3, 9] } };
  const heard = [];
  const callbacks = { onAsked: () => {}, onSlow: () => {}, onAnswer: (areas) => heard.push(areas) };
  await areasSource(async () => tangled, callbacks).ask({ step: 1, position: {} });
  await areasSource(() => assert.fail(), callbacks).ask({ step: 1, position: tangled });
  assert.deepEqual(heard, [tangled, tangled]);
});

test("nobody is told to tap a section where a tap draws", () => {
  const [mouse, fingers] = [false, true];
  assert.match(howTo(false, mouse), /^Hover over a section, or tap it,/);
  assert.match(howTo(false, fingers), /^Tap a section/);
  assert.match(howTo(true, mouse), /^Hover over a section, or choose it in the list,/);
  assert.match(howTo(true, fingers), /^Choose a section in the list .* A tap on the board draws\.$/);
});
