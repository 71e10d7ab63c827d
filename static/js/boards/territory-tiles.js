/** Tiles, drawn once a seat as symbols and then only used: colour, pattern, shade. */

import { CELL, middle } from "./cell-frame.js";
import { inkOn } from "./ink.js";
import { svg } from "./svg.js";

/** Half a tile's side. */
const HALF = 0.465 * CELL;
const CORNER = 0.11 * CELL;
const GRAY = "#8f8a82";

/**
 * What lies on a cell: nothing, a seat's tile, or the gray one of a seat that left.
 * @typedef {null | number | "gray"} Holder
 */

/**
 * Five patterns, one a seat, in a square from -1 to 1: lines, or dots.
 * @type {{line?: string, dots?: [number, number][]}[]}
 */
const PATTERNS = [
  { line: "M-.62 .2L.2 -.62M-.62 .62L.62 -.62M-.2 .62L.62 -.2" },
  { dots: [[-0.4, -0.4], [0.4, -0.4], [-0.4, 0.4], [0.4, 0.4]] },
  { line: "M-.64 -.36H.64M-.64 0H.64M-.64 .36H.64" },
  { line: "M0 -.64L.64 0L0 .64L-.64 0z" },
  { line: "M0 -.6V.6M-.6 0H.6" },
];

let boards = 0;

/**
 * The symbols of one board, in a `defs` element of its own. The references are for `use`.
 * @param {Miai.Palette} palette
 */
export function tileSymbols(palette) {
  const prefix = `tiles${++boards}`;
  const sheen = svg("linearGradient", { id: `${prefix}-sheen`, x1: 0, y1: 0, x2: 0.35, y2: 1 }, [
    svg("stop", { offset: 0, "stop-color": "#fff", "stop-opacity": 0.26 }),
    svg("stop", { offset: 0.55, "stop-color": "#fff", "stop-opacity": 0 }),
    svg("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0.1 }),
  ]);
  const defs = svg("defs", {}, [sheen]);
  /** @type {Set<string>} */
  const known = new Set();
  const hex = (/** @type {string} */ key) => palette[key]?.hex ?? GRAY;

  /**
   * @param {Holder} holder
   * @param {Miai.Seat[]} seats
   */
  function tileOf(holder, seats) {
    const seat = typeof holder === "number" ? seats[holder] : undefined;
    const id = seat ? `${prefix}-${seat.number}${seat.stone}` : `${prefix}-gray`;
    if (!known.has(id)) {
      known.add(id);
      const colour = seat ? hex(seat.stone) : GRAY;
      const drawn = [
        tile({ y: -HALF + 0.055 * CELL, fill: "#000", opacity: 0.3 }),
        tile({ fill: colour }),
        seat ? pattern(seat.number, inkOn(colour)) : spent(),
        tile({ fill: `url(#${prefix}-sheen)` }),
        tile({ fill: "none", stroke: "#000", "stroke-opacity": 0.28, "stroke-width": 1 }),
      ];
      defs.append(svg("g", { id }, drawn));
    }
    return `#${id}`;
  }

  return { defs, tileOf, hex };
}

/** @typedef {ReturnType<typeof tileSymbols>} TileSymbols */

/**
 * A tile alone, beside a name.
 * @type {Miai.BoardModule["stone"]}
 */
export function tileIcon(element, seat, palette) {
  const symbols = tileSymbols(palette);
  const seats = [];
  seats[seat.number] = seat;
  const drawn = svg("use", { href: symbols.tileOf(seat.number, seats) });
  const size = 2.25 * HALF;
  const viewBox = [-size / 2, -size / 2, size, size].join(" ");
  element.replaceChildren(svg("svg", { viewBox, "aria-hidden": "true" }, [symbols.defs, drawn]));
}

/**
 * The square of a tile.
 * @param {import("./svg.js").Attributes} more
 */
function tile(more) {
  return svg("rect", { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: CORNER, ...more });
}

/**
 * The pattern of a seat, in `colour`.
 * @param {number} seat
 * @param {string} colour
 */
export function pattern(seat, colour) {
  const { line, dots } = PATTERNS[seat % PATTERNS.length] ?? {};
  const drawn = dots
    ? dots.map(([cx, cy]) => svg("circle", { cx, cy, r: 0.17, fill: colour }))
    : [svg("path", { d: line ?? "", fill: "none", stroke: colour, "stroke-width": 0.14, "stroke-linecap": "round", "stroke-linejoin": "round" })];
  return svg("g", { transform: `scale(${0.92 * HALF})`, opacity: 0.62 }, drawn);
}

/** What a gray tile has for a pattern: an outline that is no seat's. */
function spent() {
  const side = 1.3 * HALF;
  const where = { x: -side / 2, y: -side / 2, width: side, height: side, rx: 2 };
  return svg("rect", { ...where, fill: "none", stroke: "#000", "stroke-opacity": 0.35, "stroke-width": 1.6, "stroke-dasharray": "3 4" });
}

/**
 * The outlines of tiles as one path: many cells are marked anew in each step, and one node is drawn
 * faster than many.
 * @param {number} share of a tile's size
 * @param {Miai.Point[]} cells
 */
export function outlinesPath(share, cells) {
  const [half, round] = [share * HALF, share * CORNER];
  const side = 2 * (half - round);
  const corner = (/** @type {number} */ x, /** @type {number} */ y) => `a${round} ${round} 0 0 1 ${x} ${y}`;
  const shape = `h${side}${corner(round, round)}v${side}${corner(-round, round)}h${-side}${corner(-round, -round)}v${-side}${corner(round, -round)}z`;
  const places = cells.map(middle);
  return places.map(([x, y]) => `M${x - half + round} ${y - half}${shape}`).join("");
}

/**
 * The outline of a tile, for what is marked on the board.
 * @param {number} share of a tile's size
 * @param {import("./svg.js").Attributes} more
 */
export function outline(share, more) {
  const half = share * HALF;
  return svg("rect", { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: CORNER * share, ...more });
}
