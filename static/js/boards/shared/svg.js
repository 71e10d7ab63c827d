/** Makes SVG nodes and the paths of slices. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/** @typedef {{[name: string]: string | number | boolean}} Attributes */

/**
 * An SVG element with attributes and children.
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {(SVGElement | string)[]} [children]
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, children = []) {
  const node = document.createElementNS(NAMESPACE, name);
  set(node, attributes);
  node.append(...children);
  return node;
}

/**
 * Sets the attributes that differ, so that redrawing something unchanged costs nothing.
 * @param {Element} node
 * @param {Attributes} attributes
 */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

/**
 * The path of a slice of a disc, clockwise from the top.
 * @param {number} x centre
 * @param {number} y
 * @param {number} radius
 * @param {number} from share of the whole turn, 0 to 1
 * @param {number} to
 */
export function slice(x, y, radius, from, to) {
  return `M${round(x)} ${round(y)}${sliceFrom(radius, from, to)}`;
}

/**
 * A slice without its place, to follow an `M` to its centre: equal slices need to be computed only
 * once.
 * @param {number} radius
 * @param {number} from share of the whole turn, 0 to 1
 * @param {number} to
 */
export function sliceFrom(radius, from, to) {
  if (to - from >= 1) {
    const edge = `${radius} ${radius} 0 1 1`;
    return `m0 ${round(-radius)}a${edge} 0 ${2 * radius}a${edge} 0 ${-2 * radius}z`;
  }
  const [startX, startY] = onCircle(radius, from);
  const [endX, endY] = onCircle(radius, to);
  const large = to - from > 0.5 ? 1 : 0;
  return `l${startX} ${startY}a${radius} ${radius} 0 ${large} 1 ${round(endX - startX)} ${round(endY - startY)}z`;
}

/**
 * @param {number} radius
 * @param {number} share
 * @returns {[number, number]}
 */
function onCircle(radius, share) {
  const angle = 2 * Math.PI * share;
  return [round(radius * Math.sin(angle)), round(-radius * Math.cos(angle))];
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
