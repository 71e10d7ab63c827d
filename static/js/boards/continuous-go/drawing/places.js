/** What is at a place on the board, in words, for screen readers. No DOM. */

import { distance, nearestOn } from "../geometry.js";
import { pointWords, spaces } from "../points.js";

/** What is farther away is not told. */
const NEAR = 0.5;
const ON = 1 / 512;

/** @typedef {import("../segments.js").SegmentIndex} SegmentIndex */
/** @typedef {import("./magnet.js").Snap} Snap */

/**
 * `D4, your line 0.25 spaces away`, or `D4, snapped, at an end of your line`: the point that will be
 * used, which is not always the one that is aimed at.
 * @param {Miai.Point} aimed
 * @param {Snap | null} snap where the magnet draws it to
 * @param {{whose: string, index: SegmentIndex}[]} lines the drawer's own first
 * @param {number} size
 */
export function placeWords(aimed, snap, lines, size) {
  const point = snap?.at ?? aimed;
  const parts = lines.flatMap(({ whose, index }, n) => {
    const apart = apartFrom(point, index);
    if (apart > NEAR) return [];
    if (apart >= ON) return [`${whose} line ${spaces(apart)} away`];
    return [n === 0 && snap?.kind === "end" ? `at an end of ${whose} line` : `on ${whose} line`];
  });
  if (snap && distance(aimed, snap.at) >= ON) parts.unshift("snapped");
  if (point.some((value) => value === 0 || value === size - 1)) parts.push("edge of the board");
  return [pointWords(point, size), ...parts].join(", ");
}

/**
 * @param {Miai.Point} point
 * @param {SegmentIndex} index
 */
function apartFrom(point, index) {
  return Math.min(...index.near(point, point, NEAR).map((segment) => distance(point, nearestOn(point, ...segment))), Infinity);
}

/**
 * What would become of the line that is drawn.
 * @param {import("./preview.js").Expected} line
 * @param {number} remaining
 */
export function expectedWords({ drawn, length, stopped }, remaining) {
  if (!drawn.length) return "nothing can be drawn here";
  if (stopped === "opponent") return "stops at a line";
  if (stopped === "budget") return "length used up";
  return `${spaces(remaining - length)} left`;
}
