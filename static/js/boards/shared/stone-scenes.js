/**
 * The scenes of a step in a game of stones: stones are placed, collide, and are captured in two
 * stages. `stoneScenes` is pure; `animateStones` animates a scene. Neither knows the rules: they
 * show what the events say.
 */

import { childrenByKey } from "../../dom/keyed.js";

/** Durations in milliseconds. */
const DROP = 240;
const CLASH = 460;
const LIFT = 320;
const BREATH = 90;

/** @typedef {{seat: number, at: Miai.Point}} SeatAt */

/**
 * What happened to stones in a step.
 * @typedef {object} StoneEvents
 * @property {SeatAt[]} placed
 * @property {{at: Miai.Point, seats: number[]}[]} collisions
 * @property {{stones: SeatAt[]}[]} captured in stages
 */

/**
 * The scenes of a step.
 * @param {Miai.Stone[][]} before
 * @param {StoneEvents} events
 * @returns {Miai.Scene[]}
 */
export function stoneScenes(before, { placed, collisions, captured }) {
  const met = new Set(collisions.map(({ at }) => String(at)));
  const unmet = placed.filter(({ at }) => !met.has(String(at)));
  let board = before;
  /** @type {Miai.Scene[]} */
  const found = [];
  if (unmet.length) {
    board = withStones(board, unmet);
    found.push({ kind: "placed", board, at: unmet.map(({ at }) => at), clashes: [] });
  }
  if (collisions.length) {
    board = withStones(board, placed.filter(({ at }) => met.has(String(at))));
    const clashes = collisions.map(({ at, seats }) => ({ at, seats }));
    found.push({ kind: "collided", board, at: collisions.map(({ at }) => at), clashes });
  }
  for (const { stones } of captured) {
    const at = distinct(stones.map((stone) => stone.at));
    found.push({ kind: "captured", board, at, clashes: [] });
    board = without(board, at);
  }
  return found;
}

/**
 * @param {Miai.Stone[][]} board
 * @param {SeatAt[]} placed
 * @returns {Miai.Stone[][]}
 */
function withStones(board, placed) {
  const next = board.map((row) => [...row]);
  /** @type {Map<string, number[]>} */
  const seatsAt = new Map();
  for (const { seat, at } of placed) {
    const seats = [...(seatsAt.get(String(at)) ?? []), seat].sort((a, b) => a - b);
    seatsAt.set(String(at), seats);
    const [x, y] = at;
    /** @type {Miai.Stone[]} */ (next[y])[x] = seats.length > 1 ? seats : seat;
  }
  return next;
}

/**
 * @param {Miai.Stone[][]} board
 * @param {Miai.Point[]} points
 * @returns {Miai.Stone[][]}
 */
function without(board, points) {
  const next = board.map((row) => [...row]);
  for (const [x, y] of points) /** @type {Miai.Stone[]} */ (next[y])[x] = null;
  return next;
}

/** @param {Miai.Point[]} points */
function distinct(points) {
  return [...new Map(points.map((point) => [String(point), point])).values()];
}

/**
 * Animates a scene that has been drawn.
 * @param {Miai.Scene} scene
 * @param {object} stage
 * @param {SVGElement} stage.single the group of the stones that move, by keys that begin with `x,y`
 * @param {(seat: number, at: Miai.Point) => SVGElement} stage.visitor makes a stone
 *   that will not stay, in a group that puts it at its point
 * @param {SVGElement} stage.effects where visitors are drawn
 * @returns {Animation[]}
 */
export function animateStones({ kind, at: points, clashes }, { single, visitor, effects }) {
  const moving = new Set(points.map(String));
  const nodes = [...childrenByKey(single)].filter(([key]) => moving.has(String(key.split(":")[0])));
  const own = nodes.map(([, node]) => MOVES[kind](node));
  const clashing = clashes.flatMap(({ at, seats }) =>
    seats.map((seat, n) => {
      const group = visitor(seat, at);
      effects.append(group);
      const stone = /** @type {SVGElement} */ (group.firstElementChild);
      return clash(stone, seats.length > 1 ? n / seats.length : null);
    }),
  );
  return [...own, ...clashing];
}

/**
 * Animates a stone that comes, meets the others and disappears.
 * @param {SVGElement} stone
 * @param {number | null} share the direction from which it comes, as a share of a full turn; null: straight down
 */
function clash(stone, share) {
  const [across, up] = share === null ? [0, 0] : [Math.sin(2 * Math.PI * share), Math.cos(2 * Math.PI * share)];
  const away = (/** @type {number} */ distance) => `translate(${distance * across}px, ${-distance * up}px)`;
  return stone.animate(
    [
      { transform: `${away(16)} scale(0.8)`, opacity: 0 },
      { transform: `${away(9)} scale(0.8)`, opacity: 1, offset: 0.35 },
      { transform: `${away(5)} scale(0.78)`, opacity: 1, offset: 0.6 },
      { transform: `${away(22)} scale(0.6)`, opacity: 0 },
    ],
    { duration: CLASH, easing: "ease-out" },
  );
}

/** @type {Record<Miai.Scene["kind"], (node: SVGElement) => Animation>} */
const MOVES = {
  placed: (node) =>
    node.animate(
      [
        { opacity: 0, transform: "scale(1.35)" },
        { opacity: 1, transform: "scale(1)" },
      ],
      { duration: DROP, easing: "cubic-bezier(0.3, 0, 0.3, 1)" },
    ),
  collided: (node) =>
    node.animate([{ opacity: 0 }, { opacity: 0, offset: 0.55 }, { opacity: 1 }], { duration: CLASH }),
  captured: (node) =>
    node.animate(
      [
        { opacity: 1, transform: "scale(1)" },
        { opacity: 1, transform: "scale(1.06)", offset: 0.3 },
        { opacity: 0, transform: "scale(0.7)" },
      ],
      { duration: LIFT, delay: BREATH, easing: "ease-in", fill: "forwards" },
    ),
};
