/**
 * Where a line that is being drawn will probably stop: a hint for the player. Only the server
 * decides (docs/decisions/0022-choosing-on-a-board.md). No DOM.
 */

import { distance } from "../geometry.js";

/** A line may come no nearer than this to the opponent's lines, in spaces. */
const CLEARANCE = 1 / 64;
const SLACK = 1e-9;

/**
 * @typedef {object} Expected
 * @property {Miai.Point[]} skipped the beginning that is too near to the opponent's lines
 * @property {Miai.Point[]} drawn what will be drawn; empty: nothing
 * @property {Miai.Point[]} beyond the rest after the stop
 * @property {"opponent" | "budget" | null} stopped
 * @property {number} length of what will be drawn
 */

/**
 * What will be drawn of a path.
 * @param {Miai.Point[]} path
 * @param {import("../segments.js").SegmentIndex} opponent
 * @param {number} budget the length left
 * @returns {Expected}
 */
export function expected(path, opponent, budget) {
  const start = firstFree(path, opponent);
  if (!start) return { skipped: path, drawn: [], beyond: [], stopped: "opponent", length: 0 };
  /** @type {Miai.Point[]} */
  const drawn = [start.at];
  let length = 0;
  for (let leg = start.leg; leg < path.length - 1; leg++) {
    const [a, b] = legOf(path, leg);
    const whole = distance(a, b);
    const from = leg === start.leg ? start.along : 0;
    const entry = firstEntry(forbiddenOn(a, b, opponent), from);
    const spent = whole ? from + (budget - length) / whole : Infinity;
    const stop = Math.min(entry, spent);
    const end = between(a, b, Math.min(stop, 1));
    length += distance(drawn.at(-1) ?? a, end);
    drawn.push(end);
    if (stop >= 1) continue;
    const rest = { skipped: path.slice(0, start.leg + 1).concat([start.at]), beyond: [end, ...path.slice(leg + 1)] };
    return { ...shown(rest, start), drawn, stopped: entry <= spent ? "opponent" : "budget", length };
  }
  const skipped = path.slice(0, start.leg + 1).concat([start.at]);
  return { ...shown({ skipped, beyond: [] }, start), drawn, stopped: null, length };
}

/**
 * @param {{skipped: Miai.Point[], beyond: Miai.Point[]}} rest
 * @param {Place} start
 */
function shown(rest, start) {
  return start.leg === 0 && start.along === 0 ? { ...rest, skipped: [] } : rest;
}

/** @typedef {{leg: number, along: number, at: Miai.Point}} Place a place on a path */

/**
 * The first place that is far enough from the opponent's lines.
 * @param {Miai.Point[]} path
 * @param {import("../segments.js").SegmentIndex} opponent
 * @returns {Place | null}
 */
function firstFree(path, opponent) {
  for (let leg = 0; leg < path.length - 1; leg++) {
    const [a, b] = legOf(path, leg);
    let along = 0;
    for (const [low, high] of forbiddenOn(a, b, opponent).sort((one, other) => one[0] - other[0])) {
      if (low <= along + SLACK && high > along) along = high;
    }
    if (along < 1) return { leg, along, at: between(a, b, along) };
  }
  return null;
}

/**
 * Where along a leg, after `from`, it first comes too near; Infinity if nowhere.
 * @param {[number, number][]} spans
 * @param {number} from
 */
function firstEntry(spans, from) {
  const ahead = spans.filter(([, high]) => high > from + SLACK).map(([low]) => Math.max(low, from));
  return Math.min(...ahead, Infinity);
}

/**
 * The parts of a leg, from 0 to 1, that are too near to the opponent's lines.
 * @param {Miai.Point} a
 * @param {Miai.Point} b
 * @param {import("../segments.js").SegmentIndex} opponent
 */
function forbiddenOn(a, b, opponent) {
  /** @type {[number, number][]} */
  const spans = [];
  for (const [c, d] of opponent.near(a, b, CLEARANCE)) {
    const [low, high] = tooNear(a, b, c, d);
    if (low < 1 && high > 0 && low < high) spans.push([low, high]);
  }
  return spans;
}

/**
 * The part of the line from a to b whose points are nearer than 1/64 to the segment from c to d,
 * whether near its ends or beside it. This is always a single span.
 * @param {Miai.Point} a
 * @param {Miai.Point} b
 * @param {Miai.Point} c
 * @param {Miai.Point} d
 * @returns {[number, number]}
 */
function tooNear(a, b, c, d) {
  const way = /** @type {Miai.Point} */ ([b[0] - a[0], b[1] - a[1]]);
  const spans = [inDisc(a, way, c), inDisc(a, way, d)];
  const [ux, uy] = [d[0] - c[0], d[1] - c[1]];
  const [wx, wy] = [a[0] - c[0], a[1] - c[1]];
  const reach = CLEARANCE * Math.hypot(ux, uy);
  const across = within(wx * uy - wy * ux, way[0] * uy - way[1] * ux, -reach, reach);
  const beside = within(wx * ux + wy * uy, way[0] * ux + way[1] * uy, 0, ux * ux + uy * uy);
  spans.push([Math.max(across[0], beside[0]), Math.min(across[1], beside[1])]);
  const real = spans.filter(([low, high]) => low < high);
  return [Math.min(...real.map(([low]) => low)), Math.max(...real.map(([, high]) => high))];
}

/**
 * @param {Miai.Point} a
 * @param {Miai.Point} way
 * @param {Miai.Point} centre
 * @returns {[number, number]}
 */
function inDisc([ax, ay], [dx, dy], [cx, cy]) {
  const [wx, wy] = [ax - cx, ay - cy];
  const square = dx * dx + dy * dy;
  const left = CLEARANCE ** 2 * square - (wx * dy - wy * dx) ** 2;
  if (left <= 0) return [Infinity, -Infinity];
  const middle = -(wx * dx + wy * dy);
  return [(middle - Math.sqrt(left)) / square, (middle + Math.sqrt(left)) / square];
}

/**
 * The values of t with `least < value + t * slope < most`.
 * @param {number} value
 * @param {number} slope
 * @param {number} least
 * @param {number} most
 * @returns {[number, number]}
 */
function within(value, slope, least, most) {
  if (slope === 0) return least < value && value < most ? [-Infinity, Infinity] : [Infinity, -Infinity];
  const [one, other] = [(least - value) / slope, (most - value) / slope];
  return [Math.min(one, other), Math.max(one, other)];
}

/**
 * @param {Miai.Point[]} path
 * @param {number} leg
 */
function legOf(path, leg) {
  return /** @type {[Miai.Point, Miai.Point]} */ ([path[leg], path[leg + 1]]);
}

/**
 * @param {Miai.Point} a
 * @param {Miai.Point} b
 * @param {number} along
 * @returns {Miai.Point}
 */
function between(a, b, along) {
  if (along >= 1) return b;
  return [a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])];
}
