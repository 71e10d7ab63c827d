/** Makes the many points of a drag few: what a path may hold, and no more than the eye sees. No DOM. */

import { samePoint } from "../../shared/grid.js";
import { distance, nearestOn, onGrid } from "../geometry.js";

/** The most points that a path may have. */
const MOST_POINTS = 512;

/**
 * A path through at most `most` of its points, none farther from it than `tolerance`, unless
 * that takes more points; all on the grid of what can be stored, none like the one before it.
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
 * Ramer, Douglas and Peucker: of each part the point that is farthest from its chord is kept,
 * if it is farther than the tolerance, and the part is cut there.
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
