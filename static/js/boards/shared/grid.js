/**
 * Boards as grids of points: names of points as Go players write them, star points, directions. A
 * point is a crossing of lines, or a cell between them. No DOM.
 */

/** The number of columns and rows of a board. @typedef {{columns: number, rows: number}} Extent */

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/**
 * The extent of a square board.
 * @param {number} size
 * @returns {Extent}
 */
export function squareExtent(size) {
  return { columns: size, rows: size };
}

/**
 * A column's letter: A to Z without I.
 * @param {number} x
 */
export function columnName(x) {
  return /** @type {string} */ (LETTERS[x]);
}

/**
 * A point's name: column letter and row number, counted from the bottom. `[3, 5]` on 9×9 is `D4`.
 * @param {Miai.Point} point
 * @param {Extent} extent
 */
export function pointName([x, y], { rows }) {
  return `${columnName(x)}${rows - y}`;
}

/**
 * The point that typed text names, in upper or lower case; null if there is none on this board.
 * @param {string} text
 * @param {Extent} extent
 * @returns {Miai.Point | null}
 */
export function parsePoint(text, { columns, rows }) {
  const [, letter = "", number = ""] = /^\s*([a-z])\s*(\d{1,2})\s*$/i.exec(text) ?? [];
  const x = letter ? LETTERS.indexOf(letter.toUpperCase()) : -1;
  const y = rows - Number(number);
  return x >= 0 && x < columns && y >= 0 && y < rows ? [x, y] : null;
}

/**
 * The points that typed text names, in its order, separated by anything but letters and digits.
 * Null if any of them is not a point of this board.
 * @param {string} text
 * @param {Extent} extent
 * @returns {Miai.Point[] | null}
 */
export function parsePoints(text, extent) {
  const names = text.match(/[a-z]+\s*\d*|\d+/gi) ?? [];
  const points = names.map((name) => parsePoint(name, extent));
  return points.length && points.every((point) => point !== null) ? points : null;
}

/**
 * Every point, row by row from the top.
 * @param {Extent} extent
 * @returns {Miai.Point[]}
 */
export function allPoints({ columns, rows }) {
  return Array.from({ length: columns * rows }, (_, n) => [n % columns, Math.floor(n / columns)]);
}

/**
 * The points next to a point along the lines.
 * @param {Miai.Point} point
 * @param {Extent} extent
 * @returns {Miai.Point[]}
 */
export function nextTo([x, y], { columns, rows }) {
  const around = /** @type {Miai.Point[]} */ ([[x, y - 1], [x + 1, y], [x, y + 1], [x - 1, y]]);
  return around.filter(([column, row]) => column >= 0 && column < columns && row >= 0 && row < rows);
}

/**
 * The neighbouring point in a key's direction, or the same point at the edge; null if the key has
 * no direction.
 * @param {Miai.Point} point
 * @param {string} key
 * @param {Extent} extent
 * @returns {Miai.Point | null}
 */
export function neighbour([x, y], key, { columns, rows }) {
  /** @type {{[key: string]: Miai.Point}} */
  const targets = {
    ArrowLeft: [Math.max(0, x - 1), y],
    ArrowRight: [Math.min(columns - 1, x + 1), y],
    ArrowUp: [x, Math.max(0, y - 1)],
    ArrowDown: [x, Math.min(rows - 1, y + 1)],
    Home: [0, y],
    End: [columns - 1, y],
    PageUp: [x, 0],
    PageDown: [x, rows - 1],
  };
  return targets[key] ?? null;
}

/**
 * @param {readonly number[] | null | undefined} a
 * @param {readonly number[] | null | undefined} b
 */
export function samePoint(a, b) {
  return !!a && !!b && a[0] === b[0] && a[1] === b[1];
}

/**
 * @param {readonly (readonly number[])[]} points
 * @param {readonly number[]} point
 */
export function includesPoint(points, point) {
  return points.some((other) => samePoint(other, point));
}

/**
 * The star points of a board of this size.
 * @param {number} size
 * @returns {Miai.Point[]}
 */
export function starPoints(size) {
  if (size < 7) return size % 2 ? [[(size - 1) / 2, (size - 1) / 2]] : [];
  const edge = size < 12 ? 2 : 3;
  const far = size - 1 - edge;
  const middle = (size - 1) / 2;
  /** @type {Miai.Point[]} */
  const points = [
    [edge, edge],
    [far, edge],
    [edge, far],
    [far, far],
  ];
  if (size % 2) points.push([middle, middle]);
  if (size % 2 && size > 13) {
    points.push([middle, edge], [middle, far], [edge, middle], [far, middle]);
  }
  return points;
}
