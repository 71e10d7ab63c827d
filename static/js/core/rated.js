/** Whether the result of a game counts for the ratings, as events tell it. No DOM. */

/**
 * The game with a new status. A process of the last release leaves out why it is unrated.
 * @param {Miai.GameInfo} game
 * @param {Miai.Status} status
 * @param {string | null} [unrated]
 * @returns {Miai.GameInfo}
 */
export function gameAfter(game, status, unrated = game.unrated ?? null) {
  return { ...game, status, unrated: unrated ?? (status === "cancelled" ? "cancelled" : null) };
}

/**
 * The game after an act of a moderator: one that is struck no longer counts, until it is let in again.
 * @param {Miai.GameInfo} game
 * @param {Miai.ActEntry} act
 * @returns {Miai.GameInfo}
 */
export function ratedAfter(game, { what }) {
  if (what === "struck") return { ...game, unrated: "struck" };
  return what === "counts" ? { ...game, unrated: null } : game;
}
