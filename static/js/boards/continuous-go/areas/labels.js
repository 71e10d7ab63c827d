/**
 * The labels of sections: the area, and the group or why the section does not count, if there is
 * room.
 */

import { pgettext } from "../../../core/language.js";
import { svg } from "../../shared/svg.js";
import { onDrawing } from "../frame.js";
import { roomiest } from "./shapes.js";
import { amount, groupName } from "./words.js";

/** The letter sizes to try, as shares of the largest. */
const SIZES = [1, 0.84, 0.68];
/** The width of a letter and the height of a line, as shares of the letter size. */
const LETTER = 0.5;
const LINE = 1.05;

/** @typedef {import("./words.js").Section} Section */

/**
 * The lines of a section's label.
 * @param {Section} section
 * @returns {string[]}
 */
export function labelLines({ area, group, why }) {
  if (group === null) return [amount(area), pgettext("a section", "too big")];
  return why === "counts" ? [amount(area), groupName(group)] : [`${amount(area)} ${groupName(group)}`, pgettext("a section", "too small")];
}

/**
 * The largest label that fits into a circle: two lines, or else the area alone; null if neither
 * fits.
 * @param {string[]} lines
 * @param {number} room the circle's radius, in spaces
 * @param {number} largest size of letters, in spaces
 */
export function fitting(lines, room, largest) {
  for (const shown of [lines, lines.slice(0, 1)]) {
    const widest = Math.max(...shown.map(({ length }) => length));
    const size = SIZES.map((share) => share * largest).find((each) => Math.hypot(widest * LETTER * each, shown.length * LINE * each) / 2 <= room);
    if (size) return { lines: shown, size };
  }
  return null;
}

/**
 * A section's label at the place with most room; null if there is no room.
 * @param {Section} section
 * @param {number} largest size of letters, in spaces
 */
export function labelOf(section, largest) {
  const { at: [x, y], room } = roomiest(section.outline);
  const label = fitting(labelLines(section), room, largest);
  if (!label) return null;
  const { lines, size } = label;
  const top = y - ((lines.length - 1) / 2) * LINE * size;
  const text = (/** @type {string} */ words, /** @type {number} */ n) =>
    svg("text", { x: onDrawing(x), y: onDrawing(top + n * LINE * size), "font-size": onDrawing(size) }, [words]);
  return svg("g", { class: "area-label", "data-counts": section.counts }, lines.map(text));
}
