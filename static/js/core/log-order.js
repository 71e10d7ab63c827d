/** The order of the log. No DOM. */

/**
 * Log entries in the order in which things happened, without duplicates.
 * @param {Miai.LogEntry[]} entries
 */
export function inOrder(entries) {
  const seen = new Set();
  return entries
    .filter((entry) => {
      const key = keyOf(entry);
      return !seen.has(key) && seen.add(key);
    })
    .sort((a, b) => a.step - b.step || Number("what" in a) - Number("what" in b) || timeOf(a) - timeOf(b) || 0);
}

/**
 * A text that tells this entry from all others, however precisely its time was written.
 * @param {Miai.LogEntry} entry
 */
export function keyOf(entry) {
  return "what" in entry ? `${timeOf(entry)} ${entry.what} ${entry.seat ?? ""}` : `step ${entry.step}`;
}

/** @param {Miai.LogEntry} entry */
function timeOf({ at }) {
  return Date.parse(at ?? "");
}
