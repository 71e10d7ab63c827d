/**
 * The scenes of a step: tiles are placed one after the other, taken over, or turned gray, and a
 * filling spreads as one wave. `scenesOf` is pure; `animateTiles` animates a scene.
 */

import { childrenByKey } from "../../dom/keyed.js";
import { atPoint } from "../shared/frame.js";
import { svg } from "../shared/svg.js";

/** @typedef {Miai.Territory.Game} Game */

/** @typedef {import("./tiles.js").Holder} Holder */

/**
 * A scene of a step. `board`: the board after it. `cells`: the cells that change, with what lay
 * there before, and the number of rings of cells that the change must cross to get there.
 * @typedef {object} TileScene
 * @property {"placed" | "replaced" | "filled" | "grayed"} kind
 * @property {Holder[][]} board
 * @property {{at: Miai.Point, was: Holder, ring: number}[]} cells
 */

/** Durations in milliseconds. */
const DROP = 260;
const TURN = 360;
const RING = 70;
const WAVE = 1100;

/**
 * The scenes of a step.
 * @param {Holder[][]} before
 * @param {Game["event"][]} events
 * @returns {TileScene[]}
 */
export function scenesOf(before, events) {
  let board = before;
  /** @type {TileScene[]} */
  const found = [];
  for (const event of events) {
    if (event.type === "skipped" || event.type === "left") continue;
    const { type, seat } = event;
    const changed = "cells" in event ? event.cells : [event.at];
    const next = withTiles(board, changed, type === "grayed" ? "gray" : seat);
    const sources = type === "filled" ? held(board, seat) : changed.slice(0, 1);
    const was = board;
    found.push({
      kind: type,
      board: next,
      cells: changed.map((cell) => ({ at: cell, was: was[cell[1]]?.[cell[0]] ?? null, ring: ringOf(cell, sources) })),
    });
    board = next;
  }
  return found;
}

/**
 * @param {Holder[][]} board
 * @param {Miai.Point[]} cells
 * @param {Holder} holder
 */
function withTiles(board, cells, holder) {
  const next = board.map((row) => [...row]);
  for (const [x, y] of cells) /** @type {Holder[]} */ (next[y])[x] = holder;
  return next;
}

/**
 * @param {Holder[][]} board
 * @param {number} seat
 * @returns {Miai.Point[]}
 */
function held(board, seat) {
  return board.flatMap((row, y) =>
    row.flatMap((holder, x) => (holder === seat ? [/** @type {Miai.Point} */ ([x, y])] : [])),
  );
}

/**
 * The distance to the nearest of `sources`, in cells, in any of the eight directions.
 * @param {Miai.Point} cell
 * @param {Miai.Point[]} sources
 */
function ringOf([x, y], sources) {
  const rings = sources.map(([a, b]) => Math.max(Math.abs(a - x), Math.abs(b - y)));
  return rings.length ? Math.min(...rings) : 0;
}

/**
 * Animates a scene that has been drawn.
 * @param {TileScene} scene
 * @param {object} stage
 * @param {SVGElement} stage.single the group of tiles that move, by keys that begin with `x,y:`
 * @param {SVGElement} stage.effects where disappearing tiles are drawn
 * @param {(holder: Holder) => string} stage.tileOf
 */
export function animateTiles({ kind, cells }, { single, effects, tileOf }) {
  const nodes = new Map([...childrenByKey(single)].map(([key, node]) => [key.split(":")[0], node]));
  const rings = Math.max(1, ...cells.map(({ ring }) => ring));
  const pace = Math.min(RING, WAVE / rings);
  return cells.flatMap(({ at, was, ring }) => {
    const node = nodes.get(String(at));
    if (!node) return [];
    if (kind === "placed") return [arrive(node, 0)];
    if (kind === "filled") return [arrive(node, ring * pace)];
    const old = svg("use", { class: "tile", href: tileOf(was) });
    effects.append(atPoint(at, [old]));
    const delay = kind === "grayed" ? ring * pace : 0;
    return [go(old, delay), come(node, delay + TURN / 2)];
  });
}

/**
 * @param {Element} node
 * @param {number} delay
 */
function arrive(node, delay) {
  return node.animate(
    [
      { opacity: 0, transform: "scale(1.5) rotate(-5deg)" },
      { opacity: 1, transform: "scale(0.95)", offset: 0.7 },
      { opacity: 1, transform: "scale(1)" },
    ],
    { duration: DROP, delay, easing: "cubic-bezier(0.3, 0, 0.3, 1)", fill: "backwards" },
  );
}

/**
 * Turns a tile over: the old face disappears …
 * @param {Element} node
 * @param {number} delay
 */
function go(node, delay) {
  return node.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], {
    duration: TURN / 2, delay, easing: "ease-in", fill: "both",
  });
}

/**
 * … and the new one appears.
 * @param {Element} node
 * @param {number} delay
 */
function come(node, delay) {
  return node.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], {
    duration: TURN / 2, delay, easing: "ease-out", fill: "backwards",
  });
}
