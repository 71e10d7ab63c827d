/** What changed in a JSON value, and the value after it. No DOM. */

/**
 * A copy of a JSON value after changes that the server has told (see "Changes" in
 * docs/protocol.md); what is the same is shared. Throws where they are of another value.
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
 * @param {any[]} what nothing, a value, or where something is replaced in a list or a string
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
 * @param {any[]} what where it begins, how many items, and what stands there then
 */
function spliced(whole, [start, count, items]) {
  if (!(start + count <= whole.length)) throw new Error("there are fewer items");
  const [before, after] = [whole.slice(0, start), whole.slice(start + count)];
  return typeof whole === "string" ? before + items + after : [...before, ...items, ...after];
}
