/** Applies the server's changes to a JSON value. No DOM. */

/**
 * A copy of a JSON value with the server's changes applied (see "Changes" in docs/protocol.md).
 * Unchanged parts are shared with the original. Throws if the changes do not fit the value.
 * @param {any} value
 * @param {any[][]} changes
 * @returns {any}
 */
export function changed(value, changes) {
  return changes.reduce((whole, [path, ...what]) => put(whole, path, what), value);
}

/**
 * @param {any} whole
 * @param {(string | number)[]} path
 * @param {any[]} what empty: remove; one item: the new value; three: a splice of a list or string
 * @returns {any}
 */
function put(whole, [key, ...rest], what) {
  if (key === undefined) return what.length === 1 ? what[0] : spliced(whole, what);
  if (!(key in whole) && (rest.length || what.length !== 1)) throw new Error(`there is no ${key}`);
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  if (rest.length || what.length) copy[key] = put(whole[key], rest, what);
  else delete copy[key];
  return copy;
}

/**
 * @param {any} whole a list or a string
 * @param {any[]} what the start, how many items to remove, and what to put in their place
 */
function spliced(whole, [start, count, items]) {
  if (!(start + count <= whole.length)) throw new Error("there are fewer items");
  const [before, after] = [whole.slice(0, start), whole.slice(start + count)];
  return typeof whole === "string" ? before + items + after : [...before, ...items, ...after];
}
