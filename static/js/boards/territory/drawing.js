/** The empty board of Territory, and the tiles on it. */

import { keyed } from "../../dom/keyed.js";
import { addToBatch, batchLayer } from "../shared/batches.js";
import { drawCells, place, SPACE } from "../shared/frame.js";
import { allPoints } from "../shared/grid.js";
import { svg } from "../shared/svg.js";

/** @typedef {import("./tiles.js").Holder} Holder */

const LAYERS = /** @type {const} */ (["slots", "tiles", "last", "open", "own", "effects"]);

/**
 * An empty board of Territory.
 * @param {import("../shared/grid.js").Extent} extent
 * @param {boolean} coordinates
 */
export function drawTerritory(extent, coordinates) {
  const frame = drawCells(extent, { coordinates, layers: LAYERS });
  const side = 0.9 * SPACE;
  const slots = allPoints(extent).map(place).map(([x, y]) => `M${x - side / 2} ${y - side / 2}h${side}v${side}h${-side}z`);
  frame.groups.slots.append(svg("path", { class: "slot", d: slots.join("") }));
  return frame;
}

/**
 * Returns a function that draws the tiles of a position: tiles at rest together, moving tiles as
 * nodes with keys that begin with `x,y:`.
 * @param {SVGElement} group
 * @param {import("./tiles.js").TileSymbols} symbols
 */
export function tileLayer(group, symbols) {
  const resting = svg("g");
  const single = svg("g");
  group.append(resting, single);
  const drawBatches = batchLayer(resting);

  /**
   * @param {Holder[][]} board
   * @param {Miai.Seat[]} seats
   * @param {Set<string>} [moves] the cells of tiles that will move, as `x,y`
   */
  function draw(board, seats, moves = new Set()) {
    /** @type {Map<string, import("../shared/batches.js").Batch>} */
    const batches = new Map();
    /** @type {Map<string, {href: string, at: Miai.Point}>} */
    const apart = new Map();
    for (const { holder, at } of tilesOf(board)) {
      if (moves.has(String(at))) {
        const href = symbols.tileOf(holder, seats);
        apart.set(`${at}:${href}`, { href, at });
      } else {
        const { key, partsOf } = symbols.lookOf(holder, seats);
        addToBatch(batches, key, partsOf, place(at));
      }
    }
    drawBatches(batches);
    keyed(single, apart, used);
  }

  return { draw, single };
}

/** @param {Holder[][]} board */
function tilesOf(board) {
  return board.flatMap((row, y) =>
    row.flatMap((holder, x) => (holder === null ? [] : [{ holder, at: /** @type {Miai.Point} */ ([x, y]) }])),
  );
}

/** @param {{href: string, at: Miai.Point}} tile */
function used({ href, at }) {
  const [x, y] = place(at);
  const node = svg("use", { class: "tile", href, x, y });
  // Makes a tile grow and turn around its own middle.
  node.style.transformOrigin = `${x}px ${y}px`;
  return node;
}
