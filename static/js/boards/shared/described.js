/** The labels of a board's points for screen readers, and their kinds for style sheets. */

import { afterDrawing } from "../../dom/after-drawing.js";
import { set } from "./svg.js";

/**
 * @typedef {object} Description
 * @property {string} label
 * @property {boolean} selected
 * @property {string} [kind] for the style sheet
 */

/**
 * Returns a function that labels all cells after the step is on the screen. Only labels that
 * changed are written: a board has hundreds, and a step changes a few.
 * @param {Map<Element, Miai.Point>} cells
 */
export function describer(cells) {
  /** @type {Map<Element, string>} */
  const said = new Map();
  const later = afterDrawing();

  /** @param {(at: Miai.Point) => Description} describe */
  function describeAll(describe) {
    for (const [cell, at] of cells) {
      const { label, selected, kind = "" } = describe(at);
      const text = `${selected} ${kind} ${label}`;
      if (said.get(cell) === text) continue;
      said.set(cell, text);
      set(cell, { "aria-label": label, "aria-selected": selected, "data-kind": kind });
    }
  }

  return (/** @type {(at: Miai.Point) => Description} */ describe) => later(() => describeAll(describe));
}
