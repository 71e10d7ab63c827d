/**
 * Sections as shapes: their paths, what lies inside, and the place for a label. No DOM.
 *
 * An outline is a list of closed rings in spaces, the outer one first, then the holes.
 */

import { onDrawing } from "../frame.js";
import { distance, nearestOn } from "../geometry.js";

/** @typedef {Miai.Point[][]} Outline */

/** How near to the best place a label has to be, in spaces. */
const PRECISION = 0.04;
/** A section with more points than this is simplified before a place for its label is looked for. */
const MANY_POINTS = 240;
/** Places looked at before the best one so far is taken. */
const PATIENCE = 600;

/**
 * The path of outlines, to be filled with the rule `evenodd`: so holes stay open, and sections of
 * one colour, which never overlap, can share a path.
 * @param {Outline[]} outlines
 */
export function pathOf(outlines) {
  const ring = (/** @type {Miai.Point[]} */ points) =>
    `M${points.slice(0, -1).map(([x, y]) => `${onDrawing(x)} ${onDrawing(y)}`).join("L")}z`;
  return outlines.map((outline) => outline.map(ring).join("")).join("");
}

/**
 * Whether a point lies inside an outline, and in none of its holes.
 * @param {Outline} outline
 * @param {Miai.Point} point
 */
export function contains(outline, [x, y]) {
  let inside = false;
  for (const ring of outline) {
    for (let n = 1; n < ring.length; n++) {
      const [ax, ay] = at(ring, n - 1);
      const [bx, by] = at(ring, n);
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

/**
 * The place inside an outline that is farthest from its edge, and how far that is: squares that
 * could hold a better place than the best so far are cut in four, the most hopeful first.
 * @param {Outline} outline
 * @returns {{at: Miai.Point, room: number}}
 */
export function roomiest(outline) {
  const shape = simplified(outline);
  const [left, top, right, bottom] = bounds(outline[0] ?? []);
  const size = Math.min(right - left, bottom - top) || 1;
  /** @type {Cell[]} */
  const waiting = [];
  for (let x = left; x < right; x += size) {
    for (let y = top; y < bottom; y += size) waiting.push(cellAt([x + size / 2, y + size / 2], size / 2, shape));
  }
  let best = cellAt([(left + right) / 2, (top + bottom) / 2], 0, shape);
  for (let looked = 0; waiting.length && looked < PATIENCE; looked++) {
    const cell = takeBest(waiting);
    if (cell.room > best.room) best = cell;
    if (cell.most - best.room <= PRECISION) break;
    waiting.push(...quarters(cell, shape));
  }
  return { at: best.at, room: contains(outline, best.at) ? best.room : 0 };
}

/** @typedef {{at: Miai.Point, half: number, room: number, most: number}} Cell */

/**
 * @param {Miai.Point} middle
 * @param {number} half
 * @param {Outline} outline
 * @returns {Cell}
 */
function cellAt(middle, half, outline) {
  const room = (contains(outline, middle) ? 1 : -1) * distanceToEdge(outline, middle);
  return { at: middle, half, room, most: room + half * Math.SQRT2 };
}

/**
 * @param {Cell} cell
 * @param {Outline} outline
 */
function quarters({ at: [x, y], half }, outline) {
  const quarter = half / 2;
  return [[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([right = 0, down = 0]) =>
    cellAt([x + right * quarter, y + down * quarter], quarter, outline),
  );
}

/** @param {Cell[]} waiting */
function takeBest(waiting) {
  let best = 0;
  waiting.forEach(({ most }, n) => {
    if (most > /** @type {Cell} */ (waiting[best]).most) best = n;
  });
  const [cell] = waiting.splice(best, 1);
  return /** @type {Cell} */ (cell);
}

/**
 * @param {Outline} outline
 * @param {Miai.Point} point
 */
function distanceToEdge(outline, point) {
  let nearest = Infinity;
  for (const ring of outline) {
    for (let n = 1; n < ring.length; n++) {
      nearest = Math.min(nearest, distance(point, nearestOn(point, at(ring, n - 1), at(ring, n))));
    }
  }
  return nearest;
}

/**
 * An outline with fewer points, near enough for a label.
 * @param {Outline} outline
 */
function simplified(outline) {
  const points = outline.reduce((sum, ring) => sum + ring.length, 0);
  if (points <= MANY_POINTS) return outline;
  const every = Math.ceil(points / MANY_POINTS);
  return outline.map((ring) => ring.filter((_, n) => n % every === 0 || n === ring.length - 1));
}

/** @param {Miai.Point[]} ring */
function bounds(ring) {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const least = (/** @type {number[]} */ values) => values.reduce((a, b) => Math.min(a, b), Infinity);
  const most = (/** @type {number[]} */ values) => values.reduce((a, b) => Math.max(a, b), -Infinity);
  return /** @type {const} */ ([least(xs), least(ys), most(xs), most(ys)]);
}

/**
 * @param {Miai.Point[]} ring
 * @param {number} n
 */
function at(ring, n) {
  return /** @type {Miai.Point} */ (ring[n]);
}
