/** Which choices wait for Confirm, and which only for a moment. No DOM. */

import { endsWhenComplete } from "./state.js";
import { timeLeft } from "./time.js";

/** How long a choice that ends the turn can be taken back before it is sent, in milliseconds. */
export const MOMENT = 2000;
/** What the deadline leaves beside it, at least, in milliseconds: time to send. */
const SPARE = 1000;

/**
 * @param {object} about
 * @param {Miai.Preferences["confirm"]} about.confirm the preference
 * @param {boolean} about.touch whether one points with a finger, which hits less surely
 * @param {Miai.BoardModule["endsTurn"]} about.endsTurn
 * @returns {(state: Miai.State, action: Miai.Action) => boolean}
 */
export function confirming({ confirm, touch, endsTurn }) {
  return ({ clock, latest, game }, action) => {
    if (confirm !== "touch" || !touch) return confirm === "always";
    // What is sealed can be taken back until the turn ends, which only a timer does then.
    if (latest.sealed) return endsWhenComplete({ clock, game });
    return endsTurn?.(action, latest, game.options) ?? true;
  };
}

/**
 * Which choices of a mouse or keyboard are sent after a moment: those that the board says, as long as
 * the deadline leaves the time. Whoever is asked before a choice is sealed, or never wants to be, gets none.
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
