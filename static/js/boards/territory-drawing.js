/** The empty board of Territory, and the tiles on it. */

import { CELL, drawCells, middle } from "./cell-frame.js";
import { allCells } from "./cells.js";
import { keyed, svg } from "./svg.js";

/** @typedef {import("./territory-tiles.js").Holder} Holder */

const LAYERS = /** @type {const} */ (["slots", "tiles", "last", "open", "own", "effects"]);

/**
 * An empty board of Territory.
 * @param {import("./cells.js").Extent} extent
 * @param {boolean} coordinates
 */
export function drawTerritory(extent, coordinates) {
  const frame = drawCells(extent, { coordinates, layers: LAYERS });
  const inset = 0.05 * CELL;
  const side = CELL - 2 * inset;
  const slots = allCells(extent).map(([x, y]) => `M${x * CELL + inset} ${y * CELL + inset}h${side}v${side}h${-side}z`);
  frame.groups.slots.append(svg("path", { class: "slot", d: slots.join("") }));
  return frame;
}

/**
 * The tiles of a position, by keys that begin with `x,y:`.
 * @param {SVGElement} group
 * @param {Holder[][]} board
 * @param {(holder: Holder) => string} tileOf
 */
export function drawTiles(group, board, tileOf) {
  /** @type {Map<string, {href: string, at: Miai.Point}>} */
  const entries = new Map();
  board.forEach((row, y) =>
    row.forEach((holder, x) => {
      if (holder === null) return;
      const href = tileOf(holder);
      entries.set(`${x},${y}:${href}`, { href, at: [x, y] });
    }),
  );
  keyed(group, entries, ({ href, at }) => {
    const [x, y] = middle(at);
    const node = svg("use", { class: "tile", href, x, y });
    // A tile grows and turns around its own middle.
    node.style.transformOrigin = `${x}px ${y}px`;
    return node;
  });
}
