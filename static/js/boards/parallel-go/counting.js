/** Counting in Parallel Go: whose point each is, how many each has, and what marks come to. No DOM. */

import { includesPoint } from "../shared/grid.js";

/** @typedef {Miai.ParallelGo.Game} Game */
/** @typedef {Miai.ParallelGo.PossibleMark} PossibleMark */

/**
 * How many points each of the two has.
 * @param {(number | null)[][]} area whose point each is
 */
export function pointsOf(area) {
  const owners = area.flat();
  return [0, 1].map((seat) => owners.filter((owner) => owner === seat).length);
}

/**
 * The points that show their owner: all but those of stones that live.
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
 * The mark that takes the stone at a point; null: there is none.
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
