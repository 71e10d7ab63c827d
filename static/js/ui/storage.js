/** What this browser keeps for a page; one that keeps nothing costs no more than what was kept. */

/**
 * @param {"session" | "local"} where for this visit, or for good
 * @param {string} name
 * @returns {string | null} null: nothing is kept, or nothing may be
 */
export function kept(where, name) {
  try {
    return storage(where).getItem(`miai.${name}`);
  } catch {
    return null;
  }
}

/**
 * @param {"session" | "local"} where
 * @param {string} name
 * @param {string} value
 */
export function keep(where, name, value) {
  try {
    storage(where).setItem(`miai.${name}`, value);
  } catch {
    // Blocked, or full: the page goes on without.
  }
}

/**
 * @param {"session" | "local"} where
 * @param {string} name
 */
export function forget(where, name) {
  try {
    storage(where).removeItem(`miai.${name}`);
  } catch {
    // Blocked: nothing was kept.
  }
}

/** @param {"session" | "local"} where */
function storage(where) {
  return where === "session" ? sessionStorage : localStorage;
}
