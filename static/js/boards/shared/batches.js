/**
 * Batches: things that look alike and do not move, such as the stones of one seat, drawn as a few
 * paths, so that a full board is drawn as fast as an empty one. Things that move have nodes of
 * their own, made of the same parts.
 */

import { keyed } from "../../dom/keyed.js";
import { set, svg } from "./svg.js";

/** @typedef {readonly [x: number, y: number]} Place */

/**
 * A part of a thing: a path around its middle.
 * @typedef {object} Part
 * @property {string} shape path data in relative commands, from the middle
 * @property {number} [scale] the size of the shape's unit in units of the drawing
 * @property {import("./svg.js").Attributes} look
 */

/** Things that look alike. @typedef {{parts: Part[], places: Place[]}} Batch */

/**
 * A single thing, around `0, 0`.
 * @param {Part[]} parts
 */
export function drawOne(parts) {
  return drawn({ parts, places: [[0, 0]] });
}

/**
 * Returns a function that draws batches into a group, by key. Batches whose places are unchanged
 * are not touched.
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
 * Adds a thing to the batch of those that look like it.
 * @param {Map<string, Batch>} batches
 * @param {string} key identifies its look
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
 * The path of a disc around a point.
 * @param {number} radius
 * @param {number} [down] how far its middle lies below that point
 */
export function disc(radius, down = 0) {
  const half = `a${radius} ${radius} 0 1 1`;
  return `m${-radius} ${down}${half} ${2 * radius} 0${half} ${-2 * radius} 0z`;
}

/**
 * A disc that is cheap to draw in large numbers: a line too short to be seen, with round ends.
 * @param {number} radius
 * @param {string} colour
 * @param {number} [down] how far its middle lies below the thing's middle
 * @returns {Part}
 */
export function dot(radius, colour, down = 0) {
  const look = { fill: "none", stroke: colour, "stroke-width": 2 * radius, "stroke-linecap": "round" };
  return { shape: down ? `m0 ${down}h.01` : "h.01", look };
}

/**
 * The path of a square with round corners around a point.
 * @param {number} half half of its side
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
 * A fill that shades every shape of a path in the same way. A gradient would stretch over the whole
 * path, which contains many shapes.
 * @param {string} id
 * @param {number} space the distance between neighbouring shapes
 * @param {SVGElement[]} content around `0, 0`
 */
export function shading(id, space, content) {
  const half = space / 2;
  const tile = { x: -half, y: -half, width: space, height: space, patternUnits: "userSpaceOnUse" };
  return svg("pattern", { id, ...tile }, [svg("g", { transform: `translate(${half} ${half})` }, content)]);
}
