/**
 * Segments of lines, how they lie to each other, and an index that finds those near a place. All
 * ends are multiples of 1/1024 of a space, so that every product here is exact in a double. No DOM.
 */

import { samePoint } from "../shared/grid.js";
import { distance } from "./geometry.js";

/** @typedef {readonly [Miai.Point, Miai.Point]} Segment */

/** More squares than a board has in a row. */
const ROW = 64;

/** @param {readonly Miai.Point[]} path @returns {Segment[]} */
export function segmentsOf(path) {
  return path.slice(1).map((point, n) => [/** @type {Miai.Point} */ (path[n]), point]);
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
 * Whether two segments have a common point within reach of an end.
 * @param {Miai.Point} end
 * @param {number} reach
 * @param {Segment} one
 * @param {Segment} other
 */
export function touchNear(end, reach, one, other) {
  const [[ax, ay], [bx, by]] = one;
  const [[cx, cy], [dx, dy]] = other;
  const turn = cross(bx - ax, by - ay, dx - cx, dy - cy);
  if (turn === 0) {
    return [...one, ...other].some((point) => distance(end, point) <= reach && isOn(point, one) && isOn(point, other));
  }
  const along = cross(cx - ax, cy - ay, dx - cx, dy - cy) / turn;
  const across = cross(cx - ax, cy - ay, bx - ax, by - ay) / turn;
  if (along < 0 || along > 1 || across < 0 || across > 1) return false;
  return distance(end, [ax + along * (bx - ax), ay + along * (by - ay)]) <= reach;
}

/**
 * Whether a point lies on a segment: exact.
 * @param {Miai.Point} point
 * @param {Segment} segment
 */
export function isOn([x, y], [[ax, ay], [bx, by]]) {
  if ((x - ax) * (x - bx) > 0 || (y - ay) * (y - by) > 0) return false;
  return cross(x - ax, y - ay, bx - ax, by - ay) === 0;
}

/**
 * The cross product of two ways.
 * @param {number} ax
 * @param {number} ay
 * @param {number} bx
 * @param {number} by
 */
function cross(ax, ay, bx, by) {
  return ax * by - ay * bx;
}

/**
 * An index of segments by the squares, a space wide, that their boxes meet.
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
     * Each segment once whose box comes within `margin` of the box of the segment from a to b: all
     * that may be so near to it, and maybe more.
     * @param {Miai.Point} a
     * @param {Miai.Point} b
     * @param {number} margin
     * @returns {Segment[]}
     */
    near(a, b, margin) {
      const box = boxOf([a, b], margin);
      /** @type {Set<Segment>} */
      const found = new Set();
      for (const square of squaresOf(box)) {
        for (const segment of squares.get(square) ?? []) if (meets(segment, box)) found.add(segment);
      }
      return [...found];
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
function boxOf([[ax, ay], [bx, by]], margin) {
  return [Math.min(ax, bx) - margin, Math.min(ay, by) - margin, Math.max(ax, bx) + margin, Math.max(ay, by) + margin];
}

/**
 * @param {Segment} segment
 * @param {Box} box
 */
function meets([[ax, ay], [bx, by]], [left, top, right, bottom]) {
  return (ax >= left || bx >= left) && (ax <= right || bx <= right) && (ay >= top || by >= top) && (ay <= bottom || by <= bottom);
}

/**
 * The numbers of the squares that a box meets.
 * @param {Box} box
 */
function squaresOf([left, top, right, bottom]) {
  const squares = [];
  for (let y = Math.floor(top); y <= bottom; y++) {
    for (let x = Math.floor(left); x <= right; x++) squares.push((y + 1) * ROW + x + 1);
  }
  return squares;
}
