/** Which choices wait for Confirm. No DOM. */

/**
 * @param {object} about
 * @param {Miai.Preferences["confirm"]} about.confirm the preference
 * @param {boolean} about.touch whether one points with a finger, which hits less surely
 * @param {Miai.BoardModule["endsTurn"]} about.endsTurn
 * @returns {(state: Miai.State, action: Miai.Action) => boolean}
 */
export function confirming({ confirm, touch, endsTurn }) {
  return ({ latest, game }, action) => {
    if (confirm !== "touch" || !touch) return confirm === "always";
    // What is sealed can be taken back until the turn ends, which only a timer does then.
    if (latest.sealed) return game.settings?.turn_ends === "complete";
    return endsTurn?.(action, latest, game.options) ?? true;
  };
}
