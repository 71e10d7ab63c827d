/**
 * How stones look: colour, shade, sign and mark, as parts of batches and as symbols of single
 * stones.
 */

import { signColour } from "../../core/colours.js";
import { disc, drawOne, dot, shading } from "./batches.js";
import { SPACE } from "./frame.js";
import { sign } from "./signs.js";
import { slice, svg } from "./svg.js";

export const RADIUS = 0.468 * SPACE;
const SIGN = 0.15 * SPACE;
/** The shadow under a stone, slightly lower. */
const SHADE = dot(1.02 * RADIUS, "#000", 0.1 * RADIUS);
/** @type {Part[]} */
export const SHADOW = [{ ...SHADE, look: { ...SHADE.look, "stroke-opacity": 0.24 } }];

/** @typedef {import("./batches.js").Part} Part */

/** Sets a stone off from a board of nearly the same colour. @type {Part} */
const EDGE = { shape: disc(RADIUS - 0.6), look: { fill: "none", stroke: "var(--stone-edge)", "stroke-width": 1.2 } };

let boards = 0;

/**
 * The symbols of one board, in a `defs` element of its own.
 * @param {Miai.Palette} palette
 * @param {boolean} [signed] whether stones show the signs of their seats
 * @returns {Miai.Symbols}
 */
export function stoneSymbols(palette, signed = true) {
  const prefix = `stones${++boards}`;
  const shaded = ["rim", "light"].map((name) => svg("circle", { r: RADIUS, fill: `url(#${prefix}-${name})` }));
  const defs = svg("defs", {}, [
    light(`${prefix}-light`),
    rim(`${prefix}-rim`),
    shading(`${prefix}-shading`, SPACE, shaded),
  ]);
  const shade = dot(RADIUS, `url(#${prefix}-shading)`);
  /** @type {Set<string>} */
  const known = new Set();

  /**
   * @param {string} name
   * @param {() => SVGElement[]} draw
   */
  function symbol(name, draw) {
    const id = `${prefix}-${name}`;
    if (!known.has(id)) {
      known.add(id);
      defs.append(svg("g", { id }, draw()));
    }
    return `#${id}`;
  }

  /** @param {string} key */
  const hex = (key) => palette[key]?.hex ?? "#808080";

  /** @param {Miai.Seat[]} seats */
  function stoneOf(seats) {
    const name = seats.map((seat) => `${seat.number}${seat.stone}`).join("-");
    return symbol(name, () => [...drawOne(SHADOW), ...bodies(seats, hex), ...drawOne([shade, EDGE]), ...(signed ? signs(seats, hex) : [])]);
  }

  /**
   * The parts of a stone of one seat, above its shadow.
   * @param {Miai.Seat} seat
   * @returns {Part[]}
   */
  function partsOf(seat) {
    const colour = hex(seat.stone);
    const signs = signed ? [sign(seat.number, SIGN, signColour(colour))] : [];
    return [dot(RADIUS, colour), shade, EDGE, ...signs];
  }

  /** @param {Miai.Seat[]} seats */
  function markOf(seats) {
    const name = `mark-${seats.map((seat) => `${seat.stone}${seat.mark}`).join("-")}`;
    return symbol(name, () => marks(seats, hex));
  }

  return { defs, stoneOf, partsOf, markOf, hex, signed };
}

/**
 * A single stone beside a name.
 * @type {Miai.BoardModule["stone"]}
 */
export function stoneIcon(element, seat, palette, signed = true) {
  const symbols = stoneSymbols(palette, signed);
  const size = 2.3 * RADIUS;
  const drawn = svg("use", { href: symbols.stoneOf([seat]) });
  const viewBox = [-size / 2, -size / 2, size, size].join(" ");
  element.replaceChildren(svg("svg", { viewBox, "aria-hidden": "true" }, [symbols.defs, drawn]));
}

/**
 * The stone's body: one colour, or a slice for each owner.
 * @param {Miai.Seat[]} seats
 * @param {(key: string) => string} hex
 */
function bodies(seats, hex) {
  return seats.map((seat, n) =>
    svg("path", {
      d: slice(0, 0, RADIUS, n / seats.length, (n + 1) / seats.length),
      fill: hex(seat.stone),
    }),
  );
}

/**
 * @param {Miai.Seat[]} seats
 * @param {(key: string) => string} hex
 */
function signs(seats, hex) {
  if (seats.length === 1) {
    return drawOne(seats.map((seat) => sign(seat.number, SIGN, signColour(hex(seat.stone)))));
  }
  return seats.map((seat, n) => {
    const angle = (2 * Math.PI * (n + 0.5)) / seats.length;
    const x = 0.56 * RADIUS * Math.sin(angle);
    const y = -0.56 * RADIUS * Math.cos(angle);
    const size = SIGN * Math.min(0.75, 2.1 / seats.length);
    const own = drawOne([sign(seat.number, size, signColour(hex(seat.stone)))]);
    return svg("g", { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` }, own);
  });
}

/**
 * A ring in the mark's colour, separated from the stone by a hairline.
 * @param {Miai.Seat[]} seats
 * @param {(key: string) => string} hex
 */
function marks(seats, hex) {
  const radius = 0.74 * RADIUS;
  return seats.flatMap((seat, n) => {
    const arc = ring(radius, n / seats.length, (n + 1) / seats.length);
    const edge = { d: arc, fill: "none", stroke: signColour(hex(seat.stone)), "stroke-opacity": 0.55 };
    const mark = { d: arc, fill: "none", stroke: hex(seat.mark), "stroke-width": 0.085 * SPACE };
    return [svg("path", { ...edge, "stroke-width": 0.125 * SPACE }), svg("path", mark)];
  });
}

/**
 * An arc around the middle, clockwise from the top.
 * @param {number} radius
 * @param {number} from share of the whole turn, 0 to 1
 * @param {number} to
 */
function ring(radius, from, to) {
  if (to - from >= 1) return slice(0, 0, radius, from, to);
  const [start, end] = [from, to].map((share) => {
    const angle = 2 * Math.PI * share;
    return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
  });
  return `M${start}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${end}`;
}

/** @param {string} id */
function light(id) {
  return gradient(id, { cx: 0.36, cy: 0.3, r: 0.62 }, [
    [0, "#fff", 0.42],
    [0.45, "#fff", 0.12],
    [1, "#fff", 0],
  ]);
}

/** @param {string} id */
function rim(id) {
  return gradient(id, { cx: 0.46, cy: 0.42, r: 0.58 }, [
    [0.62, "#000", 0],
    [0.9, "#000", 0.14],
    [1, "#000", 0.34],
  ]);
}

/**
 * @param {string} id
 * @param {{cx: number, cy: number, r: number}} where
 * @param {[number, string, number][]} stops
 */
function gradient(id, where, stops) {
  return svg(
    "radialGradient",
    { id, ...where },
    stops.map(([offset, colour, opacity]) =>
      svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity }),
    ),
  );
}
