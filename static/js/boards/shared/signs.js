/**
 * Twelve signs, one per seat, so that stones can be told apart without their colours. Each is drawn
 * in a square from -1 to 1, in relative commands from its middle.
 */

/** Filled (`fill`) or drawn (`line`) paths, by seat. @type {{fill?: string, line?: string}[]} */
const SIGNS = [
  { fill: "m-.62 0a.62 .62 0 1 1 1.24 0a.62 .62 0 1 1 -1.24 0z" },
  { line: "m-.8 -.8l1.6 1.6m0 -1.6l-1.6 1.6" },
  { fill: "m0 -.92l.88 1.58h-1.76z" },
  { line: "m-.7 0a.7 .7 0 1 1 1.4 0a.7 .7 0 1 1 -1.4 0z" },
  { line: "m-.95 0h1.9" },
  { fill: "m-.66 -.66h1.32v1.32h-1.32z" },
  { line: "m-.95 0h1.9m-.95 -.95v1.9" },
  { line: "m0 -.9l.9 .9l-.9 .9l-.9 -.9z" },
  { line: "m-.9 -.42h1.8m-1.8 .84h1.8" },
  { line: "m-.85 .45l.85 -.95l.85 .95" },
  { fill: "m-.8 0a.8 .8 0 0 1 1.6 0z" },
  { line: "m0 -.95v1.9" },
];

/**
 * The sign of a seat.
 * @param {number} seat
 * @param {number} radius half its size
 * @param {string} colour
 * @returns {import("./batches.js").Part}
 */
export function sign(seat, radius, colour) {
  const { fill, line } = /** @type {{fill?: string, line?: string}} */ (SIGNS[seat % SIGNS.length]);
  if (fill) return { shape: fill, scale: radius, look: { fill: colour } };
  const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };
  return { shape: line ?? "", scale: radius, look: { fill: "none", stroke: colour, "stroke-width": 0.42, ...round } };
}
