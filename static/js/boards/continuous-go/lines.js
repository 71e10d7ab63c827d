/**
 * Drawn lines: black ones solid, white ones light in a dark casing, so that their shape tells them
 * apart too.
 */

import { keyed } from "../../dom/keyed.js";
import { svg } from "../shared/svg.js";
import { pathData } from "./frame.js";
import { GRID, pathLength } from "./geometry.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/** @typedef {{seat: number, path: Miai.Point[]}} DrawnLine */

/** Tolerance when the lengths of a turn's lines are added up. */
const SLACK = 1e-6;

/**
 * How many lines of one colour share a path: few nodes draw faster than many, and a short path
 * redraws sooner than one with all lines.
 */
const TOGETHER = 25;

/**
 * Draws the lines of a position without touching those that stay. All casings lie under all lines,
 * so that lines of one colour merge without a seam. The last line has a path of its own.
 * @param {Pick<import("./frame.js").LineLayers, "casings" | "lines">} groups
 * @param {DrawnLine[]} lines
 */
export function drawLines(groups, lines) {
  const before = lines.slice(0, -1);
  const bundles = [0, 1].flatMap((seat) => bundled(before.filter((line) => line.seat === seat)));
  bundles.push(...bundled(lines.slice(-1)));
  const entries = new Map(bundles.map((bundle) => [keyOf(bundle), bundle]));
  keyed(groups.casings, entries, (bundle) => stroke("line-casing", bundle));
  keyed(groups.lines, entries, (bundle) => stroke("line-body", bundle));
}

/** @param {DrawnLine[]} lines */
function bundled(lines) {
  const count = Math.ceil(lines.length / TOGETHER);
  return Array.from({ length: count }, (_, n) => lines.slice(n * TOGETHER, (n + 1) * TOGETHER));
}

/**
 * The two strokes of the last line.
 * @param {Pick<import("./frame.js").LineLayers, "casings" | "lines">} groups
 */
export function lastStrokes({ casings, lines }) {
  return [casings.lastElementChild, lines.lastElementChild].filter((node) => node !== null);
}

/**
 * A single line.
 * @param {DrawnLine} line
 */
export function lineNode(line) {
  return svg("g", {}, [stroke("line-casing", [line]), stroke("line-body", [line])]);
}

/**
 * @param {string} name
 * @param {DrawnLine[]} lines of one seat
 */
function stroke(name, lines) {
  const d = lines.map(({ path }) => pathData(path)).join("");
  return svg("path", { class: name, "data-seat": lines[0]?.seat ?? 0, d });
}

/**
 * Draws a glow under the lines of the current turn and of the turn before.
 * @param {SVGElement} group
 * @param {DrawnLine[]} lines all lines of the position
 * @param {DrawnLine[]} recent
 * @param {(seat: number) => string} colourOf
 */
export function drawRecent(group, lines, recent, colourOf) {
  const first = lines.length - recent.length;
  const entries = new Map(recent.map((line, n) => [`${first + n}:${keyOf([line])}:${colourOf(line.seat)}`, line]));
  keyed(group, entries, ({ seat, path }) => {
    const d = pathData(path);
    const mark = svg("path", { class: "line-recent", d, stroke: colourOf(seat) });
    return svg("g", {}, [svg("path", { class: "line-recent-edge", d }), mark]);
  });
}

/**
 * The lines of the current turn so far, and those of the turn before. The position does not list
 * them, so they are found by their lengths.
 * @param {Game["position"]} position
 * @param {number} budget
 * @param {number | undefined} seat whose turn it is; undefined if the game is over
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
 * The index of the first of the seat's last lines before `end` whose total length is at most
 * `length`.
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
 * A key for lines that look the same: the seat, and a checksum of the points of each line.
 * @param {DrawnLine[]} lines of one seat
 */
function keyOf(lines) {
  const sums = lines.map(({ path }) => {
    let sum = 0;
    for (const [x, y] of path) sum = (Math.imul(sum, 31) + x * GRID * 20000 + y * GRID) | 0;
    return `${path.length}:${sum}`;
  });
  return `${lines[0]?.seat} ${sums.join()}`;
}
