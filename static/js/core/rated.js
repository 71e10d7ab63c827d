/** Whether the result of a game counts for the ratings, as events tell it. No DOM. */

/**
 * The game with a new status. Most events do not say whether it is rated, as that has not changed.
 * @param {Miai.GameInfo} game
 * @param {Miai.Status} status
 * @param {string | null} [unrated]
 * @returns {Miai.GameInfo}
 */
export function withStatus(game, status, unrated = game.unrated ?? null) {
  return { ...game, status, unrated: unrated ?? (status === "cancelled" ? "cancelled" : null) };
}

/**
 * The game after an act in its log. A moderator may strike it from the ratings, and let it count again.
 * @param {Miai.GameInfo} game
 * @param {Miai.ActEntry} act
 * @returns {Miai.GameInfo}
 */
export function afterAct(game, { what }) {
  if (what === "struck") return { ...game, unrated: "struck" };
  return what === "counts" ? { ...game, unrated: null } : game;
}
