/**
 * A board of lines that people can point at: its drawing, and one cell a point for mouse,
 * touch, keyboard and screen readers. Knows no rules and no stones.
 */

import { describer } from "./described.js";
import { allPoints, columnName, neighbour, starPoints } from "./grid.js";
import { svg } from "./svg.js";
import { SPACE } from "./stones.js";

/** Room around the lines, in spaces: half a stone, and the coordinates. */
const MARGIN = 0.98;
const BARE_MARGIN = 0.62;

let frames = 0;

/**
 * The drawing of an empty board, and the groups that things are drawn into, lowest first.
 * @param {number} size
 * @param {{coordinates: boolean, layers: (keyof Miai.Layers)[]}} options
 */
export function drawBoard(size, { coordinates, layers }) {
  const margin = coordinates ? MARGIN : BARE_MARGIN;
  const span = size - 1 + 2 * margin;
  const box = [-margin, -margin, span, span].map((length) => length * SPACE);
  const root = svg("svg", { class: "board-drawing", viewBox: box.join(" ") });
  const ground = { x: -margin * SPACE, y: -margin * SPACE, width: span * SPACE, height: span * SPACE };
  const id = `board${++frames}-grain`;
  root.append(
    svg("defs", {}, [grain(id)]),
    svg("rect", { class: "board-ground", ...ground }),
    svg("rect", { class: "board-grain", fill: `url(#${id})`, ...ground }),
    svg("path", { class: "board-lines", d: linesPath(size) }),
    svg("path", { class: "board-edge", d: edgePath(size) }),
    svg("g", { class: "board-stars" }, starPoints(size).map(star)),
  );
  if (coordinates) root.append(svg("g", { class: "board-names", "aria-hidden": "true" }, names(size)));
  const groups = /** @type {Miai.Layers} */ ({});
  for (const name of layers) {
    const group = svg("g", { class: `board-${name}`, "aria-hidden": "true" });
    groups[name] = group;
    root.append(group);
  }
  return { root, groups, margin, span };
}

/**
 * Where a point is on the drawing, in its units.
 * @param {Miai.Point} point
 */
export function place([x, y]) {
  return { x: x * SPACE, y: y * SPACE };
}

/** @param {number} size */
function linesPath(size) {
  const end = (size - 1) * SPACE;
  let path = "";
  for (let n = 1; n < size - 1; n++) path += `M0 ${n * SPACE}H${end}M${n * SPACE} 0V${end}`;
  return path;
}

/** @param {number} size */
function edgePath(size) {
  const end = (size - 1) * SPACE;
  return `M0 0H${end}V${end}H0z`;
}

/** @param {Miai.Point} point */
function star([x, y]) {
  return svg("circle", { cx: x * SPACE, cy: y * SPACE, r: 0.085 * SPACE });
}

/** @param {number} size */
function names(size) {
  const near = -0.72 * SPACE;
  const far = (size - 1) * SPACE - near;
  return Array.from({ length: size }, (_, n) => n * SPACE).flatMap((at, n) => [
    svg("text", { x: at, y: near }, [columnName(n)]),
    svg("text", { x: at, y: far }, [columnName(n)]),
    svg("text", { x: near, y: at }, [String(size - n)]),
    svg("text", { x: far, y: at }, [String(size - n)]),
  ]);
}

/**
 * The grain of wood: a few quiet waves that repeat.
 * @param {string} id
 */
function grain(id) {
  const waves = [3, 11, 16, 27, 33, 38, 49, 57, 62, 71, 80, 84, 95].map((x, n) => {
    const bend = 2 + ((n * 5) % 7);
    return `M${x} 0c${bend} 90 ${-bend} 190 0 280s${bend - 4} 230 0 320`;
  });
  const drawn = svg("path", { d: waves.join(""), class: "board-waves" });
  return svg("pattern", { id, width: 101, height: 600, patternUnits: "userSpaceOnUse" }, [drawn]);
}

/**
 * @typedef {object} CellCallbacks
 * @property {(point: Miai.Point) => void} onChoose clicked, tapped or Enter
 * @property {(point: Miai.Point | null, how: "pointer" | "focus") => void} onLook pointed at or
 *   focused; null: left
 */

/**
 * The cells over a board's points: a grid with one tab stop, moved by the arrow keys.
 * @param {number} size
 * @param {CellCallbacks} callbacks
 */
export function cellsOver(size, { onChoose, onLook }) {
  const half = SPACE / 2;
  /** @type {Map<Element, Miai.Point>} */
  const pointOf = new Map();
  /** @type {SVGElement[]} */
  const cells = allPoints(size).map(([x, y]) => {
    const where = { x: x * SPACE - half, y: y * SPACE - half, width: SPACE, height: SPACE };
    const cell = svg("rect", { class: "board-point", role: "gridcell", tabindex: -1, ...where });
    pointOf.set(cell, [x, y]);
    return cell;
  });
  const rows = Array.from({ length: size }, (_, y) =>
    svg("g", { role: "row" }, cells.slice(y * size, (y + 1) * size)),
  );
  const group = svg("g", { class: "board-cells" }, rows);
  const middle = Math.floor((size * size) / 2);
  let stop = middle;
  at(stop).setAttribute("tabindex", "0");

  /** @param {number} index */
  function at(index) {
    return /** @type {SVGElement} */ (cells[index]);
  }

  /** @param {Event} event */
  const pointed = (event) => pointOf.get(/** @type {Element} */ (event.target)) ?? null;

  /** @param {Miai.Point} point */
  function moveStop([x, y]) {
    at(stop).setAttribute("tabindex", "-1");
    stop = y * size + x;
    at(stop).setAttribute("tabindex", "0");
  }

  group.addEventListener("click", (event) => {
    const point = pointed(event);
    if (!point) return;
    moveStop(point);
    onChoose(point);
  });
  group.addEventListener("keydown", (event) => {
    const point = pointed(event);
    if (!point || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = neighbour(point, event.key, size);
    if (next) {
      moveStop(next);
      at(stop).focus();
    } else if (event.key === "Enter" || event.key === " ") onChoose(point);
    else return;
    event.preventDefault();
  });
  group.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") onLook(pointed(event), "pointer");
  });
  // A long touch shows what pointing at it shows.
  group.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    onLook(pointed(event), "pointer");
  });
  group.addEventListener("pointerleave", () => onLook(null, "pointer"));
  group.addEventListener("focusin", (event) => {
    if (/** @type {Element} */ (event.target).matches(":focus-visible")) onLook(pointed(event), "focus");
  });
  group.addEventListener("focusout", () => onLook(null, "focus"));

  return { group, describe: describer(pointOf) };
}
