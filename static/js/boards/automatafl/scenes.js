/**
 * The scenes of a step. Either a conflict closes cells, or all moves appear as arrows, each move
 * succeeds or fails, and then the Agent looks, a rule decides, and the Agent moves. Pure.
 */

import { samePoint } from "../shared/grid.js";
import { ofType } from "../shared/words.js";

/** @typedef {Miai.Automatafl.Game} Game */

/** @typedef {Miai.Automatafl.Decision} Decision */
/** A move with a known result. @typedef {Miai.Automatafl.Moved | Miai.Automatafl.Failed} MoveMade */
/** A move whose result may not be known yet. @typedef {MoveMade | {type: "named", seat: number, from: Miai.Point, to: Miai.Point}} MoveShown */

/**
 * A scene of a step. `board`: the rows after it.
 * @typedef {{kind: "conflict", board: string[], at: Miai.Point[]}
 *   | {kind: "arrows", board: string[], moves: MoveShown[]}
 *   | {kind: "move", board: string[], moves: MoveShown[], event: MoveMade}
 *   | {kind: "look" | "rule", board: string[], moves: MoveShown[], decision: Decision}
 *   | {kind: "step", board: string[], moves: MoveShown[], event: Miai.Automatafl.AgentStep}} MoveScene
 */

/**
 * The moves that were made or tried in a step.
 * @param {Game["event"][]} events
 * @returns {MoveMade[]}
 */
export function movesOf(events) {
  return events.filter((event) => event.type === "moved" || event.type === "failed");
}

/**
 * The scenes of a step.
 * @param {string[]} before the board's rows
 * @param {Game["event"][]} events
 * @param {Decision | null} decision the extra `last_decision`, if known
 * @returns {MoveScene[]}
 */
export function scenesOf(before, events, decision) {
  const conflicts = ofType(events, "conflict");
  if (conflicts.length) return [{ kind: "conflict", board: before, at: conflicts.map(({ at }) => at) }];
  const named = movesOf(events);
  let board = before;
  /** @type {MoveMade[]} */
  let done = [];
  /** @type {MoveScene[]} */
  const found = [];
  if (named.length) found.push({ kind: "arrows", board, moves: named.map(asNamed) });
  for (const event of named) {
    if (event.type === "moved") board = moved(board, event.from, event.to);
    done = [...done, event];
    found.push({ kind: "move", board, event, moves: [...done, ...named.slice(done.length).map(asNamed)] });
  }
  const [step] = ofType(events, "agent");
  if (!step) return found;
  if (decision) found.push({ kind: "look", board, moves: done, decision }, { kind: "rule", board, moves: done, decision });
  if (!samePoint(step.from, step.to)) {
    found.push({ kind: "step", board: moved(board, step.from, step.to), moves: done, event: step });
  }
  return found;
}

/**
 * A move without its result.
 * @param {MoveMade} event
 * @returns {MoveShown}
 */
function asNamed({ seat, from, to }) {
  return { type: "named", seat, from, to };
}

/**
 * The rows after the piece on `from` has moved to `to`.
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
