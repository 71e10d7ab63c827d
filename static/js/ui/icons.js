/** The icons on a game's page. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Drawn in a square of 20. @type {{[name: string]: string}} */
const ICONS = {
  first: "M4 4v12M16 4L7 10l9 6z",
  back: "M14 4L5 10l9 6z",
  play: "M6 3.5L16.5 10L6 16.5z",
  pause: "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z",
  forward: "M6 4l9 6l-9 6z",
  last: "M16 4v12M4 4l9 6l-9 6z",
};

/** Outlines in a square of 24, the same as in static/icons/icons.svg. @type {{[name: string]: string}} */
const OUTLINES = {
  chevron: "m9 18 6-6-6-6",
  flag: "M4 22V4a1 1 0 0 1 .4-.8A6 6 0 0 1 8 2c3 0 5 2 7.333 2q2 0 3.067-.8A1 1 0 0 1 20 4v10a1 1 0 0 1-.4.8A6 6 0 0 1 16 16c-3 0-5-2-8-2a6 6 0 0 0-4 1.528",
};

/** @param {string} name */
export function icon(name) {
  const outline = OUTLINES[name];
  const [side, fill, width] = outline ? [24, "none", "2"] : [20, "currentColor", "1.6"];
  const lines = { stroke: "currentColor", "stroke-width": width, "stroke-linejoin": "round", "stroke-linecap": "round" };
  const shape = element("path", { d: outline ?? ICONS[name] ?? "", fill, ...lines });
  const drawn = element("svg", { class: "icon", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" });
  drawn.append(shape);
  return drawn;
}

/**
 * An SVG element. Does not use the boards' modules, because pages without a board have icons too.
 * @param {"path" | "svg"} name
 * @param {{[attribute: string]: string}} attributes
 */
function element(name, attributes) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
