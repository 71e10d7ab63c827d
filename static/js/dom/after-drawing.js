/** Puts off work until the page has been drawn. */

/**
 * Returns a function that takes work and does it after the next frame. If it is given several
 * pieces before that frame, it does only the last.
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
    // A hidden page draws no frames.
    if (!waiting && !document.hidden) requestAnimationFrame(() => setTimeout(work));
    waiting = next;
    if (document.hidden) work();
  };
}
