/**
 * Turns two taps or a drag into a move: which cells may be chosen according to the server, and what
 * a tap on one of them does. No DOM, no rules.
 */

import { samePoint } from "../shared/grid.js";

/** @typedef {Miai.Automatafl.Game} Game */

/** @typedef {Miai.Automatafl.Lines} Lines */

/**
 * What a tap does. `from`: the cell that is selected afterwards; `action`: what is sent to the
 * server, null to take the choice back, absent if nothing is sent; `refused`: why nothing happened.
 * @typedef {{from: Miai.Point | null, action?: Game["action"] | null, refused?: "agent" | "marked"}} Tap
 */

/**
 * @param {Lines | null | undefined} lines
 * @param {Miai.Point} cell
 */
export function mayName(lines, [x, y]) {
  return lines?.rows[y]?.includes(x) ?? false;
}

/**
 * The cells that a move from `from` may end on.
 * @param {Lines | null | undefined} lines
 * @param {Miai.Point | null} from
 * @returns {Miai.Point[]}
 */
export function targets(lines, from) {
  if (!lines || !from) return [];
  const [x, y] = from;
  const across = (lines.rows[y] ?? []).map((other) => /** @type {Miai.Point} */ ([other, y]));
  const down = (lines.columns[x] ?? []).map((other) => /** @type {Miai.Point} */ ([x, other]));
  return [...across, ...down].filter((cell) => !samePoint(cell, from));
}

/**
 * @param {{position: Game["position"], own: Game["action"] | null, from: Miai.Point | null}} state
 * @param {Miai.Point} at
 * @returns {Tap}
 */
export function tapped({ position, own, from }, at) {
  if (samePoint(from, at)) return { from: null };
  if (!from && own && samePoint(own.to, at)) return { from: null, action: null };
  if (!mayName(position.lines, at)) {
    return { from, refused: samePoint(position.agent, at) ? "agent" : "marked" };
  }
  const inLine = from !== null && (from[0] === at[0] || from[1] === at[1]);
  if (!inLine) return { from: at };
  return { from: null, action: { type: "move", from, to: at } };
}
