/** Doing something soon after it was asked for, and not too often. No DOM. */

/** What everybody is told at once is asked back for over so long, in milliseconds. */
const SPREAD = 250;

/**
 * @param {() => void} work
 * @returns {(rest: number) => void} asks for `work`, at least `rest` milliseconds after it was done last;
 *   however often it is asked for meanwhile, it is done once
 */
export function paced(work) {
  let done = -Infinity;
  let due = Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function now() {
    due = Infinity;
    done = Date.now();
    work();
  }

  return (rest) => {
    const wanted = Math.max(Date.now() + Math.random() * SPREAD, done + rest);
    if (wanted >= due) return;
    due = wanted;
    clearTimeout(timer);
    timer = setTimeout(now, due - Date.now());
  };
}
