/** What a conflict leaves on the board: who chose what, and who may not choose it again. No DOM. */

import { stoneScenes } from "../shared/stone-scenes.js";
import { ofType } from "../shared/words.js";

/** @typedef {Miai.ParallelGo.Game} Game */

/** @typedef {{at: Miai.Point, seats: number[]}} Held a point and the seats that it concerns, ascending */

/**
 * The conflict that ended a step; undefined if there was none.
 * @param {Game["event"][]} events
 */
export function conflictOf(events) {
  return ofType(events, "conflict")[0];
}

/**
 * The points chosen in a conflict, with the seats that chose them.
 * @param {Game["event"][]} events
 */
export function clashesOf(events) {
  return heldPoints((conflictOf(events)?.chosen ?? []).map((at) => (at ? [at] : [])));
}

/**
 * The prohibited points, with the seats that may not choose them.
 * @param {Miai.Point[][]} bySeat
 * @returns {Held[]}
 */
export function heldPoints(bySeat) {
  /** @type {Map<string, Held>} */
  const held = new Map();
  bySeat.forEach((points, seat) =>
    points.forEach((at) => {
      const seats = held.get(String(at))?.seats ?? [];
      held.set(String(at), { at, seats: [...seats, seat] });
    }),
  );
  return [...held.values()];
}

/**
 * The scenes of a step. In a conflict the stones appear, clash and disappear.
 * @param {Miai.Stone[][]} before
 * @param {Game["event"][]} events
 */
export function scenesOf(before, events) {
  const [placed, captured] = [ofType(events, "placed"), ofType(events, "captured")];
  return stoneScenes(before, { placed, collisions: clashesOf(events), captured });
}
