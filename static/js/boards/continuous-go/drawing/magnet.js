/**
 * The magnet: if a line begins or ends near the player's own line, its end, or the edge of the
 * board, it is pulled there so exactly that the two touch. No DOM.
 */

import { samePoint } from "../../shared/grid.js";
import { distance, GRID, nearestOn, onBoard, onGrid, touching } from "../geometry.js";
import { withoutRepeats } from "./thinning.js";

/** The reach that each step of the magnet's strength adds, in spaces. */
export const REACH = 0.04;
/** How far around the target to search for a meeting point, in units of the grid. */
const AROUND = 3;

/**
 * @typedef {object} Snap where the magnet pulls a point
 * @property {Miai.Point} at
 * @property {"end" | "start" | "line" | "edge"} kind an end of one of the player's lines, the
 *   beginning of the line being drawn, a place on one of the player's lines, or the board's edge
 * @property {import("../segments.js").Segment} [segment] of that line
 */

/**
 * @typedef {object} Pull what the magnet needs to know
 * @property {import("../segments.js").SegmentIndex} own
 * @property {Miai.Point[]} ends of the player's lines
 * @property {number} size
 * @property {number} reach in spaces; 0: off
 */

/**
 * Where the magnet pulls a point; null if nowhere. Ends of lines take precedence.
 * @param {Miai.Point} point
 * @param {Pull} pull
 * @param {{at: Miai.Point, closes: boolean}} [start] the beginning of the line that is drawn, and
 *   whether the line may be closed there already
 * @returns {Snap | null}
 */
export function snapped(point, { own, ends, size, reach }, start) {
  if (!reach) return null;
  /** @type {Snap[]} */
  const stops = ends.filter((at) => !start || !samePoint(at, start.at)).map((at) => ({ at, kind: "end" }));
  if (start?.closes) stops.push({ at: start.at, kind: "start" });
  return nearest(point, stops, reach) ?? nearest(point, [...onEdges(point, size), ...onLines(point, own, reach)], reach);
}

/**
 * The path with its ends moved to where the magnet pulled them, so that they exactly meet what is
 * there.
 * @param {Miai.Point[]} path on the grid, two points or more
 * @param {Snap | null} first
 * @param {Snap | null} last
 * @param {number} size
 */
export function joined(path, first, last, size) {
  let whole = path;
  if (first) whole = [...meeting(first, whole[1] ?? [], size), ...whole.slice(1)];
  const begun = /** @type {Miai.Point} */ (whole[0]);
  if (last?.kind === "start") whole = [...whole.slice(0, -1), begun];
  else if (last) whole = [...whole.slice(0, -1), ...meeting(last, whole.at(-2) ?? [], size)];
  return withoutRepeats(whole);
}

/**
 * The points with which a line from `from` meets its target: a line's end as it is stored, or grid
 * points that make the line cross the segment, if only by one unit.
 * @param {Snap} snap
 * @param {readonly number[]} from
 * @param {number} size
 * @returns {Miai.Point[]}
 */
function meeting({ at, segment }, from, size) {
  if (!segment) return [at];
  const [a, b] = segment;
  const found = around(at, size).find((point) => !samePoint(point, from) && touching(point, from, a, b));
  return [found ?? (distance(at, a) < distance(at, b) ? a : b)];
}

/**
 * The grid points around a place, nearest first.
 * @param {Miai.Point} at
 * @param {number} size
 */
function around(at, size) {
  const [x, y] = onGrid(at);
  const steps = Array.from({ length: 2 * AROUND + 1 }, (_, n) => (n - AROUND) / GRID);
  const points = steps.flatMap((dx) => steps.map((dy) => /** @type {Miai.Point} */ ([x + dx, y + dy])));
  return points
    .filter((point) => samePoint(point, onBoard(point, size)))
    .sort((one, other) => distance(one, at) - distance(other, at));
}

/**
 * @param {Miai.Point} point
 * @param {Snap[]} snaps
 * @param {number} reach
 */
function nearest(point, snaps, reach) {
  let found = null;
  let least = reach;
  for (const snap of snaps) {
    const apart = distance(point, snap.at);
    if (apart <= least) [least, found] = [apart, snap];
  }
  return found;
}

/**
 * @param {Miai.Point} point
 * @param {import("../segments.js").SegmentIndex} own
 * @param {number} reach
 * @returns {Snap[]}
 */
function onLines(point, own, reach) {
  return own.near(point, point, reach).map((segment) => ({ at: nearestOn(point, ...segment), kind: "line", segment }));
}

/**
 * @param {Miai.Point} point
 * @param {number} size
 * @returns {Snap[]}
 */
function onEdges(point, size) {
  const [x, y] = onGrid(onBoard(point, size));
  const last = size - 1;
  /** @type {Miai.Point[]} */
  const places = [[0, y], [last, y], [x, 0], [x, last]];
  return places.map((at) => ({ at, kind: "edge" }));
}
