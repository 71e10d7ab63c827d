/** Decides which choices wait for Confirm, and which only for a moment. No DOM. */

import { endsWhenComplete } from "./state.js";
import { timeLeft } from "./time.js";

/** How long a choice that ends the turn can be taken back before it is sent, in milliseconds. */
export const MOMENT = 2000;
/** The least time left for sending between that moment and the deadline, in milliseconds. */
const SPARE = 1000;

/**
 * @param {object} about
 * @param {Miai.Preferences["confirm"]} about.confirm the preference
 * @param {boolean} about.touch whether the player points with a finger, which is less precise
 * @param {Miai.BoardModule["endsTurn"]} about.endsTurn
 * @returns {(state: Miai.State, action: Miai.Action) => boolean}
 */
export function confirming({ confirm, touch, endsTurn }) {
  return ({ clock, latest, game }, action) => {
    if (confirm !== "touch" || !touch) return confirm === "always";
    // A sealed choice can be taken back until the timer ends the turn, unless the last choice ends it.
    if (latest.sealed) return endsWhenComplete({ clock, game });
    return endsTurn?.(action, latest, game.options) ?? true;
  };
}

/**
 * Tells which choices made by mouse or keyboard are sent only after a moment: those that the board
 * names, if the deadline leaves enough time. Players who always or never confirm get no such delay.
 * @param {object} about
 * @param {Miai.Preferences["confirm"]} about.confirm the preference
 * @param {Miai.BoardModule["lingers"]} about.lingers
 * @param {() => number} [about.now] this clock's time, in milliseconds
 * @returns {(state: Miai.State, action: Miai.Action) => boolean}
 */
export function lingering({ confirm, lingers, now = Date.now }) {
  return ({ latest, game, clock, offset }, action) => {
    if (confirm !== "touch" || !lingers?.(action, latest, game.options)) return false;
    return (timeLeft(clock, offset, now()) ?? Infinity) > MOMENT + SPARE;
  };
}
