/** Counting in Parallel Go: whose point each is, and how many each has. No DOM. */

/** @typedef {Miai.ParallelGo.Game} Game */

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
  /** @type {(number | null)[][]} */
  const owners = area ?? [];
  return owners.flatMap((row, y) =>
    row.flatMap((seat, x) => {
      const lives = board[y][x] !== null && !taken.has(`${x},${y}`);
      return seat === null || lives ? [] : [{ at: /** @type {Miai.Point} */ ([x, y]), seat }];
    }),
  );
}
