/**
 * Names for points of a board without points: `D4` where grid lines cross; elsewhere the same with
 * fractions, `D4.25` higher up and `D.5,4` farther to the right. No DOM.
 */

import { ngettext, number } from "../../core/language.js";
import { columnName, parsePoint, squareExtent } from "../shared/grid.js";

/**
 * A point as it is written and typed: columns from the left, rows from the bottom, as at the edge
 * of the board.
 * @param {readonly number[]} point
 * @param {number} size
 */
export function pointWords([x = 0, y = 0], size) {
  const column = rounded(x);
  const whole = Math.floor(column);
  const beyond = String(rounded(column - whole)).slice(1);
  return `${columnName(whole)}${beyond && `${beyond},`}${rounded(size - y)}`;
}

/**
 * A length or an area with at most two decimals.
 * @param {number} value
 */
export function rounded(value) {
  return Math.round(value * 100) / 100;
}

/**
 * The rounded number as text.
 * @param {number} value
 */
export function shortNumber(value) {
  return number(rounded(value));
}

/**
 * A length with its unit: a space is the distance between neighbouring grid lines.
 * @param {number} length
 */
export function spaces(length) {
  return ngettext("%(count)s space", "%(count)s spaces", rounded(length));
}

/**
 * The points in typed text, such as `D4 G4` or `D.5,4 G.5,4.25`; null if not understood.
 * @param {string} text
 * @param {number} size
 * @returns {Miai.Point[] | null}
 */
export function parsePath(text, size) {
  const words = text.replace(/\s*,\s*/g, ",").split(/[\s;]+/).filter(Boolean);
  const points = words.map((word) => parseOne(word, size));
  return points.every((point) => point !== null) ? points : null;
}

/**
 * @param {string} word
 * @param {number} size
 * @returns {Miai.Point | null}
 */
function parseOne(word, size) {
  const match = /^([a-z])(?:(\.\d{1,10}),|,?)(\d{1,2}(?:\.\d{1,10})?)$/i.exec(word);
  const column = match && parsePoint(`${match[1]}1`, squareExtent(size));
  if (!column) return null;
  const [x, y] = [column[0] + Number(match[2] ?? 0), size - Number(match[3])];
  return x <= size - 1 && y >= 0 && y <= size - 1 ? [x, y] : null;
}
