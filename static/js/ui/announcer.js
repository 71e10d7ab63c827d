/** Tells a screen reader what each opening did. */

import { gettext } from "../core/language.js";
import { announce } from "./live.js";

/**
 * @param {(step: Miai.Step, state: Miai.State) => string[]} words
 */
export function mountAnnouncer(words) {
  let told = -1;
  return {
    /** @param {Miai.State} state */
    update(state) {
      const step = state.past ?? state.latest;
      if (told >= 0 && step.step !== told) {
        const said = words(step, state);
        announce(`${said.join(". ") || gettext("Nothing was placed")}.`);
      }
      told = step.step;
    },
  };
}
