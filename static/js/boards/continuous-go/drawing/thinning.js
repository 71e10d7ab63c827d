/** Reduces the many points of a drag to as many as a path may hold and the eye can see. No DOM. */

import { samePoint } from "../../shared/grid.js";
import { distance, nearestOn, onGrid } from "../geometry.js";

/** The most points that a path may have. */
const MOST_POINTS = 512;

/**
 * A path through at most `most` of the given points. No given point is farther from it than
 * `tolerance`, unless that would take more points. All its points lie on the grid, and no two
 * neighbours are equal.
 * @param {Miai.Point[]} path
 * @param {number} tolerance in spaces
 * @returns {Miai.Point[]}
 */
export function thinned(path, tolerance, most = MOST_POINTS) {
  let kept = withoutRepeats(simplified(path, tolerance).map(onGrid));
  for (let wider = tolerance; kept.length > most; ) {
    wider *= 1.6;
    kept = withoutRepeats(simplified(path, wider).map(onGrid));
  }
  return kept;
}

/** @param {Miai.Point[]} path */
export function withoutRepeats(path) {
  return path.filter((point, n) => n === 0 || !samePoint(point, path[n - 1] ?? []));
}

/**
 * The algorithm of Ramer, Douglas and Peucker: in each part, if the point farthest from the chord
 * is farther than the tolerance, it is kept, and the part is split there.
 * @param {Miai.Point[]} path
 * @param {number} tolerance
 */
function simplified(path, tolerance) {
  const last = path.length - 1;
  const kept = new Set([0, last]);
  /** @type {[number, number][]} */
  const parts = [[0, last]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const middle = farthest(path, part, tolerance);
    if (middle === null) continue;
    kept.add(middle);
    parts.push([part[0], middle], [middle, part[1]]);
  }
  return path.filter((_, n) => kept.has(n));
}

/**
 * @param {Miai.Point[]} path
 * @param {[number, number]} part
 * @param {number} tolerance
 */
function farthest(path, [from, to], tolerance) {
  const [a, b] = /** @type {[Miai.Point, Miai.Point]} */ ([path[from], path[to]]);
  let most = tolerance;
  let found = null;
  for (let n = from + 1; n < to; n++) {
    const point = /** @type {Miai.Point} */ (path[n]);
    const apart = distance(point, nearestOn(point, a, b));
    if (apart > most) [most, found] = [apart, n];
  }
  return found;
}
