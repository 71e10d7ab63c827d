/** The viewer's plan on the board: a number on the target of each choice. */

import { isPoint } from "../../core/json.js";
import { keyed } from "../../dom/keyed.js";
import { atPoint, SPACE } from "./frame.js";
import { svg } from "./svg.js";

const RADIUS = 0.3 * SPACE;

/**
 * The choices of a plan by their targets, each with its numbers in the plan, and the point that it
 * comes from.
 * @param {object[]} plan
 * @returns {Map<string, {at: Miai.Point, from: Miai.Point | null, numbers: number[]}>}
 */
export function planMarks(plan) {
  const marks = new Map();
  for (const [n, action] of plan.entries()) {
    const { at: place, from: start, to, then } = /** @type {Miai.Json} */ (action);
    const from = isPoint(start) ? start : null;
    for (const at of [to ?? place, then]) {
      if (!isPoint(at)) continue;
      const key = `${at}:${from ?? ""}`;
      const mark = marks.get(key) ?? { at, from, numbers: [] };
      marks.set(key, { ...mark, numbers: [...mark.numbers, n + 1] });
    }
  }
  return marks;
}

/**
 * @param {SVGElement} group
 * @param {object[]} plan
 */
export function drawPlan(group, plan) {
  const entries = new Map([...planMarks(plan)].map(([key, mark]) => [`${key}:${mark.numbers}`, mark]));
  keyed(group, entries, ({ at, from, numbers }) => {
    const words = numbers.join(" ");
    const wide = Math.max(RADIUS, 0.11 * SPACE * words.length + 0.12 * SPACE);
    return atPoint(at, [
      ...(from ? [svg("path", { class: "plan-way", d: `M${(from[0] - at[0]) * SPACE} ${(from[1] - at[1]) * SPACE}L0 0` })] : []),
      svg("rect", { class: "plan-ghost", x: -wide, y: -RADIUS, width: 2 * wide, height: 2 * RADIUS, rx: RADIUS }),
      svg("text", { class: "plan-number" }, [words]),
    ]);
  });
}
