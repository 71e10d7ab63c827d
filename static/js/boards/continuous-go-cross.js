/** The keyboard on the board: arrow keys move a cross-hair, Enter begins and ends a line. */

import { onBoard } from "./continuous-go-geometry.js";

const STEP = 1 / 2;
const FINE = 1 / 16;

/** @type {{[key: string]: [number, number]}} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @typedef {object} CrossCallbacks
 * @property {(point: Miai.Point) => void} onMove
 * @property {(point: Miai.Point) => void} onChoose
 * @property {() => void} onDrop
 * @property {() => void} onLeave
 */

/**
 * @param {SVGElement} root
 * @param {number} size
 * @param {CrossCallbacks} callbacks
 */
export function crossOver(root, size, { onMove, onChoose, onDrop, onLeave }) {
  const middle = Math.floor((size - 1) / 2);
  /** @type {Miai.Point} */
  let at = [middle, middle];

  root.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const way = WAYS[event.key];
    if (way) at = onBoard(at.map((value, axis) => stepped(value, way[axis] ?? 0, event.shiftKey ? FINE : STEP)), size);
    if (way) onMove(at);
    else if (event.key === "Enter" || event.key === " ") onChoose(at);
    else if (event.key === "Escape") onDrop();
    else return;
    event.preventDefault();
  });
  root.addEventListener("focus", () => root.matches(":focus-visible") && onMove(at));
  root.addEventListener("blur", onLeave);

  return {
    /** Where a pointer was, so that keys go on from there. @param {Miai.Point} point */
    moveTo(point) {
      at = point;
    },
  };
}

/**
 * The next multiple of a step.
 * @param {number} value
 * @param {number} way
 * @param {number} step
 */
export function stepped(value, way, step) {
  if (!way) return value;
  const steps = value / step;
  return step * (way > 0 ? Math.floor(steps + 1e-6) + 1 : Math.ceil(steps - 1e-6) - 1);
}
