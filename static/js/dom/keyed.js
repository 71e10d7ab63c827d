/** Keeps an element's children in step with keyed data, in lists and in groups of a drawing. */

/** @type {WeakMap<Element, Map<string, any>>} */
const known = new WeakMap();

/**
 * Gives an element one child for each entry, by key, in the order of the entries: new children are
 * made, known ones updated, all others removed. Returns whether any child was added, moved or
 * removed.
 * @template T
 * @template {Element} Child
 * @param {Element} parent
 * @param {Map<string, T>} entries
 * @param {(entry: T) => Child} make
 * @param {(node: Child, entry: T) => void} [update] without it, children stay as they were made
 */
export function keyed(parent, entries, make, update) {
  const nodes = childrenByKey(parent);
  let changed = false;
  for (const [key, node] of nodes) {
    if (entries.has(key)) continue;
    node.remove();
    nodes.delete(key);
    changed = true;
  }
  let next = parent.firstElementChild;
  for (const [key, entry] of entries) {
    let node = nodes.get(key);
    if (!node) nodes.set(key, (node = make(entry)));
    else update?.(node, entry);
    if (next && node === next) next = next.nextElementSibling;
    else {
      parent.insertBefore(node, next);
      changed = true;
    }
  }
  return changed;
}

/**
 * The children that `keyed` has made in an element, by key.
 * @param {Element} parent
 * @returns {Map<string, any>}
 */
export function childrenByKey(parent) {
  let nodes = known.get(parent);
  if (!nodes) known.set(parent, (nodes = new Map()));
  return nodes;
}
