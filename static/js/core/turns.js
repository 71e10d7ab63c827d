/** Finds the steps that belong to the same turn; in some games a turn has several. No DOM. */

/**
 * The events of a step's turn that happened before the step.
 * @param {Miai.LogEntry[]} log in order
 * @param {number} step
 * @returns {Miai.Json[]}
 */
export function earlierInTurn(log, step) {
  const events = [];
  let at = firstFrom(log, step);
  const turn = turnOf(log, at, step);
  for (at -= 1; at >= 0; at -= 1) {
    const entry = log[at];
    if (!entry || "what" in entry) continue;
    if (entry.turn !== turn) break;
    events.unshift(...entry.events);
  }
  return events;
}

/**
 * The index of the first entry of this step or a later one.
 * @param {Miai.LogEntry[]} log
 * @param {number} step
 */
function firstFrom(log, step) {
  let [low, high] = [0, log.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((log[middle]?.step ?? 0) < step) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The turn in which a step was played; null if the log does not have the step.
 * @param {Miai.LogEntry[]} log
 * @param {number} from
 * @param {number} step
 */
function turnOf(log, from, step) {
  for (let at = from; log[at]?.step === step; at += 1) {
    const entry = log[at];
    if (entry && "turn" in entry) return entry.turn;
  }
  return null;
}
