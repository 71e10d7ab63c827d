/**
 * A list that grows at its end and stays there for whoever reads the newest. It is measured
 * before the next frame, not while the rest of the page is being drawn: measuring lays out all
 * that has changed so far.
 */

/** So near the end, in pixels, still counts as being there. */
const NEAR = 40;

/** @param {HTMLElement} list */
export function followEnd(list) {
  let atEnd = true;
  list.addEventListener("scroll", () => {
    atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
  });

  // While it is not shown it cannot be scrolled.
  new ResizeObserver(() => atEnd && (list.scrollTop = list.scrollHeight)).observe(list);

  /**
   * Goes to the end of a list that has grown, if it was there before.
   * @param {() => void} [then] what is to be scrolled to besides
   */
  return function grew(then) {
    requestAnimationFrame(() => {
      if (atEnd) list.scrollTop = list.scrollHeight;
      then?.();
    });
  };
}
