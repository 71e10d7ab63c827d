/** Points of a board without points, in words: `D4` where lines cross, `3.5,2.25` elsewhere. No DOM. */

import { parsePoint, pointName, squareExtent } from "../shared/grid.js";

/**
 * A point as it is written and typed. Numbers count spaces from the top left corner.
 * @param {readonly number[]} point
 * @param {number} size
 */
export function pointWords([x = 0, y = 0], size) {
  const [column, row] = [shortNumber(x), shortNumber(y)];
  const crossing = Number.isInteger(Number(column)) && Number.isInteger(Number(row));
  return crossing ? pointName([Number(column), Number(row)], squareExtent(size)) : `${column},${row}`;
}

/**
 * A length or an area with at most two decimals.
 * @param {number} value
 */
export function shortNumber(value) {
  return String(Math.round(value * 100) / 100);
}

/**
 * The points that typed text names, such as `D4 7.5,2` or `3,4 5.5,4`; null: not understood.
 * @param {string} text
 * @param {number} size
 * @returns {Miai.Point[] | null}
 */
export function parsePath(text, size) {
  const words = text.replace(/\s*,\s*/g, ",").split(/[\s;]+/).filter(Boolean);
  const points = words.map((word) => parsePoint(word, squareExtent(size)) ?? parsePair(word, size));
  return points.every((point) => point !== null) ? points : null;
}

/**
 * @param {string} word
 * @param {number} size
 * @returns {Miai.Point | null}
 */
function parsePair(word, size) {
  const match = /^(\d{1,2}(?:\.\d{1,10})?),(\d{1,2}(?:\.\d{1,10})?)$/.exec(word);
  if (!match) return null;
  const [x, y] = [Number(match[1]), Number(match[2])];
  return x <= size - 1 && y <= size - 1 ? [x, y] : null;
}
