/**
 * Segments of lines in whole units of 1/1024 of a space, so that whether they touch is exact, and
 * an index that finds those near a point. No DOM.
 */

import { distance, GRID, nearestOn } from "../geometry.js";

/** More squares than a board has in a row. */
const ROW = 64;

/** Two points, `[ax, ay, bx, by]`. @typedef {readonly [number, number, number, number]} Segment */
/** Segments by the squares that their boxes meet. @typedef {Map<number, Segment[]>} Index */

/** @param {Miai.Point[]} path @returns {Segment[]} */
export function segmentsOf(path) {
  /** @type {Segment[]} */
  const segments = [];
  for (let n = 1; n < path.length; n++) {
    const [a, b] = [/** @type {Miai.Point} */ (path[n - 1]), /** @type {Miai.Point} */ (path[n])];
    segments.push([a[0], a[1], b[0], b[1]]);
  }
  return segments;
}

/** @param {Segment} segment @returns {Miai.Point[]} */
function endsOf([ax, ay, bx, by]) {
  return [[ax, ay], [bx, by]];
}

/** @param {Segment} segment @param {Miai.Point} point */
export function nearestOf([ax, ay, bx, by], point) {
  return nearestOn(point, [ax, ay], [bx, by]);
}

/** @param {number} size @returns {Miai.Point[]} */
export function edgeOf(size) {
  const end = (size - 1) * GRID;
  return [[0, 0], [end, 0], [end, end], [0, end], [0, 0]];
}

/** @param {Segment} segment @param {Miai.Point} from @param {Miai.Point} to */
export function isBetween([ax, ay, bx, by], from, to) {
  return ax === from[0] && ay === from[1] && bx === to[0] && by === to[1];
}

/**
 * Whether two segments have a common point within reach of an end.
 * @param {Miai.Point} end
 * @param {number} reach
 * @param {Segment} one
 * @param {Segment} other
 */
export function touchNear(end, reach, one, other) {
  const [ax, ay, bx, by] = one;
  const [cx, cy, dx, dy] = other;
  const turn = cross(bx - ax, by - ay, dx - cx, dy - cy);
  if (turn === 0) {
    return [...endsOf(one), ...endsOf(other)].some(
      (point) => distance(end, point) <= reach && isOn(point, one) && isOn(point, other),
    );
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
export function isOn([x, y], [ax, ay, bx, by]) {
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
 * @param {Segment[]} segments
 * @returns {Index}
 */
export function indexOf(segments) {
  /** @type {Index} */
  const index = new Map();
  for (const segment of segments) {
    const [ax, ay, bx, by] = segment;
    inSquares(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by), (square) => {
      const there = index.get(square);
      if (there) there.push(segment);
      else index.set(square, [segment]);
    });
  }
  return index;
}

/**
 * The segments that come within reach of a point, each once.
 * @param {Miai.Point} point
 * @param {number} reach
 * @param {Index} index
 */
export function nearTo(point, reach, index) {
  const [x, y] = point;
  /** @type {Segment[]} */
  const found = [];
  inSquares(x - reach, y - reach, x + reach, y + reach, (square) => {
    for (const segment of index.get(square) ?? []) {
      if (mayReach(x, y, reach, segment) && !found.includes(segment)) found.push(segment);
    }
  });
  return found.filter((segment) => distance(point, nearestOf(segment, point)) <= reach);
}

/**
 * Whether a point is within reach of a segment's box: quickly said of most that it is not.
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 * @param {Segment} segment
 */
function mayReach(x, y, reach, [ax, ay, bx, by]) {
  return (
    (x >= ax - reach || x >= bx - reach) && (x <= ax + reach || x <= bx + reach) &&
    (y >= ay - reach || y >= by - reach) && (y <= ay + reach || y <= by + reach)
  );
}

/**
 * Visits the squares, a space wide, that a box meets.
 * @param {number} left
 * @param {number} top
 * @param {number} right
 * @param {number} bottom
 * @param {(square: number) => void} visit
 */
function inSquares(left, top, right, bottom, visit) {
  for (let y = Math.floor(top / GRID); y <= bottom / GRID; y++) {
    for (let x = Math.floor(left / GRID); x <= right / GRID; x++) visit(y * ROW + x);
  }
}
