/**
 * Plays an opening as it happened: stones are placed, collide, and are captured in two stages.
 * `scenes` is pure; `playScenes` animates what it gives. Neither knows the rules: they show
 * what the events say.
 */

import { childrenByKey } from "../../ui/keyed.js";

/** Milliseconds. */
const DROP = 240;
const CLASH = 460;
const LIFT = 320;
const BREATH = 90;

/**
 * The scenes of a step.
 * @param {Miai.Stone[][]} before
 * @param {Miai.Json[]} events
 * @returns {Miai.Scene[]}
 */
export function scenes(before, events) {
  const collisions = events.filter(({ type }) => type === "collision");
  const met = new Set(collisions.map(({ at }) => String(at)));
  const placed = events.filter(({ type }) => type === "placed");
  const alone = placed.filter(({ at }) => !met.has(String(at)));
  let board = before;
  /** @type {Miai.Scene[]} */
  const found = [];
  if (alone.length) {
    board = withStones(board, alone);
    found.push({ kind: "placed", board, at: alone.map(({ at }) => at), clashes: [] });
  }
  if (collisions.length) {
    board = withStones(board, placed.filter(({ at }) => met.has(String(at))));
    const clashes = collisions.map(({ at, seats }) => ({ at, seats }));
    found.push({ kind: "collided", board, at: collisions.map(({ at }) => at), clashes });
  }
  for (const { stones } of events.filter(({ type }) => type === "captured")) {
    const at = distinct(stones.map((/** @type {Miai.Json} */ stone) => stone.at));
    found.push({ kind: "captured", board, at, clashes: [] });
    board = without(board, at);
  }
  return found;
}

/**
 * @param {Miai.Stone[][]} board
 * @param {Miai.Json[]} placed
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
 * Plays scenes one after the other; `finish` ends at once. `onEnd` is called once, either way.
 * @param {Miai.Scene[]} list
 * @param {object} stage
 * @param {(board: Miai.Stone[][], at: Miai.Point[]) => void} stage.draw draws stones; those at these
 *   points will move
 * @param {SVGElement} stage.single the group that those are drawn into, by keys that begin with `x,y`
 * @param {(seat: number, at: Miai.Point) => SVGElement} stage.visitor a stone that will not stay,
 *   in a group that puts it at its point
 * @param {SVGElement} stage.effects where visitors are drawn
 * @param {() => void} onEnd
 */
export function playScenes(list, { draw, single, visitor, effects }, onEnd) {
  /** @type {Animation[]} */
  let running = [];
  let over = false;
  let index = 0;

  function next() {
    if (over) return;
    effects.replaceChildren();
    const scene = list[index++];
    if (!scene) return finish();
    draw(scene.board, scene.at);
    running = animate(scene);
    Promise.all(running.map((animation) => animation.finished)).then(next, () => {});
  }

  /** @param {Miai.Scene} scene */
  function animate(scene) {
    const points = new Set(scene.at.map(String));
    const nodes = [...childrenByKey(single)].filter(([key]) => points.has(String(key.split(":")[0])));
    const own = nodes.map(([, node]) => MOVES[scene.kind](node));
    const clashing = scene.clashes.flatMap(({ at, seats }) =>
      seats.map((seat, n) => clash(visitor(seat, at), seats.length > 1 ? n / seats.length : null)),
    );
    return [...own, ...clashing];
  }

  /**
   * @param {SVGElement} node
   * @param {number | null} share of the turn: from which side the stone comes; null: straight down
   */
  function clash(node, share) {
    effects.append(node);
    const stone = /** @type {SVGElement} */ (node.firstElementChild);
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

  function finish() {
    if (over) return;
    over = true;
    for (const animation of running) animation.cancel();
    effects.replaceChildren();
    onEnd();
  }

  next();
  return { finish, playing: () => !over };
}

/** @type {{[kind: string]: (node: SVGElement) => Animation}} */
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
