/** The browser's storage. If the browser blocks it, the page works on without what was stored. */

/**
 * @param {"session" | "local"} where for this visit, or permanently
 * @param {string} name
 * @returns {string | null} null if nothing is stored, or storage is blocked
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
    // Blocked or full: the page works without it.
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
    // Blocked: nothing was stored.
  }
}

/** @param {"session" | "local"} where */
function storage(where) {
  return where === "session" ? sessionStorage : localStorage;
}
