/** The points of Parallel Multiplayer Go, as the server counts them. No DOM. */

/** @typedef {Miai.MultiplayerGo.Game} Game */

/**
 * The empty points that somebody has.
 * @param {Pick<Game["position"], "area">} position
 * @returns {{at: Miai.Point, seat: number}[]}
 */
export function territoryOf({ area = [] }) {
  return area.flatMap((row, y) =>
    row.flatMap((seat, x) => (seat === null ? [] : [{ at: /** @type {Miai.Point} */ ([x, y]), seat }])),
  );
}

/**
 * A seat's points as the board stands, at most two digits behind the point; null: not known.
 * @param {Pick<Game["position"], "points">} position
 * @param {number} seat
 */
export function pointsOf({ points }, seat) {
  const own = points?.[seat];
  return own === undefined ? null : Math.round(own * 100) / 100;
}
