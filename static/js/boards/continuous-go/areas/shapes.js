/**
 * Sections as shapes: their paths, whether a point lies inside, and the place for a label. No DOM.
 *
 * An outline is a list of closed rings in spaces, the outer one first, then the holes.
 */

import polylabel from "../../../vendor/polylabel/polylabel.js";
import { onDrawing } from "../frame.js";

/** @typedef {Miai.Point[][]} Outline */

/** How near to the best place a label must be, in spaces. */
const PRECISION = 0.04;

/**
 * The path of outlines, to be filled with the rule `evenodd`, so that holes stay open. Sections of
 * one colour never overlap and can share a path.
 * @param {Outline[]} outlines
 */
export function pathOf(outlines) {
  const ring = (/** @type {Miai.Point[]} */ points) =>
    `M${points.slice(0, -1).map(([x, y]) => `${onDrawing(x)} ${onDrawing(y)}`).join("L")}z`;
  return outlines.map((outline) => outline.map(ring).join("")).join("");
}

/**
 * Whether a point lies inside an outline and outside its holes.
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
 * The point inside an outline that is farthest from its edge, and that distance.
 * @param {Outline} outline
 * @returns {{at: Miai.Point, room: number}}
 */
export function roomiest(outline) {
  const place = polylabel(outline, PRECISION);
  return { at: [place[0], place[1]], room: Math.max(0, place.distance) };
}

/**
 * @param {Miai.Point[]} ring
 * @param {number} n
 */
function at(ring, n) {
  return /** @type {Miai.Point} */ (ring[n]);
}
