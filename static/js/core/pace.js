/** Does work soon after it is requested, but not too often. No DOM. */

/** Random delay, up to this many milliseconds, so that all pages do not ask the server at once. */
const SPREAD = 250;

/**
 * @param {() => void} work
 * @returns {(rest: number) => void} requests `work`, at least `rest` milliseconds after it was last
 *   done; several requests in the meantime lead to one run
 */
export function paced(work) {
  // Not `Date.now`, which jumps when the computer's clock is set.
  const time = () => performance.now();
  let done = -Infinity;
  let due = Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function now() {
    due = Infinity;
    done = time();
    work();
  }

  return (rest) => {
    const wanted = Math.max(time() + Math.random() * SPREAD, done + rest);
    if (wanted >= due) return;
    due = wanted;
    clearTimeout(timer);
    timer = setTimeout(now, due - time());
  };
}
