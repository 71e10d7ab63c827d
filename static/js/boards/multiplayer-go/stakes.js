/** Where something is at stake: points next to the stones of others, and who would get each. No DOM. */

/** The ways to the eight points around one. @type {[number, number][]} */
const AROUND = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => /** @type {[number, number]} */ ([dx, dy])));

/**
 * A point next to stones of others, and who would get it if they and the player chose it: a seat;
 * null: nobody, for the least active are equally active there.
 * @typedef {{at: Miai.Point, gets: number | null}} Stake
 */

/**
 * All points at which the player may meet somebody whose stones are there.
 * @param {(number[][] | null)[][]} order seats of equal heat, coldest first, by y, then x
 * @param {Miai.Stone[][]} board
 * @param {number | null} me the player's seat; null: whoever looks on has nothing at stake
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
 * The player and those whose stones are next to a point, as far as they still play: groups of
 * equal heat, coldest first. Empty where the player does not play, or the point is taken.
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
 * Who gets a point that all of them chose; null: nobody.
 * @param {number[][]} groups of equal heat, coldest first
 */
export function winnerOf([first = []]) {
  return first.length === 1 ? (first[0] ?? null) : null;
}
