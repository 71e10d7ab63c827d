/** Drawn lines: black ones solid, white ones light in a dark casing, so that their shape tells them apart. */

import { GRID, pathLength } from "./continuous-go-geometry.js";
import { pathData } from "./continuous-go-frame.js";
import { keyed, set, svg } from "./svg.js";

/** @typedef {{seat: number, path: Miai.Point[]}} DrawnLine */

/** What a length may be off by, of a turn that is put together again. */
const SLACK = 1e-6;

/**
 * The lines of a position; what stays is not touched.
 * @param {SVGElement} group
 * @param {DrawnLine[]} lines
 */
export function drawLines(group, lines) {
  keyed(group, new Map(lines.map((line, n) => [keyOf(line, n), line])), lineNode);
}

/**
 * The line that was drawn last.
 * @param {SVGElement} group
 */
export function lastNode(group) {
  return /** @type {SVGElement | null} */ (group.lastElementChild);
}

/**
 * A line in its seat's look, as two strokes one above the other.
 * @param {DrawnLine} line
 */
export function lineNode({ seat, path }) {
  const d = pathData(path);
  return svg("g", { class: "line", "data-seat": seat }, [
    svg("path", { class: "line-casing", d }),
    svg("path", { class: "line-body", d }),
  ]);
}

/**
 * A glow under the lines of the turn that is played, and of the one before.
 * @param {SVGElement} group
 * @param {DrawnLine[]} lines all lines
 * @param {DrawnLine[]} recent
 * @param {(seat: number) => string} colourOf
 */
export function drawRecent(group, lines, recent, colourOf) {
  const first = lines.length - recent.length;
  const entries = new Map(recent.map((line, n) => [keyOf(line, first + n), line]));
  keyed(
    group,
    entries,
    ({ seat, path }) => svg("path", { class: "line-recent", d: pathData(path), stroke: colourOf(seat) }),
    (node, { seat }) => set(node, { stroke: colourOf(seat) }),
  );
}

/**
 * The lines that the seat on turn has drawn in this turn, and those of the turn before. A
 * position does not say which they are, but their lengths do.
 * @param {Miai.Json} position
 * @param {number} budget
 * @param {number | undefined} seat whose turn it is; nobody's: the game is over
 * @returns {DrawnLine[]}
 */
export function recentLines({ lines, remaining, consecutive_passes }, budget, seat) {
  let first = lines.length;
  const own = seat === undefined ? 0 : budget - remaining;
  if (own > SLACK) first = beginning(lines, first, seat ?? 0, own);
  const before = lines[first - 1];
  if (before && !consecutive_passes && before.seat !== seat) first = beginning(lines, first, before.seat, budget);
  return lines.slice(first);
}

/**
 * The index of the first of a seat's lines before `end` that together are no longer than `length`.
 * @param {DrawnLine[]} lines
 * @param {number} end
 * @param {number} seat
 * @param {number} length
 */
function beginning(lines, end, seat, length) {
  let left = length + SLACK;
  let first = end;
  for (let line = lines[first - 1]; line && line.seat === seat; line = lines[first - 1]) {
    left -= pathLength(line.path);
    if (left < 0) break;
    first -= 1;
  }
  return first;
}

/**
 * Two lines with one key look alike: the number of a line, and a checksum of its points.
 * @param {DrawnLine} line
 * @param {number} n
 */
function keyOf({ seat, path }, n) {
  let sum = 0;
  for (const [x, y] of path) sum = (Math.imul(sum, 31) + x * GRID * 20000 + y * GRID) | 0;
  return `${n}:${seat}:${path.length}:${sum}`;
}
