/** Keeps a list's children in step with keyed data, in order. */

/** @type {WeakMap<Element, Map<string, Element>>} */
const known = new WeakMap();

/**
 * Gives the list one child for each entry, by key, in the order of the entries; a child is made
 * once and stays as it is. Returns whether the list changed.
 * @template T
 * @param {Element} list
 * @param {Map<string, T>} entries
 * @param {(entry: T) => Element} make
 */
export function keyed(list, entries, make) {
  const nodes = known.get(list) ?? new Map();
  known.set(list, nodes);
  let changed = false;
  for (const [key, node] of nodes) {
    if (entries.has(key)) continue;
    node.remove();
    nodes.delete(key);
    changed = true;
  }
  let next = list.firstElementChild;
  for (const [key, entry] of entries) {
    let node = nodes.get(key);
    if (!node) nodes.set(key, (node = make(entry)));
    if (next && node === next) next = next.nextElementSibling;
    else {
      list.insertBefore(node, next);
      changed = true;
    }
  }
  return changed;
}
