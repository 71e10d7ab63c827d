/**
 * The signs of seats, on their corners and moves: no letters or numbers, which name columns and
 * rows, and none that looks like a piece, or like the cross of a move that failed.
 */

import { inkOn } from "../../core/colours.js";
import { drawOne } from "../shared/batches.js";
import { sign } from "../shared/signs.js";
import { svg } from "../shared/svg.js";

/** Which of the twelve signs each seat wears: a triangle, a square, two bars, a half disc. */
const SIGNS = [2, 5, 8, 10];

/**
 * A seat's sign in the ink that shows on its colour.
 * @param {number} seat
 * @param {string | null} colour null: on the page, in its ink
 * @param {{x?: number, y?: number, radius: number}} where
 */
export function seatSign(seat, colour, { x = 0, y = 0, radius }) {
  const ink = colour ? inkOn(colour) : "currentColor";
  const drawn = drawOne([sign(SIGNS[seat % SIGNS.length] ?? 0, radius, ink)]);
  return svg("g", { class: "seat-sign", transform: `translate(${x} ${y})` }, drawn);
}
