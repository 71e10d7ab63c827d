/** The order of the log. No DOM. */

/**
 * Log entries in the order in which things happened, without duplicates.
 * @param {Miai.LogEntry[]} entries
 */
export function inOrder(entries) {
  const seen = new Set();
  return entries
    .filter((entry) => {
      const key = "what" in entry ? `${entry.at} ${entry.what} ${entry.seat}` : entry.step;
      return !seen.has(key) && seen.add(key);
    })
    .sort((a, b) => a.step - b.step || Date.parse(a.at ?? "") - Date.parse(b.at ?? "") || 0);
}
