/**
 * The faces into which lines and the edge cut a board, in particular those along one line. They are
 * found by walking along the pieces between the places where segments meet, as the server does
 * (docs/decisions/0001-the-same-result-on-every-machine.md). Whether segments meet is exact: all
 * ends are multiples of 1/1024 of a space, and each crossing is computed with a single division, so that
 * all segments through it get the same place. No DOM.
 */

import { segmentIndex } from "../segments.js";
import { contains } from "../areas/shapes.js";

/** @typedef {import("../segments.js").Segment} Segment */

/** Areas smaller than this, in squares, are rounding errors. */
const NOTHING = 1e-9;

/**
 * @typedef {object} Face
 * @property {number} area in squares
 * @property {Miai.Point[][]} outline closed rings, the outer one first, then the holes
 */

/** Numbers for places: equal points get the same number. */
class Places {
  /** @type {Map<number, Map<number, number>>} */
  #numbers = new Map();
  /** @type {Miai.Point[]} */
  points = [];

  /** @param {Miai.Point} point @param {Places | null} known places numbered before these */
  number(point, known = null) {
    const before = known?.find(point);
    if (before !== undefined) return before;
    const found = this.find(point);
    if (found !== undefined) return found;
    const number = (known?.points.length ?? 0) + this.points.length;
    const column = this.#numbers.get(point[0]);
    if (column) column.set(point[1], number);
    else this.#numbers.set(point[0], new Map([[point[1], number]]));
    this.points.push(point);
    return number;
  }

  /** @param {Miai.Point} point */
  find([x, y]) {
    return this.#numbers.get(x)?.get(y);
  }
}

/**
 * The lines on the board: their segments, the places along each, and the pieces between those
 * places.
 * @param {Segment[]} segments including those of the edge
 */
export function standingOf(segments) {
  const index = segmentIndex(segments);
  const places = new Places();
  const pieces = new Pieces();
  /** @type {Map<Segment, number[]>} */
  const chains = new Map();
  /** @type {Map<Segment, Miai.Point[]>} */
  const cuts = new Map();
  for (const segment of segments) {
    const found = [...segment];
    for (const other of index.near(...segment, 0)) if (other !== segment) found.push(...common(segment, other));
    const chain = passed(segment, found).map((point) => places.number(point));
    cuts.set(segment, found);
    chains.set(segment, chain);
    pieces.add(chain);
  }
  return { index, places, chains, cuts, pieces, turns: turnsOf(pieces.from, places.points) };
}

/** @typedef {ReturnType<typeof standingOf>} Standing */

/**
 * The faces that a line closes or cuts in two, largest first: all faces bounded by a piece of the
 * line that separates them from another face.
 * @param {Standing} standing
 * @param {Segment[]} line on the grid
 * @returns {Face[]}
 */
export function facesAlong(standing, line) {
  const { cuts, touched, closes } = met(standing, line);
  if (!closes) return [];
  const places = new Places();
  const numbered = (/** @type {Segment} */ segment, /** @type {Miai.Point[]} */ found) =>
    passed(segment, found).map((point) => places.number(point, standing.places));
  const added = new Pieces(standing.pieces);
  /** @type {Set<number>} */
  const gone = new Set();
  for (const [segment, more] of touched) {
    const chain = numbered(segment, [...(standing.cuts.get(segment) ?? []), ...more]);
    const there = new Set(chain.slice(1).map((to, n) => nameOf(chain[n] ?? 0, to)));
    const before = standing.chains.get(segment) ?? [];
    for (let n = 1; n < before.length; n++) {
      const name = nameOf(before[n - 1] ?? 0, before[n] ?? 0);
      if (!there.has(name)) gone.add(standing.pieces.number(name) ?? -1);
    }
    added.add(chain);
  }
  const first = standing.pieces.count + added.count;
  line.forEach((segment, n) => added.add(numbered(segment, cuts[n] ?? [])));
  const from = [...standing.pieces.from, ...added.from];
  const points = [...standing.places.points, ...places.points];
  const next = turnedAside(standing, from, points, gone);
  return facesOf(walked(from, next, points, gone), from, first, points);
}

/**
 * Where a line meets the lines on the board, and itself.
 * @param {Standing} standing
 * @param {Segment[]} line
 */
function met({ index }, line) {
  const itself = segmentIndex(line);
  const numbers = new Map(line.map((segment, n) => [segment, n]));
  /** @type {Map<Segment, Miai.Point[]>} */
  const touched = new Map();
  /** @type {Set<string>} */
  const contacts = new Set();
  let crossesItself = false;
  const cuts = line.map((segment, n) => {
    const found = [...segment];
    for (const other of index.near(...segment, 0)) {
      const there = common(segment, other);
      if (!there.length) continue;
      found.push(...there);
      touched.set(other, [...(touched.get(other) ?? []), ...there]);
      for (const point of there) contacts.add(String(point));
    }
    for (const other of itself.near(...segment, 0)) {
      if (other === segment) continue;
      const there = common(segment, other);
      found.push(...there);
      if (there.length && Math.abs((numbers.get(other) ?? n) - n) > 1) crossesItself = true;
    }
    return found;
  });
  return { cuts, touched, closes: crossesItself || contacts.size > 1 };
}

/**
 * The points that two segments have in common: one, or the ends of what they share.
 * @param {Segment} one
 * @param {Segment} other
 * @returns {Miai.Point[]}
 */
function common([a, b], [c, d]) {
  const [wayX, wayY] = [b[0] - a[0], b[1] - a[1]];
  const [otherX, otherY] = [d[0] - c[0], d[1] - c[1]];
  const [toX, toY] = [c[0] - a[0], c[1] - a[1]];
  const turn = wayX * otherY - wayY * otherX;
  const across = toX * wayY - toY * wayX;
  if (turn === 0) return across === 0 ? [a, b, c, d].filter((point) => between(point, a, b) && between(point, c, d)) : [];
  const along = toX * otherY - toY * otherX;
  const sign = Math.sign(turn);
  if (along * sign < 0 || along * sign > turn * sign || across * sign < 0 || across * sign > turn * sign) return [];
  return [[(a[0] * turn + wayX * along) / turn, (a[1] * turn + wayY * along) / turn]];
}

/**
 * Whether a point lies on a segment, given that it lies on the segment's infinite line.
 * @param {Miai.Point} point
 * @param {Miai.Point} a
 * @param {Miai.Point} b
 */
function between([x, y], a, b) {
  return (x - a[0]) * (x - b[0]) <= 0 && (y - a[1]) * (y - b[1]) <= 0;
}

/**
 * The points in their order along a segment, without repetitions. Rounding does not change the
 * order of places along a segment.
 * @param {Segment} segment
 * @param {Miai.Point[]} points
 */
function passed([a, b], points) {
  const [right, down] = [Math.sign(b[0] - a[0]), Math.sign(b[1] - a[1])];
  const sorted = points.length > 2 ? points.sort((p, q) => (p[0] - q[0]) * right || (p[1] - q[1]) * down) : points;
  return sorted.filter(([x, y], n) => n === 0 || x !== sorted[n - 1]?.[0] || y !== sorted[n - 1]?.[1]);
}

/**
 * The number of a piece; the same in both directions.
 * @param {number} a
 * @param {number} b
 */
function nameOf(a, b) {
  return a < b ? a * 2 ** 26 + b : b * 2 ** 26 + a;
}

/**
 * The pieces of lines between two places, without repetitions. Piece n consists of the half-edges
 * 2n and 2n + 1, one for each direction.
 */
class Pieces {
  /** @type {Map<number, number>} */
  #numbers = new Map();
  /** The place where each half-edge begins. @type {number[]} */
  from = [];

  /** @param {Pieces | null} known pieces that are not added again */
  constructor(known = null) {
    this.known = known;
  }

  get count() {
    return this.from.length / 2;
  }

  /** @param {number} name */
  number(name) {
    return this.#numbers.get(name);
  }

  /** @param {number[]} chain */
  add(chain) {
    for (let n = 1; n < chain.length; n++) {
      const [a, b] = [chain[n - 1] ?? 0, chain[n] ?? 0];
      const name = nameOf(a, b);
      if (this.#numbers.has(name) || this.known?.number(name) !== undefined) continue;
      this.#numbers.set(name, this.count);
      this.from.push(a, b);
    }
  }
}

/**
 * @typedef {object} Walks
 * @property {Int32Array} of for each half-edge the number of its walk
 * @property {number[]} first for each walk one of its half-edges
 * @property {number[]} areas for each walk its area; negative if it goes around something from outside
 * @property {Int32Array} next
 */

/**
 * Walks along all half-edges, keeping each walk's face on the same side.
 * @param {number[]} from
 * @param {Int32Array} next
 * @param {Miai.Point[]} points
 * @param {Set<number>} gone pieces that no longer exist
 * @returns {Walks}
 */
function walked(from, next, points, gone) {
  const of = new Int32Array(from.length).fill(-1);
  /** @type {number[]} */
  const first = [];
  /** @type {number[]} */
  const areas = [];
  for (let begin = 0; begin < from.length; begin++) {
    if (of[begin] !== -1 || gone.has(begin >> 1)) continue;
    let double = 0;
    for (let edge = begin; of[edge] === -1; edge = next[edge] ?? 0) {
      of[edge] = first.length;
      const [ax, ay] = points[from[edge] ?? 0] ?? [0, 0];
      const [bx, by] = points[from[edge ^ 1] ?? 0] ?? [0, 0];
      double += ax * by - bx * ay;
    }
    first.push(begin);
    areas.push(double / 2);
  }
  return { of, first, areas, next };
}

/**
 * For each half-edge the one that follows it: at its end, the first one clockwise from the way
 * back. Also the half-edges that leave each place: those in `leaving` from `begins[place]` up to
 * `begins[place + 1]`.
 * @param {number[]} from
 * @param {Miai.Point[]} points
 */
function turnsOf(from, points) {
  const begins = new Int32Array(points.length + 1);
  for (const place of from) begins[place + 1] = (begins[place + 1] ?? 0) + 1;
  for (let n = 1; n < begins.length; n++) begins[n] = (begins[n] ?? 0) + (begins[n - 1] ?? 0);
  const filled = begins.slice();
  const leaving = new Int32Array(from.length);
  from.forEach((place, edge) => {
    const at = filled[place] ?? 0;
    leaving[at] = edge;
    filled[place] = at + 1;
  });
  const next = new Int32Array(from.length);
  for (let place = 0; place < points.length; place++) {
    turnAt(leaving.subarray(begins[place], begins[place + 1]), next, from, points);
  }
  return { next, begins, leaving };
}

/**
 * For each half-edge the one that follows it, after pieces are added to the standing ones and some
 * are removed.
 * @param {Standing} standing
 * @param {number[]} from
 * @param {Miai.Point[]} points
 * @param {Set<number>} gone
 */
function turnedAside({ pieces, turns }, from, points, gone) {
  const next = new Int32Array(from.length);
  next.set(turns.next);
  /** @type {Map<number, number[]>} */
  const changed = new Map();
  const note = (/** @type {number} */ edge, there = [edge]) => {
    const place = from[edge] ?? 0;
    const known = changed.get(place);
    if (known) return void known.push(...there);
    const stood = turns.leaving.subarray(turns.begins[place] ?? 0, turns.begins[place + 1] ?? 0);
    changed.set(place, [...stood, ...there].filter((each) => !gone.has(each >> 1)));
  };
  for (const piece of gone) for (const edge of [2 * piece, 2 * piece + 1]) note(edge, []);
  for (let edge = pieces.from.length; edge < from.length; edge++) note(edge);
  for (const edges of changed.values()) turnAt(Int32Array.from(edges), next, from, points);
  return next;
}

/**
 * @param {Int32Array} around the half-edges that leave a place; sorted in place
 * @param {Int32Array} next
 * @param {number[]} from
 * @param {Miai.Point[]} points
 */
function turnAt(around, next, from, points) {
  if (around.length > 2) sortAround(around, from, points);
  for (let n = 0; n < around.length; n++) next[(around[n] ?? 0) ^ 1] = around[n ? n - 1 : around.length - 1] ?? 0;
}

/**
 * @param {Int32Array} edges that leave one place
 * @param {number[]} from
 * @param {Miai.Point[]} points
 */
function sortAround(edges, from, points) {
  const angles = new Map();
  for (const edge of edges) {
    const [ax, ay] = points[from[edge] ?? 0] ?? [0, 0];
    const [bx, by] = points[from[edge ^ 1] ?? 0] ?? [0, 0];
    angles.set(edge, Math.atan2(by - ay, bx - ax));
  }
  edges.sort((one, other) => angles.get(one) - angles.get(other));
}

/**
 * @param {Walks} walks
 * @param {number[]} from
 * @param {number} before the number of pieces that do not belong to the new line
 * @param {Miai.Point[]} points
 * @returns {Face[]}
 */
function facesOf(walks, from, before, points) {
  const { of, first, areas, next } = walks;
  const area = (/** @type {number} */ walk) => areas[walk] ?? 0;
  const ring = (/** @type {number} */ walk) => {
    const begin = first[walk] ?? 0;
    const found = [points[from[begin] ?? 0] ?? [0, 0]];
    for (let edge = next[begin] ?? 0; edge !== begin; edge = next[edge] ?? 0) found.push(points[from[edge] ?? 0] ?? [0, 0]);
    return /** @type {Miai.Point[]} */ ([...found, found[0]]);
  };
  const outside = areas.flatMap((size, walk) => (size < -NOTHING ? [walk] : []));
  /**
   * Whether a walk around something lies inside a face: it is smaller, and one of its places is
   * inside.
   */
  const inside = (/** @type {number} */ walk, /** @type {Miai.Point[]} */ outer, /** @type {number} */ size) =>
    -area(walk) < size * (1 - NOTHING) && contains([outer], points[from[first[walk] ?? 0] ?? 0] ?? [0, 0]);

  /** @type {Set<number>} */
  const found = new Set();
  for (let piece = before; 2 * piece < from.length; piece++) {
    const [one, other] = [of[2 * piece] ?? 0, of[2 * piece + 1] ?? 0];
    if (one !== other) found.add(one).add(other);
  }
  for (const walk of [...found].filter((each) => area(each) < -NOTHING)) {
    const around = areas.flatMap((size, each) => (size > 0 && inside(walk, ring(each), size) ? [each] : []));
    const [least] = around.sort((one, other) => area(one) - area(other));
    if (least !== undefined) found.add(least);
  }
  const closed = [...found].filter((walk) => area(walk) > NOTHING);
  return closed.map((walk) => {
    const outer = ring(walk);
    const within = outside.filter((each) => inside(each, outer, area(walk))).map((each) => ({ each, way: ring(each) }));
    const holes = within.filter(({ each }) => !within.some((other) => other.each !== each && inside(each, other.way, -area(other.each))));
    return { area: area(walk) + holes.reduce((sum, { each }) => sum + area(each), 0), outline: [outer, ...holes.map(({ way }) => way)] };
  }).filter((face) => face.area > NOTHING).sort((one, other) => other.area - one.area);
}
