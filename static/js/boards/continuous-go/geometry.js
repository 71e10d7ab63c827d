/** Lengths and distances, and whether lines touch. Points are `[x, y]` in spaces. No DOM. */

/** Grid units in a space: stored coordinates are multiples of one unit. */
export const GRID = 1024;

/**
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 */
export function distance([ax = 0, ay = 0], [bx = 0, by = 0]) {
  return Math.hypot(bx - ax, by - ay);
}

/** @param {readonly (readonly number[])[]} path */
export function pathLength(path) {
  let sum = 0;
  for (let n = 1; n < path.length; n++) sum += distance(path[n - 1] ?? [], path[n] ?? []);
  return sum;
}

/**
 * The nearest point to `p` on a segment.
 * @param {readonly number[]} p
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 * @returns {Miai.Point}
 */
export function nearestOn([px = 0, py = 0], [ax = 0, ay = 0], [bx = 0, by = 0]) {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const along = square ? Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / square)) : 0;
  return [ax + along * dx, ay + along * dy];
}

/**
 * The nearest point that can be stored.
 * @param {readonly number[]} point
 * @returns {Miai.Point}
 */
export function onGrid([x = 0, y = 0]) {
  return [Math.round(x * GRID) / GRID, Math.round(y * GRID) / GRID];
}

/**
 * The point moved onto the board if it lies outside.
 * @param {readonly number[]} point
 * @param {number} size
 * @returns {Miai.Point}
 */
export function onBoard([x = 0, y = 0], size) {
  return [Math.min(Math.max(x, 0), size - 1), Math.min(Math.max(y, 0), size - 1)];
}

/**
 * Whether two segments have a point in common. Exact: all ends are multiples of a unit, so every
 * product here is a whole number that a double can hold.
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 * @param {readonly number[]} c
 * @param {readonly number[]} d
 */
export function touching(a, b, c, d) {
  if (side(a, b, c) * side(a, b, d) > 0 || side(c, d, a) * side(c, d, b) > 0) return false;
  return boxesMeet(a, b, c, d);
}

/**
 * The side of the line from a to b on which p lies, by sign; 0 if p is on the line.
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 * @param {readonly number[]} p
 */
function side([ax = 0, ay = 0], [bx = 0, by = 0], [px = 0, py = 0]) {
  return Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax));
}

/**
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 * @param {readonly number[]} c
 * @param {readonly number[]} d
 */
function boxesMeet([ax = 0, ay = 0], [bx = 0, by = 0], [cx = 0, cy = 0], [dx = 0, dy = 0]) {
  return (
    Math.min(ax, bx) <= Math.max(cx, dx) &&
    Math.min(cx, dx) <= Math.max(ax, bx) &&
    Math.min(ay, by) <= Math.max(cy, dy) &&
    Math.min(cy, dy) <= Math.max(ay, by)
  );
}
