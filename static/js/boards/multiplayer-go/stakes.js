/** Stakes: points next to the stones of others, and who would get each of them. No DOM. */

/** The offsets of the eight points around a point. @type {[number, number][]} */
const AROUND = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => /** @type {[number, number]} */ ([dx, dy])));

/**
 * A point next to stones of others, and the seat that would get it if they and the player chose it;
 * null: nobody, because the least active are equally active there.
 * @typedef {{at: Miai.Point, gets: number | null}} Stake
 */

/**
 * All points where the player may collide with somebody who has stones nearby.
 * @param {(number[][] | null)[][]} order seats of equal heat, coldest first, by y, then x
 * @param {Miai.Stone[][]} board
 * @param {number | null} me the player's seat; null: a spectator, who has nothing at stake
 * @returns {Stake[]}
 */
export function stakesOf(order, board, me) {
  if (me === null) return [];
  return order.flatMap((row, y) =>
    row.flatMap((_, x) => {
      const at = /** @type {Miai.Point} */ ([x, y]);
      const met = meetingAt(order, board, me, at);
      return met.flat().length > 1 ? [{ at, gets: winnerOf(met) }] : [];
    }),
  );
}

/**
 * The player and those still playing who have stones next to a point: groups of equal heat, coldest
 * first. Empty if the player does not play, or the point is taken.
 * @param {(number[][] | null)[][]} order
 * @param {Miai.Stone[][]} board
 * @param {number} me
 * @param {Miai.Point} at
 */
export function meetingAt(order, board, me, [x, y]) {
  const groups = order[y]?.[x];
  if (!groups?.some((group) => group.includes(me))) return [];
  const near = new Set([me, ...AROUND.flatMap(([dx, dy]) => board[y + dy]?.[x + dx] ?? [])]);
  return groups.map((group) => group.filter((seat) => near.has(seat))).filter((group) => group.length > 0);
}

/**
 * The seat that gets a point that all of them choose; null: nobody.
 * @param {number[][]} groups of equal heat, coldest first
 */
export function winnerOf([first = []]) {
  return first.length === 1 ? (first[0] ?? null) : null;
}
