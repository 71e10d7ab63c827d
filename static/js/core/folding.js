/** Folds steps that were taken back in the same turn into one, in the log and the replay. No DOM. */

/**
 * Consecutive steps that leave nothing behind: moves, and the steps that took them back.
 * @typedef {object} Fold
 * @property {number} first
 * @property {number} last the board after it is the same as before the first
 * @property {Miai.StepEntry[]} entries
 */

/** @typedef {(events: Miai.Json[]) => boolean} TakesBack whether a step takes back the last step of its turn that was not taken back yet */

/** @type {WeakMap<Miai.LogEntry[], Fold[]>} */
const known = new WeakMap();

/**
 * The folds of a log, in order. If the log lacks the beginning of a turn, only the part it holds
 * is folded.
 * @param {Miai.LogEntry[]} log in order
 * @param {TakesBack | undefined} takesBack
 * @returns {Fold[]}
 */
export function foldsOf(log, takesBack) {
  if (!takesBack) return [];
  const found = known.get(log) ?? inARow(takenBack(log, takesBack));
  known.set(log, found);
  return found;
}

/**
 * The entries of steps that were taken back, and of the steps that took them back, in order.
 * @param {Miai.LogEntry[]} log
 * @param {TakesBack} takesBack
 */
function takenBack(log, takesBack) {
  const steps = log.flatMap((entry) => ("what" in entry ? [] : [entry]));
  /** @type {Set<Miai.StepEntry>} */
  const gone = new Set();
  /** @type {Miai.StepEntry[]} */
  let standing = [];
  steps.forEach((entry, n) => {
    if (entry.turn !== steps[n - 1]?.turn) standing = [];
    const undone = takesBack(entry.events) ? standing.pop() : undefined;
    if (undone) gone.add(undone).add(entry);
    else standing.push(entry);
  });
  return steps.filter((entry) => gone.has(entry));
}

/** @param {Miai.StepEntry[]} entries */
function inARow(entries) {
  /** @type {Fold[]} */
  const folds = [];
  for (const entry of entries) {
    const fold = folds.at(-1);
    if (fold && fold.last === entry.step - 1 && fold.entries[0]?.turn === entry.turn) {
      fold.entries.push(entry);
      fold.last = entry.step;
    } else folds.push({ first: entry.step, last: entry.step, entries: [entry] });
  }
  return folds;
}

/**
 * Whether the steps of a fold are shown: the viewer unfolded it, or looks at a step inside it.
 * @param {Fold} fold
 * @param {Pick<Miai.State, "unfolded" | "past">} state
 */
export function isOpen({ first, last }, { unfolded, past }) {
  return unfolded.includes(first) || (past !== null && first <= past.step && past.step < last);
}

/**
 * The steps at which a replay stops: all, except that of each fold it shows only the last.
 * @param {number} last step of the game
 * @param {Fold[]} folds those that are closed
 */
export function stopsOf(last, folds) {
  const all = Array.from({ length: last + 1 }, (_, step) => step);
  if (!folds.length) return all;
  const inside = new Set(folds.flatMap((fold) => fold.entries.map(({ step }) => step).filter((step) => step < fold.last)));
  return all.filter((step) => !inside.has(step));
}
