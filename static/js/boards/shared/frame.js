/**
 * The drawing of an empty board: ground, grain, names of columns and rows, lines, and the groups
 * for everything drawn on it. The middle of the first point is the origin. Knows no game.
 */

import { columnName, squareExtent, starPoints } from "./grid.js";
import { svg } from "./svg.js";

/** @typedef {import("./grid.js").Extent} Extent */

/** The distance between neighbouring points, in units of the drawing. */
export const SPACE = 40;

/**
 * The layout of a kind of board, in spaces.
 * @typedef {object} Setting
 * @property {number} offset from the outermost points to the outermost lines
 * @property {number} margin room beyond those lines
 * @property {number} bare the same without names
 * @property {number} names how far beyond those lines the names are
 * @property {boolean} grain whether a board without names has grain too; if not, it is plain enough
 *   to lie on a ground of any shape
 */

/** Boards whose points are crossings: stones reach beyond the outermost lines. @type {Setting} */
const CROSSINGS = { offset: 0, margin: 0.98, bare: 0.62, names: 0.72, grain: true };
/** Boards whose points are the cells between lines. @type {Setting} */
const CELLS = { offset: 0.5, margin: 0.62, bare: 0.22, names: 0.32, grain: false };

let frames = 0;

/**
 * An empty board without lines. The result's `margin` is the room beyond the outermost points;
 * `across` and `down` are the size of the whole drawing, all in spaces.
 * @param {Extent} extent
 * @param {Setting} setting
 * @param {boolean} coordinates whether columns and rows are named; without names it is a small picture
 */
export function drawFrame(extent, setting, coordinates) {
  const margin = setting.offset + (coordinates ? setting.margin : setting.bare);
  const [across, down] = [extent.columns - 1 + 2 * margin, extent.rows - 1 + 2 * margin];
  const ground = { x: -margin * SPACE, y: -margin * SPACE, width: across * SPACE, height: down * SPACE };
  const root = svg("svg", { class: "board-drawing", viewBox: Object.values(ground).join(" ") });
  root.append(svg("rect", { class: "board-ground", ...ground }));
  if (coordinates || setting.grain) {
    const id = `board${++frames}-grain`;
    const fill = `url(#${id})`;
    root.append(svg("defs", {}, [grain(id)]), svg("rect", { class: "board-grain", fill, ...ground }));
  }
  if (coordinates) {
    const names = namesOf(extent, setting.offset + setting.names);
    root.append(svg("g", { class: "board-names", "aria-hidden": "true" }, names));
  }
  return { root, extent, margin, across, down };
}

/** @typedef {ReturnType<typeof drawFrame>} Frame */

/**
 * An empty board of lines, with the groups for everything drawn on it.
 * @template {string} Layer
 * @param {number} size
 * @param {{coordinates: boolean, layers: readonly Layer[]}} options layers: lowest first
 */
export function drawCrossings(size, { coordinates, layers }) {
  const extent = squareExtent(size);
  const frame = drawFrame(extent, CROSSINGS, coordinates);
  const [lines, edge] = gridLines(extent, CROSSINGS.offset);
  const stars = svg("g", { class: "board-stars" }, starPoints(size).map(star));
  frame.root.append(
    svg("path", { class: "board-lines", d: lines }),
    svg("path", { class: "board-edge", d: edge }),
    stars,
  );
  return { ...frame, groups: addLayers(frame.root, layers) };
}

/**
 * An empty board of cells without lines, with the groups for everything drawn on it.
 * @template {string} Layer
 * @param {Extent} extent
 * @param {{coordinates: boolean, layers: readonly Layer[]}} options layers: lowest first
 */
export function drawCells(extent, { coordinates, layers }) {
  const frame = drawFrame(extent, CELLS, coordinates);
  return { ...frame, groups: addLayers(frame.root, layers) };
}

/**
 * The lines between and around the cells of a board.
 * @param {Extent} extent
 */
export function cellLines(extent) {
  const [lines, edge] = gridLines(extent, CELLS.offset);
  return [svg("path", { class: "board-lines", d: lines }), svg("path", { class: "board-edge", d: edge })];
}

/**
 * The paths of a grid: its inner lines, and its border.
 * @param {Extent} extent
 * @param {number} offset from the outermost points to the outermost lines, in spaces
 * @returns {[string, string]}
 */
export function gridLines({ columns, rows }, offset) {
  const from = -offset * SPACE;
  const [right, bottom] = [(columns - 1 + offset) * SPACE, (rows - 1 + offset) * SPACE];
  let inside = "";
  for (let x = from + SPACE; x < right; x += SPACE) inside += `M${x} ${from}V${bottom}`;
  for (let y = from + SPACE; y < bottom; y += SPACE) inside += `M${from} ${y}H${right}`;
  return [inside, `M${from} ${from}H${right}V${bottom}H${from}z`];
}

/**
 * Adds a group for each layer to `parent`, lowest first.
 * @template {string} Layer
 * @param {SVGElement} parent
 * @param {readonly Layer[]} layers
 * @param {string} [prefix] the start of their class names
 */
export function addLayers(parent, layers, prefix = "board") {
  const groups = /** @type {Record<Layer, SVGElement>} */ ({});
  for (const name of layers) groups[name] = svg("g", { class: `${prefix}-${name}`, "aria-hidden": "true" });
  parent.append(...Object.values(groups));
  return groups;
}

/**
 * The middle of a point on the drawing.
 * @param {readonly number[]} point
 * @returns {[number, number]}
 */
export function place([x = 0, y = 0]) {
  return [x * SPACE, y * SPACE];
}

/**
 * A group around the middle of a point.
 * @param {readonly number[]} point
 * @param {SVGElement[]} children
 */
export function atPoint(point, children) {
  const [x, y] = place(point);
  return svg("g", { transform: `translate(${x} ${y})` }, children);
}

/**
 * The position of a point on a board's box, as shares of its width and height.
 * @param {Pick<Frame, "margin" | "across" | "down">} frame
 * @param {readonly number[]} point
 * @returns {[number, number]}
 */
export function shareOf({ margin, across, down }, [x = 0, y = 0]) {
  return [(x + margin) / across, (y + margin) / down];
}

/**
 * The width of a space in the window, in pixels.
 * @param {SVGElement} root
 */
export function pixelsPerSpace(root) {
  return SPACE * (/** @type {SVGGraphicsElement} */ (root).getScreenCTM()?.a ?? 1);
}

/** @param {Miai.Point} point */
function star(point) {
  const [cx, cy] = place(point);
  return svg("circle", { cx, cy, r: 0.085 * SPACE });
}

/**
 * @param {Extent} extent
 * @param {number} away from the outermost points, in spaces
 */
function namesOf({ columns, rows }, away) {
  const near = -away * SPACE;
  const [right, bottom] = [(columns - 1 + away) * SPACE, (rows - 1 + away) * SPACE];
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ name) =>
    svg("text", { x, y }, [name]);
  const across = Array.from({ length: columns }, (_, n) => [
    text(n * SPACE, near, columnName(n)),
    text(n * SPACE, bottom, columnName(n)),
  ]);
  const down = Array.from({ length: rows }, (_, n) => [
    text(near, n * SPACE, String(rows - n)),
    text(right, n * SPACE, String(rows - n)),
  ]);
  return [...across, ...down].flat();
}

/**
 * Wood grain: a few faint waves that repeat.
 * @param {string} id
 */
function grain(id) {
  const waves = [4, 12, 17, 28, 35, 46, 54, 60, 73, 82, 93].map((x, n) => {
    const bend = 3 + ((n * 5) % 6);
    return `M${x} 0c${bend} 90 ${-bend} 190 0 280s${bend - 4} 230 0 320`;
  });
  const drawn = svg("path", { d: waves.join(""), class: "board-waves" });
  return svg("pattern", { id, width: 101, height: 600, patternUnits: "userSpaceOnUse" }, [drawn]);
}
