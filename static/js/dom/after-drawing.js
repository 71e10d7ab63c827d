/** Postpones work until the page has been drawn. */

/**
 * Returns a function that takes a task and runs it after the next frame. If it gets several tasks
 * before that frame, it runs only the last.
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
    // Hidden pages draw no frames.
    if (!waiting && !document.hidden) requestAnimationFrame(() => setTimeout(work));
    waiting = next;
    if (document.hidden) work();
  };
}
