/**
 * The drawing of a board without points: ground, quiet grid, names, and the groups that things
 * are drawn into. Board coordinates are those of the rules: `[0, 0]` is the top left corner, one
 * space is 1. Knows no rules.
 */

import { columnName } from "../shared/grid.js";
import { svg } from "../shared/svg.js";

/** One space of the board in the units of the drawing. */
export const UNIT = 40;
/** A side as wide as this, in spaces, is usual: on any other, lines, names and margins look alike. */
const USUAL = 18;
/** Room around a board of the usual side, in spaces. */
const MARGIN = 0.98;
const BARE_MARGIN = 0.3;
/** The groups, lowest first: sections are tinted under the lines, gaps are marked above them. */
const LYING = /** @type {const} */ (["areas", "recent", "casings", "lines", "gaps"]);
/** Those of what is being drawn. */
const MOVING = /** @type {const} */ (["own", "effects"]);

/** @typedef {Record<(typeof LYING | typeof MOVING)[number], SVGElement>} LineLayers */

let frames = 0;

/**
 * An empty board.
 * @param {number} size grid lines each way
 * @param {boolean} coordinates without them it is a small picture
 */
export function drawOpenBoard(size, coordinates) {
  const fine = (size - 1) / USUAL;
  const margin = (coordinates ? MARGIN : BARE_MARGIN) * fine;
  const span = size - 1 + 2 * margin;
  const ground = { x: -margin * UNIT, y: -margin * UNIT, width: span * UNIT, height: span * UNIT };
  const root = svg("svg", { class: "board-drawing open-board", viewBox: Object.values(ground).join(" ") });
  root.style.setProperty("--fine", String(fine));
  const id = `open${++frames}`;
  // Two groups, so that a magnifier can show them again: copying what lies there anew for each
  // movement of a finger would take too long.
  const lying = svg("g", { id: `${id}-lying` });
  const moving = svg("g", { id: `${id}-moving` });
  lying.append(svg("rect", { class: "board-ground", ...ground }));
  if (coordinates) {
    lying.append(
      svg("defs", {}, [grain(`${id}-grain`)]),
      svg("rect", { class: "board-grain", fill: `url(#${id}-grain)`, ...ground }),
      svg("g", { class: "board-names", "aria-hidden": "true" }, names(size, fine)),
    );
  }
  lying.append(svg("path", { class: "open-grid", d: gridPath(size) }), svg("path", { class: "board-edge", d: edgePath(size) }));
  const groups = /** @type {LineLayers} */ ({});
  const group = (/** @type {keyof LineLayers} */ name) =>
    (groups[name] = svg("g", { class: `open-${name}`, "aria-hidden": "true" }));
  lying.append(...LYING.map(group));
  moving.append(...MOVING.map(group));
  root.append(lying, moving);
  return { root, groups, margin, span, fine, parts: [`#${lying.id}`, `#${moving.id}`] };
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
  return Math.round(length * UNIT * 100) / 100;
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
  return [x / UNIT, y / UNIT];
}

/**
 * How many pixels of the window a space of the board is wide.
 * @param {SVGElement} root
 */
export function pixelsPerSpace(root) {
  return UNIT * (/** @type {SVGGraphicsElement} */ (root).getScreenCTM()?.a ?? 1);
}

/**
 * Where a point is on the board's box, as shares of its width and height.
 * @param {{margin: number, span: number}} frame
 * @param {readonly number[]} point
 * @returns {[number, number]}
 */
export function shareOf({ margin, span }, [x = 0, y = 0]) {
  return [(x + margin) / span, (y + margin) / span];
}

/** @param {number} size */
function gridPath(size) {
  const end = (size - 1) * UNIT;
  let path = "";
  for (let n = 1; n < size - 1; n++) path += `M0 ${n * UNIT}H${end}M${n * UNIT} 0V${end}`;
  return path;
}

/** @param {number} size */
function edgePath(size) {
  const end = (size - 1) * UNIT;
  return `M0 0H${end}V${end}H0z`;
}

/**
 * @param {number} size
 * @param {number} fine
 */
function names(size, fine) {
  const near = -0.62 * UNIT * fine;
  const far = (size - 1) * UNIT - near;
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ name) =>
    svg("text", { x, y }, [name]);
  return Array.from({ length: size }, (_, n) => n * UNIT).flatMap((at, n) => [
    text(at, near, columnName(n)),
    text(at, far, columnName(n)),
    text(near, at, String(size - n)),
    text(far, at, String(size - n)),
  ]);
}

/**
 * The grain of wood: a few quiet waves that repeat.
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
