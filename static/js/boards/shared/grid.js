/** Boards of lines: names of points as Go players write them, star points, ways over the board. No DOM. */

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/**
 * A column's letter: A to Z without I.
 * @param {number} x
 */
export function columnName(x) {
  return /** @type {string} */ (LETTERS[x]);
}

/**
 * A point's name: column letter, then rows counted from the bottom. `[3, 5]` on 9×9 is `D4`.
 * @param {Miai.Point} point
 * @param {number} size lines of the board
 */
export function pointName([x, y], size) {
  return `${columnName(x)}${size - y}`;
}

/**
 * The point that typed text names, in capitals or not; null: none on this board.
 * @param {string} text
 * @param {number} size
 * @returns {Miai.Point | null}
 */
export function parsePoint(text, size) {
  const match = /^\s*([a-z])\s*(\d{1,2})\s*$/i.exec(text);
  if (!match) return null;
  const x = LETTERS.indexOf(/** @type {string} */ (match[1]).toUpperCase());
  const y = size - Number(match[2]);
  return x >= 0 && x < size && y >= 0 && y < size ? [x, y] : null;
}

/**
 * Where boards of this size have their dots.
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

/**
 * Every point of the board, row by row from the top.
 * @param {number} size
 * @returns {Miai.Point[]}
 */
export function allPoints(size) {
  return Array.from({ length: size * size }, (_, index) => [index % size, Math.floor(index / size)]);
}

/**
 * The point that an arrow key leads to; the edge holds. Null: the key is no arrow.
 * @param {Miai.Point} point
 * @param {string} key
 * @param {number} size
 * @returns {Miai.Point | null}
 */
export function neighbour([x, y], key, size) {
  const last = size - 1;
  /** @type {{[key: string]: Miai.Point}} */
  const targets = {
    ArrowLeft: [Math.max(0, x - 1), y],
    ArrowRight: [Math.min(last, x + 1), y],
    ArrowUp: [x, Math.max(0, y - 1)],
    ArrowDown: [x, Math.min(last, y + 1)],
    Home: [0, y],
    End: [last, y],
    PageUp: [x, 0],
    PageDown: [x, last],
  };
  return targets[key] ?? null;
}
