/**
 * The patterns of areas. Black's sections are ruled in one direction, white's in the other;
 * sections that do not count are sparse or dotted. If both colours are shown, what black holds
 * alone is ruled, what white holds alone is dotted, and what both hold is crossed.
 */

import { svg } from "../../shared/svg.js";

/**
 * A pattern: the width after which it repeats, its rotation, and its marks.
 * @typedef {{step: number, turn: number, marks: string}} Ruling
 */

const RULED = "M0 0V20";
/** @type {{[kind: string]: Ruling}} */
const RULINGS = {
  "counts-0": { step: 8, turn: 45, marks: RULED },
  "counts-1": { step: 8, turn: -45, marks: RULED },
  "group-too-small-0": { step: 20, turn: 45, marks: "M0 3V11" },
  "group-too-small-1": { step: 20, turn: -45, marks: "M0 3V11" },
  "too-big-0": { step: 26, turn: 0, marks: "M10 13H16M13 10V16" },
  "too-big-1": { step: 26, turn: 45, marks: "M10 13H16M13 10V16" },
  black: { step: 9, turn: 45, marks: RULED },
  white: { step: 10, turn: 0, marks: "M5 5h.01" },
  shared: { step: 11, turn: 45, marks: "M0 0V20M0 0H20" },
};

let boards = 0;

/**
 * The patterns for one drawing, in a `defs` element of their own.
 * @param {number} scale larger for a small picture
 */
export function patterns(scale) {
  const prefix = `areas${++boards}`;
  const defs = svg("defs", {}, Object.entries(RULINGS).map(([kind, ruling]) => ruled(`${prefix}-${kind}`, kind, ruling, scale)));
  return { defs, of: (/** @type {string} */ kind) => `url(#${prefix}-${kind})` };
}

/** @typedef {ReturnType<typeof patterns>} Patterns */

/**
 * @param {string} id
 * @param {string} kind
 * @param {Ruling} ruling
 * @param {number} scale
 */
function ruled(id, kind, { step, turn, marks }, scale) {
  const look = { id, class: "area-pattern", "data-kind": kind, patternUnits: "userSpaceOnUse" };
  const size = { width: step, height: step, patternTransform: `scale(${scale}) rotate(${turn})` };
  return svg("pattern", { ...look, ...size }, [
    svg("rect", { class: "area-tint", width: step, height: step }),
    svg("path", { class: "area-marks", d: marks }),
  ]);
}

/**
 * A small sample of a pattern, to stand beside words.
 * @param {Patterns} fills
 * @param {string} kind
 */
export function sample(fills, kind) {
  const tile = svg("rect", { x: 1, y: 1, width: 26, height: 26, rx: 4, fill: fills.of(kind) });
  return svg("svg", { class: "area-sample", viewBox: "0 0 28 28", "aria-hidden": "true" }, [
    svg("rect", { class: "area-sample-ground", x: 1, y: 1, width: 26, height: 26, rx: 4 }),
    tile,
  ]);
}
