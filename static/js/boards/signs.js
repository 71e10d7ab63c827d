/**
 * Twelve signs, one a seat, so that stones can be told apart without their colours. Drawn in a
 * square from -1 to 1.
 */

import { svg } from "./svg.js";

/** Filled (`fill`) or drawn (`line`) paths, by seat. @type {{fill?: string, line?: string}[]} */
const SIGNS = [
  { fill: "M-.62 0a.62 .62 0 1 1 1.24 0a.62 .62 0 1 1 -1.24 0z" },
  { line: "M-.8 -.8L.8 .8M.8 -.8L-.8 .8" },
  { fill: "M0 -.92L.88 .66L-.88 .66z" },
  { line: "M-.7 0a.7 .7 0 1 1 1.4 0a.7 .7 0 1 1 -1.4 0z" },
  { line: "M-.95 0L.95 0" },
  { fill: "M-.66 -.66L.66 -.66L.66 .66L-.66 .66z" },
  { line: "M-.95 0L.95 0M0 -.95L0 .95" },
  { line: "M0 -.9L.9 0L0 .9L-.9 0z" },
  { line: "M-.9 -.42L.9 -.42M-.9 .42L.9 .42" },
  { line: "M-.85 .45L0 -.5L.85 .45" },
  { fill: "M-.8 0a.8 .8 0 0 1 1.6 0z" },
  { line: "M0 -.95L0 .95" },
];

/**
 * The sign of a seat, centred, in `colour`.
 * @param {number} seat
 * @param {number} radius half its size
 * @param {string} colour
 */
export function sign(seat, radius, colour) {
  const { fill, line } = /** @type {{fill?: string, line?: string}} */ (SIGNS[seat % SIGNS.length]);
  const transform = `scale(${radius})`;
  if (fill) return svg("path", { d: fill, fill: colour, transform });
  const stroke = { stroke: colour, "stroke-width": 0.42, "stroke-linecap": "round" };
  return svg("path", { d: line ?? "", fill: "none", ...stroke, "stroke-linejoin": "round", transform });
}

/**
 * A colour that a sign shows on: dark on light stones, light on dark ones.
 * @param {string} hex `#rrggbb`
 */
export function signColour(hex) {
  return luminance(hex) > 0.3 ? "#1f1d1a" : "#fdfaf2";
}

/**
 * Relative luminance as WCAG defines it, 0 to 1.
 * @param {string} hex `#rrggbb`
 */
export function luminance(hex) {
  const [red, green, blue] = [1, 3, 5].map((from) => {
    const part = parseInt(hex.slice(from, from + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * Number(red) + 0.7152 * Number(green) + 0.0722 * Number(blue);
}
