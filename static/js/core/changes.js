/** Applies the server's changes to a JSON value. No DOM. */

/**
 * A copy of a JSON value with the server's changes applied (see "Changes" in docs/protocol.md).
 * Unchanged parts are shared with the original. Throws if the changes do not fit the value.
 * @param {unknown} value
 * @param {unknown[][]} changes
 * @returns {unknown}
 */
export function changed(value, changes) {
  return changes.reduce((whole, [path, ...what]) => put(whole, /** @type {(string | number)[]} */ (path), what), value);
}

/**
 * @param {unknown} whole
 * @param {(string | number)[]} path
 * @param {unknown[]} what empty: remove; one item: the new value; three: a splice of a list or string
 * @returns {unknown}
 */
function put(whole, [key, ...rest], what) {
  if (key === undefined) return what.length === 1 ? what[0] : spliced(whole, what);
  if (typeof whole !== "object" || whole === null) throw new Error(`there is no ${key}`);
  if (!(key in whole) && (rest.length || what.length !== 1)) throw new Error(`there is no ${key}`);
  const copy = /** @type {Miai.Json} */ (Array.isArray(whole) ? [...whole] : { ...whole });
  if (rest.length || what.length) copy[key] = put(copy[key], rest, what);
  else delete copy[key];
  return copy;
}

/**
 * @param {unknown} whole a list or a string
 * @param {unknown[]} what the start, how many items to remove, and what to put in their place
 */
function spliced(whole, [start, count, items]) {
  const [from, to] = [Number(start), Number(start) + Number(count)];
  if (typeof whole === "string" && to <= whole.length) return whole.slice(0, from) + String(items) + whole.slice(to);
  if (Array.isArray(whole) && Array.isArray(items) && to <= whole.length) return [...whole.slice(0, from), ...items, ...whole.slice(to)];
  throw new Error("there are fewer items");
}
