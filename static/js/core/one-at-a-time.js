/** Work that a second press must not begin while the first goes on. No DOM. */

/**
 * Returns a function that does `work`, and nothing while an earlier call is not done.
 * @template {unknown[]} Given
 * @param {(...given: Given) => Promise<unknown>} work
 * @returns {(...given: Given) => Promise<void>}
 */
export function oneAtATime(work) {
  let goesOn = false;
  return async (...given) => {
    if (goesOn) return;
    goesOn = true;
    try {
      await work(...given);
    } finally {
      goesOn = false;
    }
  };
}
