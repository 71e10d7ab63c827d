/** The empty board of Territory, and the tiles on it. */

import { CELL, drawCells, fromFirst, fromMiddles, middle } from "../shared/cell-frame.js";
import { allCells } from "../shared/cells.js";
import { crowdLayer, gather } from "../shared/crowd.js";
import { keyed } from "../../ui/keyed.js";
import { svg } from "../shared/svg.js";

/** @typedef {import("./tiles.js").Holder} Holder */

const LAYERS = /** @type {const} */ (["slots", "tiles", "last", "open", "own", "effects"]);

/**
 * An empty board of Territory.
 * @param {import("../shared/cells.js").Extent} extent
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
 * Returns what draws the tiles of positions: those that lie still together, those that move as
 * nodes with keys that begin with `x,y:`.
 * @param {SVGElement} group
 * @param {import("./tiles.js").TileSymbols} symbols
 */
export function tileLayer(group, symbols) {
  const resting = fromMiddles();
  const single = svg("g");
  group.append(resting, single);
  const drawCrowds = crowdLayer(resting);

  /**
   * @param {Holder[][]} board
   * @param {Miai.Seat[]} seats
   * @param {Set<string>} [moves] the cells of tiles that will move, as `x,y`
   */
  function draw(board, seats, moves = new Set()) {
    /** @type {Map<string, import("../shared/crowd.js").Crowd>} */
    const crowds = new Map();
    /** @type {Map<string, {href: string, at: Miai.Point}>} */
    const apart = new Map();
    for (const { holder, at } of tilesOf(board)) {
      if (moves.has(String(at))) {
        const href = symbols.tileOf(holder, seats);
        apart.set(`${at}:${href}`, { href, at });
      } else {
        const { key, partsOf } = symbols.lookOf(holder, seats);
        gather(crowds, key, partsOf, fromFirst(at));
      }
    }
    drawCrowds(crowds);
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
  const [x, y] = middle(at);
  const node = svg("use", { class: "tile", href, x, y });
  // A tile grows and turns around its own middle.
  node.style.transformOrigin = `${x}px ${y}px`;
  return node;
}
