/** The few icons of a game's page, drawn in a square of 20. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/** @type {{[name: string]: string}} */
const ICONS = {
  first: "M4 4v12M16 4L7 10l9 6z",
  back: "M14 4L5 10l9 6z",
  play: "M6 3.5L16.5 10L6 16.5z",
  pause: "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z",
  forward: "M6 4l9 6l-9 6z",
  flag: "M5 17.5V3h9.5l-2 4l2 4H5",
  last: "M16 4v12M4 4l9 6l-9 6z",
};

/** @param {string} name */
export function icon(name) {
  const shape = element("path", { d: ICONS[name] ?? "", fill: "currentColor", stroke: "currentColor", "stroke-width": "1.6", "stroke-linejoin": "round" });
  const drawn = element("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" });
  drawn.append(shape);
  return drawn;
}

/**
 * Without the boards' modules: pages without a board have icons, too.
 * @param {"path" | "svg"} name
 * @param {{[attribute: string]: string}} attributes
 */
function element(name, attributes) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
