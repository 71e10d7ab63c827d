/**
 * A step as it happened: cells closed by conflicts; or all moves as arrows, then each move as it
 * succeeds or fails, then the Agent: its looks, the rule that decided, its step. Pure.
 */

import { samePoint } from "../shared/grid.js";

/**
 * A part of a step. `board`: the rows as they are afterwards.
 * @typedef {{kind: "conflict", board: string[], at: Miai.Point[]}
 *   | {kind: "arrows", board: string[], moves: Miai.Json[]}
 *   | {kind: "move", board: string[], moves: Miai.Json[], event: Miai.Json}
 *   | {kind: "look" | "rule", board: string[], moves: Miai.Json[], decision: Miai.Json}
 *   | {kind: "step", board: string[], moves: Miai.Json[], event: Miai.Json}} MoveScene
 */

/**
 * The scenes of a step.
 * @param {string[]} before the board's rows
 * @param {Miai.Json[]} events
 * @param {Miai.Json | null} decision the extra `last_decision`, where it is known
 * @returns {MoveScene[]}
 */
export function scenesOf(before, events, decision) {
  const conflicts = events.filter(({ type }) => type === "conflict");
  if (conflicts.length) return [{ kind: "conflict", board: before, at: conflicts.map(({ at }) => at) }];
  const named = events.filter(({ type }) => type === "moved" || type === "failed");
  let board = before;
  /** @type {Miai.Json[]} */
  let done = [];
  /** @type {MoveScene[]} */
  const found = [];
  if (named.length) found.push({ kind: "arrows", board, moves: named.map(asNamed) });
  for (const event of named) {
    if (event.type === "moved") board = moved(board, event.from, event.to);
    done = [...done, event];
    found.push({ kind: "move", board, event, moves: [...done, ...named.slice(done.length).map(asNamed)] });
  }
  const step = events.find(({ type }) => type === "agent");
  if (!step) return found;
  if (decision) found.push({ kind: "look", board, moves: done, decision }, { kind: "rule", board, moves: done, decision });
  if (!samePoint(step.from, step.to)) {
    found.push({ kind: "step", board: moved(board, step.from, step.to), moves: done, event: step });
  }
  return found;
}

/**
 * A move before it is known whether it succeeds.
 * @param {Miai.Json} event
 */
function asNamed({ seat, from, to }) {
  return { type: "named", seat, from, to };
}

/**
 * The rows after what stands on `from` went to `to`.
 * @param {string[]} board
 * @param {Miai.Point} from
 * @param {Miai.Point} to
 */
function moved(board, from, to) {
  const piece = board[from[1]]?.[from[0]] ?? ".";
  return withCell(withCell(board, from, "."), to, piece);
}

/**
 * @param {string[]} board
 * @param {Miai.Point} cell
 * @param {string} piece
 */
function withCell(board, [x, y], piece) {
  return board.map((row, n) => (n === y ? row.slice(0, x) + piece + row.slice(x + 1) : row));
}
