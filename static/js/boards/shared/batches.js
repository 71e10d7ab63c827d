/**
 * Batches: things that look alike and lie still, such as the stones of one seat, drawn as a few
 * paths, so that a full board is drawn as fast as an empty one. What moves is a node of its own,
 * of the same parts.
 */

import { keyed } from "../../dom/keyed.js";
import { set, svg } from "./svg.js";

/** @typedef {readonly [x: number, y: number]} Place */

/**
 * A part of how something looks: a path around its middle.
 * @typedef {object} Part
 * @property {string} shape path data in relative commands, from the middle
 * @property {number} [scale] the unit of the shape in that of the drawing
 * @property {import("./svg.js").Attributes} look
 */

/** Things that look alike. @typedef {{parts: Part[], places: Place[]}} Batch */

/**
 * One thing by itself, around `0, 0`.
 * @param {Part[]} parts
 */
export function drawOne(parts) {
  return drawn({ parts, places: [[0, 0]] });
}

/**
 * Returns what draws batches into a group, by key; those that lie where they did are not touched.
 * @param {SVGElement} group
 */
export function batchLayer(group) {
  /** @type {WeakMap<Element, string>} */
  const lie = new WeakMap();

  /**
   * @param {SVGElement} node
   * @param {Batch} batch
   */
  function update(node, { parts, places }) {
    const where = places.join(" ");
    if (lie.get(node) === where) return;
    lie.set(node, where);
    parts.forEach((part, n) => set(/** @type {Element} */ (node.children[n]), { d: pathOf(part, places) }));
  }

  return (/** @type {Map<string, Batch>} */ batches) => {
    const some = new Map([...batches].filter(([, { places }]) => places.length));
    keyed(group, some, (batch) => svg("g", {}, drawn(batch)), update);
  };
}

/**
 * Adds one more thing to the batch of those that look like it.
 * @param {Map<string, Batch>} batches
 * @param {string} key of its look
 * @param {() => Part[]} partsOf
 * @param {Place} place
 */
export function addToBatch(batches, key, partsOf, place) {
  const batch = batches.get(key) ?? { parts: partsOf(), places: [] };
  batches.set(key, batch);
  batch.places.push(place);
}

/** @param {Batch} batch */
function drawn({ parts, places }) {
  return parts.map((part) => {
    const scaled = part.scale ? { transform: `scale(${part.scale})` } : {};
    return svg("path", { ...part.look, ...scaled, d: pathOf(part, places) });
  });
}

/**
 * @param {Part} part
 * @param {Place[]} places
 */
function pathOf({ shape, scale = 1 }, places) {
  return places.map(([x, y]) => `M${round(x / scale)} ${round(y / scale)}${shape}`).join("");
}

/** @param {number} length */
function round(length) {
  return Math.round(length * 1000) / 1000;
}

/**
 * A disc around a point.
 * @param {number} radius
 * @param {number} [down] how far its middle lies below that point
 */
export function disc(radius, down = 0) {
  const half = `a${radius} ${radius} 0 1 1`;
  return `m${-radius} ${down}${half} ${2 * radius} 0${half} ${-2 * radius} 0z`;
}

/**
 * A disc that many can be drawn of at little cost: a line too short to be seen, with round ends.
 * @param {number} radius
 * @param {string} colour
 * @param {number} [down] how far its middle lies below a thing's middle
 * @returns {Part}
 */
export function dot(radius, colour, down = 0) {
  const look = { fill: "none", stroke: colour, "stroke-width": 2 * radius, "stroke-linecap": "round" };
  return { shape: down ? `m0 ${down}h.01` : "h.01", look };
}

/**
 * A square with round corners around a point.
 * @param {number} half its side's half
 * @param {number} corner the radius of a corner
 * @param {number} [down] how far its middle lies below that point
 */
export function square(half, corner, down = 0) {
  const side = 2 * (half - corner);
  const turn = (/** @type {number} */ x, /** @type {number} */ y) => `a${corner} ${corner} 0 0 1 ${x} ${y}`;
  const top = `m${corner - half} ${down - half}h${side}${turn(corner, corner)}`;
  return `${top}v${side}${turn(-corner, corner)}h${-side}${turn(-corner, -corner)}v${-side}${turn(corner, -corner)}z`;
}

/**
 * A fill that shades every shape alike, wherever on a board it lies: a gradient fills the whole
 * of a path, which is many shapes.
 * @param {string} id
 * @param {number} space the distance of two middles
 * @param {SVGElement[]} content around `0, 0`
 */
export function shading(id, space, content) {
  const half = space / 2;
  const tile = { x: -half, y: -half, width: space, height: space, patternUnits: "userSpaceOnUse" };
  return svg("pattern", { id, ...tile }, [svg("g", { transform: `translate(${half} ${half})` }, content)]);
}
