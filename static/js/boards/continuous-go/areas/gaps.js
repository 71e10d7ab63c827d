/**
 * Gaps: ends of lines that almost touch a line of the same colour, or the edge of the board. No
 * DOM.
 */

import { number } from "../../../core/language.js";
import { distance, nearestOn, onGrid } from "../geometry.js";
import { edgeOf, isBetween, isOn, segmentIndex, segmentsOf, touchNear } from "../segments.js";

/** If an end is this near to something, in spaces, it may have been meant to touch it. */
export const NEAR = 0.25;
/** @typedef {import("../segments.js").Segment} Segment */

/** If the middles of two gaps are this near, in spaces, they count as one gap. */
const SAME_PLACE = NEAR;

/** The end of a line, the nearest point of what it almost touches, and the distance between them. @typedef {{seat: number, at: Miai.Point, to: Miai.Point, open: number}} Gap */

/**
 * All gaps of these seats; two ends that face each other are one gap.
 * @param {{seat: number, path: Miai.Point[]}[]} lines
 * @param {number} size lines of the board
 * @param {number[]} seats
 * @returns {Gap[]}
 */
export function gapsOf(lines, size, seats) {
  return seats.flatMap((seat) => {
    const paths = lines.filter((line) => line.seat === seat).map(({ path }) => path.map(onGrid));
    const index = segmentIndex([...paths.flatMap(segmentsOf), ...segmentsOf(edgeOf(size))]);
    const ends = paths.flatMap((path) => [[path[0], path[1]], [path.at(-1), path.at(-2)]]);
    const found = ends.map(([end, next]) => gapAt(/** @type {Miai.Point} */ (end), /** @type {Miai.Point} */ (next), index));
    return withoutTwins(found.filter((gap) => gap !== null).map((gap) => ({ seat, ...gap })));
  });
}

/**
 * The width of a gap, in spaces, as text.
 * @param {Gap} gap
 */
export function widthWords({ open }) {
  return number(open, open < 0.01 ? { maximumSignificantDigits: 1 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/**
 * The gap at a line's end: the nearest thing that is not connected to the end nearby. Null if there
 * is none, or if the end lies on another segment and is closed there.
 * @param {Miai.Point} end
 * @param {Miai.Point} next the point before it on the line
 * @param {import("../segments.js").SegmentIndex} index
 */
function gapAt(end, next, index) {
  const near = index.near(end, end, NEAR).filter((segment) => distance(end, nearestOn(end, ...segment)) <= NEAR);
  const isOwn = (/** @type {Segment} */ segment) => isBetween(segment, end, next) || isBetween(segment, next, end);
  if (near.some((segment) => !isOwn(segment) && isOn(end, segment))) return null;
  let nearest = NEAR;
  /** @type {Miai.Point | null} */
  let to = null;
  for (const segment of notConnected(end, near.filter(isOwn), near)) {
    const place = nearestOn(end, ...segment);
    const open = distance(end, place);
    if (open <= nearest) [nearest, to] = [open, place];
  }
  return to && { at: end, to, open: nearest };
}

/**
 * The segments near an end that cannot be reached from it along other segments nearby.
 * @param {Miai.Point} end
 * @param {Segment[]} own the segments of the line that ends there
 * @param {Segment[]} near
 */
function notConnected(end, own, near) {
  const left = new Set(near);
  for (const segment of own) left.delete(segment);
  const waiting = [...own];
  while (waiting.length && left.size) {
    const reached = /** @type {Segment} */ (waiting.pop());
    for (const segment of left) {
      if (!touchNear(end, NEAR, reached, segment)) continue;
      left.delete(segment);
      waiting.push(segment);
    }
  }
  return left;
}

/**
 * The gaps without those that lie beside a narrower one.
 * @param {Gap[]} gaps
 */
function withoutTwins(gaps) {
  /** @type {Gap[]} */
  const kept = [];
  for (const gap of [...gaps].sort((one, other) => one.open - other.open)) {
    if (!kept.some((other) => distance(middle(gap), middle(other)) < SAME_PLACE)) kept.push(gap);
  }
  return kept;
}

/**
 * The middle of a gap.
 * @param {Gap} gap
 * @returns {Miai.Point}
 */
export function middle({ at: [x, y], to: [tx, ty] }) {
  return [(x + tx) / 2, (y + ty) / 2];
}
