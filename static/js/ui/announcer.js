/** Tells a screen reader what each opening did. */

import { announce } from "./live.js";

/**
 * @param {(line: Miai.Step, state: Miai.State) => string[]} words
 */
export function mountAnnouncer(words) {
  let told = -1;
  return {
    /** @param {Miai.State} state */
    update(state) {
      const line = state.past ?? state.line;
      if (told >= 0 && line.step !== told) {
        const said = words(line, state);
        announce(`${said.join(". ") || "Nothing was placed"}.`);
      }
      told = line.step;
    },
  };
}
