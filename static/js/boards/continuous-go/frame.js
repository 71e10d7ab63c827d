/**
 * The drawing of a board without points: ground, quiet grid, names, and the groups for everything
 * drawn on it. Board coordinates are those of the rules: `[0, 0]` is the top left corner, one space
 * is 1. Knows no rules.
 */

import { addLayers, drawFrame, gridLines, SPACE } from "../shared/frame.js";
import { squareExtent } from "../shared/grid.js";
import { svg } from "../shared/svg.js";

/**
 * The usual width of a board, in spaces. On other sizes lines, names and margins are scaled to look
 * the same.
 */
const USUAL = 18;
/** The groups, lowest first: areas are tinted under the lines, gaps are marked above them. */
const LYING = /** @type {const} */ (["areas", "recent", "casings", "lines", "gaps"]);
/** The groups for what is being drawn. */
const MOVING = /** @type {const} */ (["own", "effects"]);

/** @typedef {Record<(typeof LYING | typeof MOVING)[number], SVGElement>} LineLayers */

/**
 * An empty board.
 * @param {number} size grid lines each way
 * @param {boolean} coordinates whether columns and rows are named; without names it is a small picture
 */
export function drawOpenBoard(size, coordinates) {
  const fine = (size - 1) / USUAL;
  const extent = squareExtent(size);
  const setting = { offset: 0, margin: 0.98 * fine, bare: 0.3 * fine, names: 0.62 * fine, grain: false };
  const frame = drawFrame(extent, setting, coordinates);
  const { root } = frame;
  root.classList.add("open-board");
  root.style.setProperty("--fine", String(fine));
  // The magnifier copies each of these two groups by itself: copying the still part again whenever
  // a finger moves would take too long.
  const lying = svg("g");
  const moving = svg("g");
  const [lines, edge] = gridLines(extent, setting.offset);
  lying.append(...root.childNodes, svg("path", { class: "open-grid", d: lines }), svg("path", { class: "board-edge", d: edge }));
  root.append(lying, moving);
  /** @type {LineLayers} */
  const groups = { ...addLayers(lying, LYING, "open"), ...addLayers(moving, MOVING, "open") };
  return { ...frame, groups, fine };
}

/** @typedef {ReturnType<typeof drawOpenBoard>} OpenBoard */

/**
 * SVG path data through points of the board.
 * @param {readonly (readonly number[])[]} path
 */
export function pathData(path) {
  return `M${path.map(([x = 0, y = 0]) => `${onDrawing(x)} ${onDrawing(y)}`).join("L")}`;
}

/**
 * A length on the board in units of the drawing, rounded to a thousandth of a pixel to keep the
 * text short.
 * @param {number} length
 */
export function onDrawing(length) {
  return Math.round(length * SPACE * 100) / 100;
}

/**
 * The point of the board under a place in the window; it may lie outside the board.
 * @param {SVGElement} root
 * @param {{clientX: number, clientY: number}} event
 * @returns {Miai.Point}
 */
export function fromClient(root, { clientX, clientY }) {
  const matrix = /** @type {SVGGraphicsElement} */ (root).getScreenCTM();
  if (!matrix) return [0, 0];
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return [x / SPACE, y / SPACE];
}
