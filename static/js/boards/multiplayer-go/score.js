/** The points of Parallel Multiplayer Go, as counted by the server. No DOM. */

/** @typedef {Miai.MultiplayerGo.Game} Game */

/**
 * The empty points that belong to a seat.
 * @param {Pick<Game["position"], "area">} position
 * @returns {{at: Miai.Point, seat: number}[]}
 */
export function territoryOf({ area = [] }) {
  return area.flatMap((row, y) =>
    row.flatMap((seat, x) => (seat === null ? [] : [{ at: /** @type {Miai.Point} */ ([x, y]), seat }])),
  );
}

/**
 * A seat's points in the current position with at most two decimals; null if not known.
 * @param {Pick<Game["position"], "points">} position
 * @param {number} seat
 */
export function pointsOf({ points }, seat) {
  const own = points?.[seat];
  return own === undefined ? null : Math.round(own * 100) / 100;
}
