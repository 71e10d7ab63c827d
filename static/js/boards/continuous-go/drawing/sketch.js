/** A line that somebody is drawing: by a drag, or straight from a start to an end. No DOM. */

import { samePoint } from "../../shared/grid.js";
import { distance, pathLength } from "../geometry.js";
import { joined, snapped } from "./magnet.js";
import { thinned, withoutRepeats } from "./thinning.js";

/** @typedef {import("./magnet.js").Pull} Pull */
/** @typedef {import("./magnet.js").Snap} Snap */

/** A drag that is shorter than so many reaches of the magnet is not drawn back to where it began. */
const AWAY = 3;

/**
 * @typedef {object} Sketch
 * @property {boolean} straight
 * @property {Snap | null} first what its beginning is drawn to
 * @property {Snap | null} last what its end is drawn to
 * @property {Miai.Point[]} way where the pen was, from the beginning on
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
 * The line drawn on to more points, of which a straight line keeps the last.
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
 * The line as it looks, drawn to what the magnet found.
 * @param {Sketch} sketch
 * @returns {Miai.Point[]}
 */
export function pathOf({ way, last }) {
  const path = last ? [...(way.length > 1 ? way.slice(0, -1) : way), last.at] : way;
  return path.filter((point, n) => n === 0 || !samePoint(point, path[n - 1] ?? []));
}

/**
 * The line as it is sent: few points, on the grid, and exactly joined to what it was drawn to.
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
