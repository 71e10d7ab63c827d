/**
 * Segments of lines, how they lie relative to each other, and an index for finding those near a
 * place. All ends are multiples of 1/1024 of a space, so that every product here is exact in a
 * double. No DOM.
 */

import { samePoint } from "../shared/grid.js";
import { distance } from "./geometry.js";

/** @typedef {readonly [Miai.Point, Miai.Point]} Segment */

/** More than the number of squares in a row of any board. */
const ROW = 64;

/** @param {readonly Miai.Point[]} path @returns {Segment[]} */
export function segmentsOf(path) {
  /** @type {Segment[]} */
  const segments = [];
  for (let n = 1; n < path.length; n++) segments.push(/** @type {Segment} */ ([path[n - 1], path[n]]));
  return segments;
}

/** The edge of a board as a path. @param {number} size @returns {Miai.Point[]} */
export function edgeOf(size) {
  const end = size - 1;
  return [[0, 0], [end, 0], [end, end], [0, end], [0, 0]];
}

/** @param {Segment} segment @param {Miai.Point} from @param {Miai.Point} to */
export function isBetween([a, b], from, to) {
  return samePoint(a, from) && samePoint(b, to);
}

/**
 * Whether two segments share a point within reach of an end.
 * @param {Miai.Point} end
 * @param {number} reach
 * @param {Segment} one
 * @param {Segment} other
 */
export function touchNear(end, reach, one, other) {
  const [a, b] = one;
  const [c, d] = other;
  // Checked first because it is cheap and rules out most pairs.
  if (apart(a[0], b[0], c[0], d[0]) || apart(a[1], b[1], c[1], d[1])) return false;
  const [wayX, wayY] = [b[0] - a[0], b[1] - a[1]];
  const [otherX, otherY] = [d[0] - c[0], d[1] - c[1]];
  const turn = cross(wayX, wayY, otherX, otherY);
  if (turn === 0) {
    return [a, b, c, d].some((point) => distance(end, point) <= reach && isOn(point, one) && isOn(point, other));
  }
  const along = cross(c[0] - a[0], c[1] - a[1], otherX, otherY) / turn;
  const across = cross(c[0] - a[0], c[1] - a[1], wayX, wayY) / turn;
  if (along < 0 || along > 1 || across < 0 || across > 1) return false;
  return distance(end, [a[0] + along * wayX, a[1] + along * wayY]) <= reach;
}

/**
 * Whether a point lies on a segment; exact.
 * @param {Miai.Point} point
 * @param {Segment} segment
 */
export function isOn([x, y], [[ax, ay], [bx, by]]) {
  if ((x - ax) * (x - bx) > 0 || (y - ay) * (y - by) > 0) return false;
  return cross(x - ax, y - ay, bx - ax, by - ay) === 0;
}

/**
 * Whether the ranges from a to b and from c to d do not overlap.
 * @param {number} a
 * @param {number} b
 * @param {number} c
 * @param {number} d
 */
function apart(a, b, c, d) {
  return (a < c && a < d && b < c && b < d) || (a > c && a > d && b > c && b > d);
}

/**
 * The cross product of two vectors.
 * @param {number} ax
 * @param {number} ay
 * @param {number} bx
 * @param {number} by
 */
function cross(ax, ay, bx, by) {
  return ax * by - ay * bx;
}

/**
 * An index of segments by the squares, one space wide, that their bounding boxes touch.
 * @param {Segment[]} segments
 */
export function segmentIndex(segments) {
  /** @type {Map<number, Segment[]>} */
  const squares = new Map();
  for (const segment of segments) {
    for (const square of squaresOf(boxOf(segment, 0))) {
      const there = squares.get(square);
      if (there) there.push(segment);
      else squares.set(square, [segment]);
    }
  }

  return {
    /**
     * The segments whose bounding box comes within `margin` of that of the segment from a to b,
     * without repetitions: all that can be that near, and maybe more.
     * @param {Miai.Point} a
     * @param {Miai.Point} b
     * @param {number} margin
     * @returns {Segment[]}
     */
    near(a, b, margin) {
      const box = boxOf([a, b], margin);
      const numbers = squaresOf(box);
      const found = numbers.flatMap((square) => (squares.get(square) ?? []).filter((segment) => meets(segment, box)));
      return numbers.length > 1 ? [...new Set(found)] : found;
    },
  };
}

/** @typedef {ReturnType<typeof segmentIndex>} SegmentIndex */

/** @typedef {readonly [left: number, top: number, right: number, bottom: number]} Box */

/**
 * @param {Segment} segment
 * @param {number} margin
 * @returns {Box}
 */
function boxOf([a, b], margin) {
  const [left, right] = a[0] < b[0] ? [a[0], b[0]] : [b[0], a[0]];
  const [top, bottom] = a[1] < b[1] ? [a[1], b[1]] : [b[1], a[1]];
  return [left - margin, top - margin, right + margin, bottom + margin];
}

/**
 * @param {Segment} segment
 * @param {Box} box
 */
function meets([a, b], [left, top, right, bottom]) {
  return !apart(a[0], b[0], left, right) && !apart(a[1], b[1], top, bottom);
}

/**
 * The numbers of the squares that a box touches.
 * @param {Box} box
 */
function squaresOf([left, top, right, bottom]) {
  const squares = [];
  for (let y = Math.floor(top); y <= bottom; y++) {
    for (let x = Math.floor(left); x <= right; x++) squares.push((y + 1) * ROW + x + 1);
  }
  return squares;
}
