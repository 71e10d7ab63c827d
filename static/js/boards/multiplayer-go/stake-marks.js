/**
 * Small discs on the points that somebody else would get, in that seat's colour and with its sign.
 */

import { signColour } from "../../core/colours.js";
import { addToBatch, batchLayer, disc } from "../shared/batches.js";
import { place, SPACE } from "../shared/frame.js";
import { sign } from "../shared/signs.js";

/** A disc's radius: a little larger on boards with many lines, relative to a space. */
const radiusOn = (/** @type {number} */ size) => (0.12 + 0.003 * Math.min(size, 19)) * SPACE;

/**
 * Returns a function that draws the stakes that the player would not get.
 * @param {SVGElement} group
 * @param {Miai.Symbols} symbols
 */
export function stakeMarks(group, symbols) {
  const drawBatches = batchLayer(group);

  /**
   * @param {import("./stakes.js").Stake[]} stakes
   * @param {Miai.Seat[]} seats
   * @param {number} size of the board
   */
  return (stakes, seats, size) => {
    /** @type {Map<string, import("../shared/batches.js").Batch>} */
    const batches = new Map();
    for (const { at, gets } of stakes) {
      const seat = gets === null ? undefined : seats[gets];
      const key = seat ? `${seat.number}${seat.stone}` : "nobody";
      addToBatch(batches, key, () => (seat ? discOf(seat, radiusOn(size), symbols) : ringOf(radiusOn(size))), place(at));
    }
    drawBatches(batches);
  };
}

/**
 * @param {Miai.Seat} seat
 * @param {number} radius
 * @param {Miai.Symbols} symbols
 */
function discOf(seat, radius, { hex, signed }) {
  const colour = hex(seat.stone);
  const edge = { stroke: "var(--board-ink)", "stroke-width": 0.9, "stroke-opacity": 0.55 };
  const body = { shape: disc(radius), look: { class: "stake", fill: colour, ...edge } };
  return signed ? [body, sign(seat.number, 0.5 * radius, signColour(colour))] : [body];
}

/** The mark of a point that nobody would get. @param {number} radius */
function ringOf(radius) {
  const look = { class: "stake", fill: "none", stroke: "var(--board-ink)", "stroke-width": 1.5, "stroke-dasharray": "2.6 2" };
  return [{ shape: disc(0.9 * radius), look }];
}
