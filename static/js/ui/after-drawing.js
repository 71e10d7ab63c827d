/** Work that can wait until what was drawn is on the screen. */

/**
 * Returns a function that does the work it is given after the next frame; of several before that
 * frame only the last is done.
 */
export function afterDrawing() {
  /** @type {(() => void) | null} */
  let waiting = null;

  function work() {
    const latest = waiting;
    waiting = null;
    latest?.();
  }

  return (/** @type {() => void} */ next) => {
    // Nothing is drawn in a page that is not shown.
    if (!waiting && !document.hidden) requestAnimationFrame(() => setTimeout(work));
    waiting = next;
    if (document.hidden) work();
  };
}
