/** Describes a place on the board for screen readers. No DOM. */

import { gettext } from "../../../core/language.js";
import { distance, nearestOn } from "../geometry.js";
import { pointWords, spaces } from "../points.js";

/** Lines farther away than this, in spaces, are not mentioned. */
const NEAR = 0.5;
const ON = 1 / 512;

/** @typedef {import("../segments.js").SegmentIndex} SegmentIndex */
/** @typedef {import("./magnet.js").Snap} Snap */

/**
 * The point that will be used, such as `D4, your line 0.25 spaces away` or `D4, snapped, at an end
 * of your line`. It can differ from the point that the viewer aims at.
 * @param {Miai.Point} aimed
 * @param {Snap | null} snap where the magnet pulls it
 * @param {{name: string | null, index: SegmentIndex}[]} lines the viewer's own first
 * @param {number} size
 */
export function placeWords(aimed, snap, lines, size) {
  const point = snap?.at ?? aimed;
  const parts = lines.flatMap(({ name, index }, n) => {
    const apart = apartFrom(point, index);
    if (apart > NEAR) return [];
    return [lineWords(name, apart >= ON ? spaces(apart) : null, n === 0 && snap?.kind === "end")];
  });
  if (snap && distance(aimed, snap.at) >= ON) parts.unshift(gettext("snapped"));
  if (point.some((value) => value === 0 || value === size - 1)) parts.push(gettext("edge of the board"));
  return [pointWords(point, size), ...parts].join(", ");
}

/**
 * A line nearby.
 * @param {string | null} name of its player; null: the viewer's own line
 * @param {string | null} apart how far away it is; null: the place is on it
 * @param {boolean} isEnd
 */
function lineWords(name, apart, isEnd) {
  if (name === null) {
    if (apart !== null) return gettext("your line %(length)s away", { length: apart });
    return isEnd ? gettext("at an end of your line") : gettext("on your line");
  }
  if (apart !== null) return gettext("%(name)s’s line %(length)s away", { name, length: apart });
  return isEnd ? gettext("at an end of %(name)s’s line", { name }) : gettext("on %(name)s’s line", { name });
}

/**
 * @param {Miai.Point} point
 * @param {SegmentIndex} index
 */
function apartFrom(point, index) {
  return Math.min(...index.near(point, point, NEAR).map((segment) => distance(point, nearestOn(point, ...segment))), Infinity);
}

/**
 * What will become of the line that is being drawn.
 * @param {import("./preview.js").Expected} line
 * @param {number} remaining
 */
export function expectedWords({ drawn, length, stopped }, remaining) {
  if (!drawn.length) return gettext("nothing can be drawn here");
  if (stopped === "opponent") return gettext("stops at a line");
  if (stopped === "budget") return gettext("length used up");
  return gettext("%(length)s left", { length: spaces(remaining - length) });
}
