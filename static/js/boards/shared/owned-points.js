/** The owners of points: a small square in the seat's colour on each point that counts for it. */

import { signColour } from "../../core/colours.js";
import { addToBatch, batchLayer, square } from "./batches.js";
import { place, SPACE } from "./frame.js";
import { sign } from "./signs.js";

const SQUARE = 0.34 * SPACE;

/**
 * Draws the squares, with the seats' signs if stones have them.
 * @param {SVGElement} group
 * @param {{at: Miai.Point, seat: number}[]} owned
 * @param {Miai.Symbols} symbols
 * @param {Miai.Seat[]} seats
 */
export function drawOwnedPoints(group, owned, symbols, seats) {
  /** @type {Map<string, import("./batches.js").Batch>} */
  const batches = new Map();
  for (const { at, seat } of owned) {
    const colour = symbols.hex(seats[seat]?.stone ?? "");
    const shown = signColour(colour);
    const tile = { shape: square(SQUARE / 2, 2), look: { class: "owned", fill: colour, stroke: shown } };
    addToBatch(batches, `${seat}${colour}`, () => [tile, ...(symbols.signed ? [sign(seat, 0.24 * SQUARE, shown)] : [])], place(at));
  }
  batchLayer(group)(batches);
}
