/** Which steps belong to one turn: in some games it has several. No DOM. */

/**
 * What happened in the turn of a step before that step.
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
 * The place of the first entry that is of this step or later.
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
 * The turn in which a step was played; null: the log does not hold it.
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
