/** What a conflict leaves on the board: who chose what, and who may not choose it again. No DOM. */

import { stoneScenes } from "../shared/stone-scenes.js";

/** @typedef {{at: Miai.Point, seats: number[]}} Held a point and the seats that it concerns, ascending */

/**
 * The conflict that a step ended in, undefined: none.
 * @param {Miai.Json[]} events
 * @returns {{why: string, chosen: (Miai.Point | null)[]} | undefined}
 */
export function conflictOf(events) {
  return /** @type {any} */ (events.find(({ type }) => type === "conflict"));
}

/**
 * The points that were chosen in a conflict, with who chose them.
 * @param {Miai.Json[]} events
 */
export function clashesOf(events) {
  return heldPoints((conflictOf(events)?.chosen ?? []).map((at) => (at ? [at] : [])));
}

/**
 * The points that are prohibited, with those who may not choose them.
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
 * The scenes of a step. In a conflict the stones come, clash and go again.
 * @param {Miai.Stone[][]} before
 * @param {Miai.Json[]} events
 */
export function scenesOf(before, events) {
  const clashes = clashesOf(events).map((clash) => ({ type: "collision", ...clash }));
  return stoneScenes(before, [...events, ...clashes]);
}
