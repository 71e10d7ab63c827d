/**
 * The count of Parallel Go: who owns each point, each player's points, and what marks would change.
 * No DOM.
 */

import { includesPoint } from "../shared/grid.js";

/** @typedef {Miai.ParallelGo.Game} Game */
/** @typedef {Miai.ParallelGo.PossibleMark} PossibleMark */

/**
 * The points of each of the two players.
 * @param {(number | null)[][]} area the owner of each point
 */
export function pointsOf(area) {
  const owners = area.flat();
  return [0, 1].map((seat) => owners.filter((owner) => owner === seat).length);
}

/**
 * The points to show with their owner's mark: all except those with living stones.
 * @param {Game["position"]} position
 * @returns {{at: Miai.Point, seat: number}[]}
 */
export function ownedPoints({ board, area, dead }) {
  const taken = new Set((dead ?? []).map(String));
  return (area ?? []).flatMap((row, y) =>
    row.flatMap((seat, x) => {
      const stone = board[y]?.[x] ?? null;
      const lives = stone !== null && !taken.has(`${x},${y}`);
      return seat === null || lives ? [] : [{ at: /** @type {Miai.Point} */ ([x, y]), seat }];
    }),
  );
}

/**
 * The mark that includes the stone at a point; null if there is none.
 * @param {Game["position"]} position
 * @param {Miai.Point} point
 */
export function markAt({ count }, point) {
  return count?.marks.find(({ stones }) => includesPoint(stones, point)) ?? null;
}

/**
 * Whether a mark would leave its seat without a living stone.
 * @param {Game["position"]} position
 * @param {PossibleMark} mark
 */
export function takesAll({ count }, { seat, dies }) {
  return dies && (count?.marks ?? []).filter((each) => each.seat === seat && each.dies).length === 1;
}
