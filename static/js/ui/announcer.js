/** Tells a screen reader what each step did, and what else was added to the log. */

import { gettext } from "../core/language.js";
import { announce } from "../dom/live.js";
import { allActWords } from "./log.js";

/**
 * @param {(step: Miai.Step, state: Miai.State) => string[]} words
 */
export function mountAnnouncer(words) {
  let told = -1;
  const actsSince = newActs();
  return {
    /** @param {Miai.State} state */
    update(state) {
      const step = state.past ?? state.latest;
      if (told >= 0 && step.step !== told) {
        const said = words(step, state);
        announce(`${said.join(". ") || gettext("Nothing was placed")}.`);
      }
      told = step.step;
      for (const act of actsSince(state.log)) announce(allActWords(act, state));
    },
  };
}

/**
 * Returns a function to call with the log each time it changes. It returns the acts added at the
 * end since the last call, but not those of earlier turns, which are loaded later at the start.
 * @returns {(log: Miai.LogEntry[]) => Miai.ActEntry[]}
 */
export function newActs() {
  /** @type {Set<Miai.LogEntry> | null} */
  let known = null;
  return (log) => {
    const before = known;
    known = new Set(log);
    if (before === null) return [];
    const last = log.map((entry) => before.has(entry)).lastIndexOf(true);
    return log.slice(last + 1).flatMap((entry) => ("what" in entry ? [entry] : []));
  };
}
