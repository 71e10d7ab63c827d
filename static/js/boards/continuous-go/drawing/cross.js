/** The keyboard on the board: arrow keys move a cross-hair, Enter begins and ends a line. */

import { onBoard } from "../geometry.js";

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
    const to = ledTo(at, event, size);
    if (to) onMove((at = to));
    else if (event.key === "Enter" || event.key === " ") onChoose(at);
    else if (event.key === "Escape") onDrop();
    else return;
    event.preventDefault();
  });
  root.addEventListener("focus", () => root.matches(":focus-visible") && onMove(at));
  root.addEventListener("blur", onLeave);

  return {
    /** Moves the cross-hair to where the pointer was, so that the keys continue from there. @param {Miai.Point} point */
    moveTo(point) {
      at = point;
    },
  };
}

/**
 * The point that a key leads to; null if the key does not move the cross-hair.
 * @param {Miai.Point} at
 * @param {{key: string, shiftKey: boolean}} event
 * @param {number} size
 * @returns {Miai.Point | null}
 */
export function ledTo([x, y], { key, shiftKey }, size) {
  /** @type {{[key: string]: Miai.Point}} */
  const edges = { Home: [0, y], End: [size - 1, y], PageUp: [x, 0], PageDown: [x, size - 1] };
  const way = WAYS[key];
  if (!way) return edges[key] ?? null;
  const step = shiftKey ? FINE : STEP;
  return onBoard([stepped(x, way[0], step), stepped(y, way[1], step)], size);
}

/**
 * The next multiple of a step in one direction.
 * @param {number} value
 * @param {number} way
 * @param {number} step
 */
export function stepped(value, way, step) {
  if (!way) return value;
  const steps = value / step;
  return step * (way > 0 ? Math.floor(steps + 1e-6) + 1 : Math.ceil(steps - 1e-6) - 1);
}
