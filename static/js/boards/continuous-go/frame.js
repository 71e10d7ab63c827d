/**
 * The drawing of a board without points: ground, quiet grid, names, and the groups that things
 * are drawn into. Board coordinates are those of the rules: `[0, 0]` is the top left corner, one
 * space is 1. Knows no rules.
 */

import { addLayers, drawFrame, gridLines, SPACE } from "../shared/frame.js";
import { squareExtent } from "../shared/grid.js";
import { svg } from "../shared/svg.js";

/** A side as wide as this, in spaces, is usual: on any other, lines, names and margins look alike. */
const USUAL = 18;
/** The groups, lowest first: sections are tinted under the lines, gaps are marked above them. */
const LYING = /** @type {const} */ (["areas", "recent", "casings", "lines", "gaps"]);
/** Those of what is being drawn. */
const MOVING = /** @type {const} */ (["own", "effects"]);

/** @typedef {Record<(typeof LYING | typeof MOVING)[number], SVGElement>} LineLayers */

/**
 * An empty board.
 * @param {number} size grid lines each way
 * @param {boolean} coordinates without them it is a small picture
 */
export function drawOpenBoard(size, coordinates) {
  const fine = (size - 1) / USUAL;
  const extent = squareExtent(size);
  const setting = { offset: 0, margin: 0.98 * fine, bare: 0.3 * fine, names: 0.62 * fine, grain: false };
  const frame = drawFrame(extent, setting, coordinates);
  const { root } = frame;
  root.classList.add("open-board");
  root.style.setProperty("--fine", String(fine));
  // Two groups, each of which the magnifier copies: copying what lies there again for each movement
  // of a finger would take too long.
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
 * The data of an SVG path through points of the board.
 * @param {readonly (readonly number[])[]} path
 */
export function pathData(path) {
  return `M${path.map(([x = 0, y = 0]) => `${onDrawing(x)} ${onDrawing(y)}`).join("L")}`;
}

/**
 * A length of the board in the units of the drawing, as short as a thousandth of a pixel allows.
 * @param {number} length
 */
export function onDrawing(length) {
  return Math.round(length * SPACE * 100) / 100;
}

/**
 * The point of the board under a place in the window; it may lie off the board.
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
