/** Moves as arrows in their players' colours, with signs; failed moves end in a cross. */

import { place, SPACE } from "../shared/frame.js";
import { svg } from "../shared/svg.js";
import { seatSign } from "./seat-signs.js";
import { failureName } from "./words.js";

/** The distance between the arrows of different seats, in cells. */
const APART = 0.13;
const HEAD = 0.3 * SPACE;
/**
 * How far short of its target's middle an arrow stops, so that it does not hide the piece there.
 */
const SHORT = 0.24 * SPACE;

/**
 * The two ends of an arrow: from the middle of one cell to the middle of another, shifted sideways
 * so that two arrows on one line are both visible.
 * @param {readonly number[]} from
 * @param {readonly number[]} to
 * @param {number} aside how far to the side, in arrow widths; 0: in the middle
 */
function arrowLine(from, to, aside) {
  const [x1, y1] = place(from);
  const [x2, y2] = place(to);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const off = aside * APART * SPACE;
  const start = /** @type {[number, number]} */ ([x1 - uy * off, y1 + ux * off]);
  const end = /** @type {[number, number]} */ ([x2 - uy * off - ux * SHORT, y2 + ux * off - uy * SHORT]);
  return { start, end, unit: /** @type {[number, number]} */ ([ux, uy]) };
}

/**
 * @typedef {object} Arrow
 * @property {Miai.Point} from
 * @property {Miai.Point} to
 * @property {number} seat
 * @property {number} aside how far to the side, in arrow widths
 * @property {string} colour
 * @property {string} kind part of its class: `own`, `named`, `moved`, `failed`
 * @property {string} [why] why it failed, as a code
 */

/**
 * @param {Arrow} arrow
 */
export function drawArrow({ from, to, seat, aside, colour, kind, why }) {
  const { start, end, unit } = arrowLine(from, to, aside);
  const [ux, uy] = unit;
  const neck = [end[0] - ux * HEAD, end[1] - uy * HEAD];
  const [nx = 0, ny = 0] = neck;
  const wing = 0.62 * HEAD;
  const shaft = `M${start.join(" ")}L${neck.join(" ")}`;
  const head = `M${end.join(" ")}L${nx - uy * wing} ${ny + ux * wing}L${nx + uy * wing} ${ny - ux * wing}z`;
  const parts = [
    svg("path", { class: "arrow-casing", d: shaft + head }),
    svg("path", { class: "arrow-shaft", d: shaft, stroke: colour, pathLength: 1 }),
    svg("path", { class: "arrow-head", d: head, fill: colour, stroke: colour }),
    svg("circle", { class: "arrow-tail", cx: start[0], cy: start[1], r: 0.2 * SPACE, fill: colour }),
    seatSign(seat, colour, { x: start[0], y: start[1], radius: 0.1 * SPACE }),
  ];
  if (why) parts.push(failure(end, failureName(why)));
  return svg("g", { class: `arrow arrow--${kind}` }, parts);
}

/**
 * A cross at the end of an arrow, with the reason in two words.
 * @param {[number, number]} at
 * @param {string} text
 */
function failure([x, y], text) {
  const arm = 0.17 * SPACE;
  const wide = 6.1 * text.length + 10;
  return svg("g", { class: "arrow-failure", transform: `translate(${x} ${y})` }, [
    svg("circle", { r: 0.28 * SPACE }),
    svg("path", { d: `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}` }),
    svg("g", { class: "arrow-why", transform: `translate(0 ${y > 1.5 * SPACE ? -0.56 * SPACE : 0.56 * SPACE})` }, [
      svg("rect", { x: -wide / 2, y: -8, width: wide, height: 16, rx: 8 }),
      svg("text", {}, [text]),
    ]),
  ]);
}

/**
 * What the Agent sees: in each direction a line to the nearest piece, or to the edge of the board.
 * @param {Miai.Point} agent
 * @param {{way: string, axis: string, seen: Miai.Automatafl.Seen | null}[]} sights
 * @param {import("../shared/grid.js").Extent} extent
 * @param {string | null} followed the axis that the Agent follows, once decided
 */
export function drawSights(agent, sights, { columns, rows }, followed) {
  const [x, y] = place(agent);
  const [left, top] = [-SPACE / 2, -SPACE / 2];
  const [right, bottom] = [(columns - 0.5) * SPACE, (rows - 0.5) * SPACE];
  /** @type {{[way: string]: [number, number]}} */
  const edges = { left: [left, y], right: [right, y], up: [x, top], down: [x, bottom] };
  return sights.map(({ way, axis, seen }) => {
    const [endX, endY] = seen ? place(seen.at) : (edges[way] ?? [x, y]);
    const [startX, startY] = [x + Math.sign(endX - x) * 0.5 * SPACE, y + Math.sign(endY - y) * 0.5 * SPACE];
    const short = seen ? 0.46 * SPACE : 0;
    const line = `M${startX} ${startY}L${endX - Math.sign(endX - x) * short} ${endY - Math.sign(endY - y) * short}`;
    // At the edge of the board there is nothing to see.
    const blind = startX < left || startY < top || startX > right || startY > bottom || (startX === endX && startY === endY);
    const parts = blind ? [] : [svg("path", { class: "sight-casing", d: line }), svg("path", { class: "sight-line", d: line })];
    if (seen) parts.push(svg("circle", { class: "sight-ring", cx: endX, cy: endY, r: 0.46 * SPACE }));
    return svg("g", { class: "sight", "data-followed": followed === axis, "data-dropped": followed !== null && followed !== axis }, parts);
  });
}
