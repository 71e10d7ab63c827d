/**
 * Boards of cells, as many across as down or not: names of cells as Go players name points, ways
 * over the board. No DOM.
 */

import { columnName } from "./grid.js";

/** @typedef {{columns: number, rows: number}} Extent */

/**
 * A cell's name: column letter, then rows counted from the bottom. `[3, 5]` on 10×6 is `D1`.
 * @param {Miai.Point} cell
 * @param {Extent} extent
 */
export function cellName([x, y], { rows }) {
  return `${columnName(x)}${rows - y}`;
}

/**
 * The cells that typed text names, in its order: names apart by anything but letters and digits.
 * Null: something in it is no cell of this board.
 * @param {string} text
 * @param {Extent} extent
 * @returns {Miai.Point[] | null}
 */
export function parseCells(text, extent) {
  const names = text.match(/[a-z]+\s*\d*|\d+/gi) ?? [];
  const cells = names.map((name) => parseCell(name, extent));
  return cells.length && cells.every((cell) => cell !== null) ? cells : null;
}

/**
 * @param {string} name
 * @param {Extent} extent
 * @returns {Miai.Point | null}
 */
function parseCell(name, { columns, rows }) {
  const [, letter = "", number = ""] = /^([a-z])\s*(\d{1,2})$/i.exec(name) ?? [];
  const x = Array.from({ length: columns }, (_, n) => columnName(n)).indexOf(letter.toUpperCase());
  const y = rows - Number(number);
  return x >= 0 && y >= 0 && y < rows ? [x, y] : null;
}

/**
 * Every cell, row by row from the top.
 * @param {Extent} extent
 * @returns {Miai.Point[]}
 */
export function allCells({ columns, rows }) {
  return Array.from({ length: columns * rows }, (_, n) => [n % columns, Math.floor(n / columns)]);
}

/**
 * The cell that an arrow key leads to; the edge holds. Null: the key is no arrow.
 * @param {Miai.Point} cell
 * @param {string} key
 * @param {Extent} extent
 * @returns {Miai.Point | null}
 */
export function nextCell([x, y], key, { columns, rows }) {
  /** @type {{[key: string]: Miai.Point}} */
  const targets = {
    ArrowLeft: [Math.max(0, x - 1), y],
    ArrowRight: [Math.min(columns - 1, x + 1), y],
    ArrowUp: [x, Math.max(0, y - 1)],
    ArrowDown: [x, Math.min(rows - 1, y + 1)],
    Home: [0, y],
    End: [columns - 1, y],
    PageUp: [x, 0],
    PageDown: [x, rows - 1],
  };
  return targets[key] ?? null;
}

/**
 * @param {readonly number[] | null | undefined} a
 * @param {readonly number[] | null | undefined} b
 */
export function sameCell(a, b) {
  return !!a && !!b && a[0] === b[0] && a[1] === b[1];
}

/**
 * @param {readonly number[][]} cells
 * @param {readonly number[]} cell
 */
export function includesCell(cells, cell) {
  return cells.some((other) => sameCell(other, cell));
}
