/** A line that is being drawn: freely by a drag, or straight from start to end. No DOM. */

import { samePoint } from "../../shared/grid.js";
import { distance, pathLength } from "../geometry.js";
import { joined, snapped } from "./magnet.js";
import { thinned, withoutRepeats } from "./thinning.js";

/** @typedef {import("./magnet.js").Pull} Pull */
/** @typedef {import("./magnet.js").Snap} Snap */

/** A drag shorter than this many times the magnet's reach is not pulled back to its beginning. */
const AWAY = 3;

/**
 * @typedef {object} Sketch
 * @property {boolean} straight
 * @property {Snap | null} first where the magnet pulls its beginning
 * @property {Snap | null} last where the magnet pulls its end
 * @property {Miai.Point[]} way the pen's positions from the beginning
 */

/**
 * A line that begins at a point.
 * @param {Miai.Point} point
 * @param {Pull} pull
 * @param {boolean} straight
 * @returns {Sketch}
 */
export function begun(point, pull, straight) {
  const first = snapped(point, pull);
  return { straight, first, last: null, way: [first?.at ?? point] };
}

/**
 * The line extended to more points; a straight line keeps only the last of them.
 * @param {Sketch} sketch
 * @param {Miai.Point[]} points
 * @param {Pull} pull
 * @returns {Sketch}
 */
export function drawnOn(sketch, points, pull) {
  const { straight, first } = sketch;
  const start = /** @type {Miai.Point} */ (sketch.way[0]);
  const way = straight ? [start, ...points.slice(-1)] : [...sketch.way, ...points];
  const end = way.at(-1) ?? start;
  const far = pathLength(way) > AWAY * pull.reach;
  const found = snapped(end, pull, { at: start, closes: !straight && far });
  const returns = found !== null && !straight && !far && distance(found.at, start) < pull.reach;
  return { straight, first, last: returns ? null : found, way };
}

/**
 * The line as it looks, with its end where the magnet pulled it.
 * @param {Sketch} sketch
 * @returns {Miai.Point[]}
 */
export function pathOf({ way, last }) {
  const path = last ? [...(way.length > 1 ? way.slice(0, -1) : way), last.at] : way;
  return path.filter((point, n) => n === 0 || !samePoint(point, path[n - 1] ?? []));
}

/**
 * The line as it is sent: few points, on the grid, exactly joined to what the magnet found.
 * @param {Sketch} sketch
 * @param {number} tolerance in spaces: too small to be seen
 * @param {number} size
 * @returns {Miai.Point[]}
 */
export function finished(sketch, tolerance, size) {
  const path = pathOf(sketch);
  const few = path.length > 2 ? thinned(path, tolerance) : withoutRepeats(thinned(path, 0));
  return few.length > 1 ? joined(few, sketch.first, sketch.last, size) : few;
}
