/** The sounds of a game: a step is revealed, a choice is sealed, time is running out. */

import { owesChoice } from "../core/store.js";
import { soundBox } from "./sounds.js";

/** At this many seconds before the end there is a sound, and at each of the last few. */
const WARNING = 10;
const LAST = 3;

export class GameSounds {
  #box = soundBox(() => this.on);

  /** @param {boolean} on */
  constructor(on) {
    this.on = on;
  }

  /**
   * Warns a player who has not chosen yet that time is running out, most of all one who looks at the past.
   * @param {Miai.State} state
   * @param {number} left seconds
   */
  warn(state, left) {
    if (owesChoice(state) && (left === WARNING || left <= LAST)) this.#box.play("hurry");
  }

  /**
   * @param {Miai.State} state
   * @param {Miai.State} before
   */
  follow(state, before) {
    if (state.latest.step > before.latest.step) this.#box.play(soundOf(state));
    else if (state.choice.kept && !before.choice.kept) this.#box.play("sealed");
  }
}

/** @param {Miai.State} state */
function soundOf({ game, latest }) {
  if (game.status === "finished") return "finished";
  return latest.events.some(({ type }) => type === "captured") ? "captured" : "revealed";
}
