/** Pointing at the board. */

import { fromClient } from "./continuous-go-frame.js";
import { onBoard } from "./continuous-go-geometry.js";

/**
 * @param {SVGElement} root
 * @param {number} size
 * @param {{onDrawn: (path: Miai.Point[]) => void, can: () => boolean}} callbacks
 */
export function penOver(root, size, { onDrawn, can }) {
  /** @type {Miai.Point[]} */
  let path = [];
  const at = (/** @type {PointerEvent} */ event) => onBoard(fromClient(root, event), size);
  root.addEventListener("pointerdown", (event) => {
    path = can() ? [at(event)] : [];
  });
  root.addEventListener("pointermove", (event) => path.length && path.push(at(event)));
  root.addEventListener("pointerup", () => {
    if (path.length > 1) onDrawn(path);
    path = [];
  });
}
