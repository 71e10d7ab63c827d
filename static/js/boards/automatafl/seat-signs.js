/**
 * The signs of seats on their corners and moves. No letters or numbers, which name columns and
 * rows; nothing that looks like a piece, or like the cross of a failed move.
 */

import { inkOn } from "../../core/colours.js";
import { drawOne } from "../shared/batches.js";
import { sign } from "../shared/signs.js";
import { svg } from "../shared/svg.js";

/** The sign of each seat, of twelve: a triangle, a square, two bars, a half disc. */
const SIGNS = [2, 5, 8, 10];

/**
 * A seat's sign, in an ink that is readable on the seat's colour.
 * @param {number} seat
 * @param {string | null} colour null: on the page, in the page's ink
 * @param {{x?: number, y?: number, radius: number}} where
 */
export function seatSign(seat, colour, { x = 0, y = 0, radius }) {
  const ink = colour ? inkOn(colour) : "currentColor";
  const drawn = drawOne([sign(SIGNS[seat % SIGNS.length] ?? 0, radius, ink)]);
  return svg("g", { class: "seat-sign", transform: `translate(${x} ${y})` }, drawn);
}
