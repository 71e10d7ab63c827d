/** The drawing of a board of cells: ground, lines, names of rows and columns. Knows no game. */

import { columnName } from "./grid.js";
import { svg } from "./svg.js";

/** @typedef {import("./cells.js").Extent} Extent */

/** The side of a cell; all drawings are in this unit. */
export const CELL = 40;
/** Room around the cells for the names, in cells. */
const MARGIN = 0.62;
const BARE_MARGIN = 0.22;

let frames = 0;

/**
 * The drawing of an empty board, and the groups that things are drawn into, lowest first.
 * @template {string} Layer
 * @param {Extent} extent
 * @param {{coordinates: boolean, layers: readonly Layer[]}} options without coordinates it is a
 *   small picture, plain enough to lie on a ground of any shape
 */
export function drawCells(extent, { coordinates, layers }) {
  const margin = coordinates ? MARGIN : BARE_MARGIN;
  const across = extent.columns + 2 * margin;
  const down = extent.rows + 2 * margin;
  const ground = { x: -margin * CELL, y: -margin * CELL, width: across * CELL, height: down * CELL };
  const box = Object.values(ground).join(" ");
  const root = svg("svg", { class: "board-drawing", viewBox: box });
  const id = `cells${++frames}-grain`;
  root.append(svg("rect", { class: "board-ground", ...ground }));
  if (coordinates) {
    root.append(
      svg("defs", {}, [grain(id)]),
      svg("rect", { class: "board-grain", fill: `url(#${id})`, ...ground }),
      svg("g", { class: "board-names", "aria-hidden": "true" }, names(extent)),
    );
  }
  const groups = /** @type {Record<Layer, SVGElement>} */ ({});
  for (const name of layers) {
    const group = svg("g", { class: `board-${name}`, "aria-hidden": "true" });
    groups[name] = group;
    root.append(group);
  }
  return { root, groups, margin, across, down };
}

/**
 * The middle of a cell, in the units of the drawing.
 * @param {readonly number[]} cell
 * @returns {[number, number]}
 */
export function middle([x = 0, y = 0]) {
  return [(x + 0.5) * CELL, (y + 0.5) * CELL];
}

/**
 * A group around the middle of a cell.
 * @param {readonly number[]} cell
 * @param {SVGElement[]} children
 */
export function atCell(cell, children) {
  const [x, y] = middle(cell);
  return svg("g", { transform: `translate(${x} ${y})` }, children);
}

/** A group whose origin is the middle of the first cell, so that what repeats repeats in every cell. */
export function fromMiddles() {
  return atCell([0, 0], []);
}

/**
 * Where a cell is in such a group.
 * @param {Miai.Point} cell
 * @returns {[number, number]}
 */
export function fromFirst([x, y]) {
  return [x * CELL, y * CELL];
}

/**
 * The lines between the cells and around them.
 * @param {Extent} extent
 */
export function cellLines({ columns, rows }) {
  const [right, bottom] = [columns * CELL, rows * CELL];
  let path = "";
  for (let x = 1; x < columns; x++) path += `M${x * CELL} 0V${bottom}`;
  for (let y = 1; y < rows; y++) path += `M0 ${y * CELL}H${right}`;
  return [
    svg("path", { class: "board-lines", d: path }),
    svg("path", { class: "board-edge", d: `M0 0H${right}V${bottom}H0z` }),
  ];
}

/** @param {Extent} extent */
function names({ columns, rows }) {
  const away = 0.32 * CELL;
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ name) =>
    svg("text", { x, y }, [name]);
  const across = Array.from({ length: columns }, (_, n) => [(n + 0.5) * CELL, columnName(n)]);
  const down = Array.from({ length: rows }, (_, n) => [(n + 0.5) * CELL, String(rows - n)]);
  return [
    ...across.flatMap(([at, name]) => [
      text(Number(at), -away, String(name)),
      text(Number(at), rows * CELL + away, String(name)),
    ]),
    ...down.flatMap(([at, name]) => [
      text(-away, Number(at), String(name)),
      text(columns * CELL + away, Number(at), String(name)),
    ]),
  ];
}

/**
 * The grain of wood: a few quiet waves that repeat.
 * @param {string} id
 */
function grain(id) {
  const waves = [5, 13, 18, 29, 36, 47, 55, 61, 74, 79, 92].map((x, n) => {
    const bend = 3 + ((n * 5) % 6);
    return `M${x} 0c${bend} 90 ${-bend} 190 0 280s${bend - 4} 230 0 320`;
  });
  const drawn = svg("path", { d: waves.join(""), class: "board-waves" });
  return svg("pattern", { id, width: 101, height: 600, patternUnits: "userSpaceOnUse" }, [drawn]);
}
