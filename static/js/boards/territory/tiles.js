/**
 * How tiles look: colour, pattern and shade, as parts of batches and as symbols of single tiles.
 */

import { inkOn } from "../../core/colours.js";
import { drawOne, shading, square } from "../shared/batches.js";
import { place, SPACE } from "../shared/frame.js";
import { svg } from "../shared/svg.js";

/** @typedef {Miai.Territory.Game} Game */

/** Half a tile's side. */
const HALF = 0.465 * SPACE;
const CORNER = 0.11 * SPACE;
const GRAY = "#8f8a82";
const TILE = square(HALF, CORNER);
/** The pattern of a gray tile: an outline that no seat has. @type {Part} */
const SPENT = {
  shape: square(0.65 * HALF, 2),
  look: { fill: "none", stroke: "#000", "stroke-opacity": 0.35, "stroke-width": 1.6, "stroke-dasharray": "3 4" },
};
/** A dot's radius. */
const DOT = 0.17;

/** @typedef {import("../shared/batches.js").Part} Part */

/**
 * What lies on a cell: nothing, a seat's tile, or the gray tile of a seat that left.
 * @typedef {null | number | "gray"} Holder
 */

/**
 * Five patterns, one per seat, in a square from -1 to 1, in relative commands from its middle:
 * filled (`dots`) or drawn (`line`).
 * @type {{line?: string, dots?: string}[]}
 */
const PATTERNS = [
  { line: "m-.62 .2l.82 -.82m-.82 1.24l1.24 -1.24m-.82 1.24l.82 -.82" },
  { dots: [[-0.4, -0.4], [0.8, 0], [-0.8, 0.8], [0.8, 0]].map(dot).join("") },
  { line: "m-.64 -.36h1.28m-1.28 .36h1.28m-1.28 .36h1.28" },
  { line: "m0 -.64l.64 .64l-.64 .64l-.64 -.64z" },
  { line: "m0 -.6v1.2m-.6 -.6h1.2" },
];

let boards = 0;

/**
 * The symbols of one board, in a `defs` element of its own, with references for `use`.
 * @param {Miai.Palette} palette
 */
export function tileSymbols(palette) {
  const prefix = `tiles${++boards}`;
  const bright = svg("linearGradient", { id: `${prefix}-bright`, x1: 0, y1: 0, x2: 0.35, y2: 1 }, [
    svg("stop", { offset: 0, "stop-color": "#fff", "stop-opacity": 0.26 }),
    svg("stop", { offset: 0.55, "stop-color": "#fff", "stop-opacity": 0 }),
    svg("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0.1 }),
  ]);
  const shaded = svg("rect", { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, fill: `url(#${prefix}-bright)` });
  const defs = svg("defs", {}, [bright, shading(`${prefix}-shading`, SPACE, [shaded])]);
  /** @type {Set<string>} */
  const known = new Set();
  const hex = (/** @type {string} */ key) => palette[key]?.hex ?? GRAY;

  /**
   * The parts of a tile.
   * @param {Miai.Seat | undefined} seat undefined: the gray tile of a seat that left
   * @returns {Part[]}
   */
  function partsOf(seat) {
    const colour = seat ? hex(seat.stone) : GRAY;
    return [
      { shape: square(HALF, CORNER, 0.055 * SPACE), look: { "fill-opacity": 0.3 } },
      { shape: TILE, look: { fill: colour } },
      seat ? pattern(seat.number, inkOn(colour)) : SPENT,
      { shape: TILE, look: { fill: `url(#${prefix}-shading)` } },
      { shape: TILE, look: { fill: "none", stroke: "var(--stone-edge)", "stroke-width": 1.2 } },
    ];
  }

  /**
   * How a tile looks; tiles with the same key look alike.
   * @param {Holder} holder
   * @param {Miai.Seat[]} seats
   */
  function lookOf(holder, seats) {
    const seat = typeof holder === "number" ? seats[holder] : undefined;
    return { key: seat ? `${seat.number}${seat.stone}` : "gray", partsOf: () => partsOf(seat) };
  }

  /**
   * A single tile, as a reference for `use`.
   * @param {Holder} holder
   * @param {Miai.Seat[]} seats
   */
  function tileOf(holder, seats) {
    const { key, partsOf } = lookOf(holder, seats);
    const id = `${prefix}-${key}`;
    if (!known.has(id)) {
      known.add(id);
      defs.append(svg("g", { id }, drawOne(partsOf())));
    }
    return `#${id}`;
  }

  return { defs, tileOf, lookOf, hex };
}

/** @typedef {ReturnType<typeof tileSymbols>} TileSymbols */

/**
 * A single tile beside a name.
 * @type {Miai.BoardModule<Game>["stone"]}
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

/** @param {number[]} from where the dot before begins */
function dot([x = 0, y = 0], n = 0) {
  return `m${n ? x : x - DOT} ${y}a${DOT} ${DOT} 0 1 1 ${2 * DOT} 0a${DOT} ${DOT} 0 1 1 ${-2 * DOT} 0z`;
}

/**
 * The pattern of a seat in a colour.
 * @param {number} seat
 * @param {string} colour
 * @returns {Part}
 */
export function pattern(seat, colour) {
  const { line, dots } = PATTERNS[seat % PATTERNS.length] ?? {};
  const scale = 0.92 * HALF;
  if (dots) return { shape: dots, scale, look: { fill: colour, "fill-opacity": 0.62 } };
  const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };
  return { shape: line ?? "", scale, look: { fill: "none", stroke: colour, "stroke-opacity": 0.62, "stroke-width": 0.14, ...round } };
}

/**
 * The outlines of tiles as one path: many cells are marked in each step, and one node is drawn
 * faster than many.
 * @param {number} share of a tile's size
 * @param {Miai.Point[]} cells
 */
export function outlinesPath(share, cells) {
  const shape = square(share * HALF, share * CORNER);
  const places = cells.map(place);
  return places.map(([x, y]) => `M${x} ${y}${shape}`).join("");
}

/**
 * The outline of a tile, for marking a cell.
 * @param {number} share of a tile's size
 * @param {import("../shared/svg.js").Attributes} more
 */
export function outline(share, more) {
  const half = share * HALF;
  return svg("rect", { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: CORNER * share, ...more });
}
