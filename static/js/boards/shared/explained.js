/** Marks the places that an explanation speaks of. */

import { keyed } from "../../dom/keyed.js";
import { atPoint, SPACE } from "./frame.js";
import { svg } from "./svg.js";

const RADIUS = 0.46 * SPACE;

/** The group for these marks. */
export function explainedGroup() {
  return svg("g", { class: "board-explained", "aria-hidden": "true" });
}

/**
 * @param {SVGElement} group
 * @param {readonly Miai.Point[]} places
 */
export function drawExplained(group, places) {
  keyed(group, new Map(places.map((at) => [String(at), at])), (at) =>
    atPoint(at, ["explained-casing", "explained-ring"].map((name) => svg("circle", { class: name, r: RADIUS }))),
  );
}
