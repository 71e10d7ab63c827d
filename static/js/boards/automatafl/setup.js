/** Starting boards of Automatafl as rows of `.`, `W`, `B` and `A`. Pure. */

import { includesPoint } from "../shared/grid.js";

/** @typedef {"." | "W" | "B" | "A"} Piece */

/** The smallest and the largest number of columns or rows. */
export const LEAST = 5;
export const MOST = 25;

export const USUAL = [
  "B...WBW...B", "B...WBW...B", "...........", ".W.......W.", "BB.......BB", "BB...A...BB",
  "BB.......BB", ".W.......W.", "...........", "B...WBW...B", "B...WBW...B",
];

/** A small board for a short game. */
export const SMALL = ["B.WBW.B", ".......", "W.....W", "B..A..B", "W.....W", ".......", "B.WBW.B"];

/**
 * The rows if they form a board, otherwise the usual board.
 * @param {unknown} rows
 * @returns {string[]}
 */
export function boardOf(rows) {
  /** @type {unknown[]} */
  const given = Array.isArray(rows) ? rows : [];
  const strings = given.filter((row) => typeof row === "string");
  const isBoard = strings.length > 0 && strings.length === given.length && strings.every(({ length }) => length === strings[0]?.length);
  return isBoard && strings.join("").split("A").length === 2 ? strings : USUAL;
}

/** @param {string[]} rows */
export function extentOfRows(rows) {
  return { columns: rows[0]?.length ?? 0, rows: rows.length };
}

/** @param {string[]} rows @returns {Miai.Point} */
export function agentOf(rows) {
  const y = rows.findIndex((row) => row.includes("A"));
  return [rows[y]?.indexOf("A") ?? 0, y];
}

/** @param {import("../shared/grid.js").Extent} extent @returns {Miai.Point[]} */
function cornersOf({ columns, rows }) {
  return [[0, 0], [columns - 1, 0], [columns - 1, rows - 1], [0, rows - 1]];
}

/**
 * The rows after putting a piece on a cell. The same piece again empties the cell; the Agent moves,
 * because there is only one. Null if the piece cannot go there.
 * @param {string[]} rows
 * @param {Miai.Point} at
 * @param {Piece} piece
 * @returns {string[] | null}
 */
export function withPiece(rows, at, piece) {
  const here = rows[at[1]]?.[at[0]] ?? ".";
  if (piece === "A") {
    if (includesPoint(cornersOf(extentOfRows(rows)), at)) return null;
    return put(put(rows, agentOf(rows), "."), at, "A");
  }
  if (here === "A") return null;
  return put(rows, at, here === piece ? "." : piece);
}

/**
 * The rows on a board of another size. If the Agent's cell is gone, the Agent goes to the middle.
 * @param {string[]} rows
 * @param {import("../shared/grid.js").Extent} extent
 */
export function resized(rows, { columns, rows: count }) {
  const cut = Array.from({ length: count }, (_, y) => (rows[y] ?? "").slice(0, columns).padEnd(columns, "."));
  const kept = cut.some((row) => row.includes("A")) && !includesPoint(cornersOf({ columns, rows: count }), agentOf(cut));
  if (kept) return cut;
  const bare = cut.map((row) => row.replace("A", "."));
  return put(bare, [Math.floor(columns / 2), Math.floor(count / 2)], "A");
}

/**
 * @param {string[]} rows
 * @param {Miai.Point} at
 * @param {Piece} piece
 */
function put(rows, [x, y], piece) {
  return rows.map((row, n) => (n === y ? row.slice(0, x) + piece + row.slice(x + 1) : row));
}
