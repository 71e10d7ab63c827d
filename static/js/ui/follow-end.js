/**
 * Keeps a growing list scrolled to its end while the viewer reads there. The list is measured just
 * before the next frame, not while the page is still being changed, because measuring forces a
 * layout.
 */

/** This near to the end, in pixels, counts as being at the end. */
const NEAR = 40;

/** @param {HTMLElement} list */
export function followEnd(list) {
  let atEnd = true;
  list.addEventListener("scroll", () => {
    atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
  });

  // A hidden list cannot be scrolled, so scroll it when it is shown.
  new ResizeObserver(() => atEnd && (list.scrollTop = list.scrollHeight)).observe(list);

  /**
   * Scrolls to the end of a list that has grown, if it was there before.
   * @param {() => void} [then] any further scrolling to do afterwards
   */
  return function grew(then) {
    requestAnimationFrame(() => {
      if (atEnd) list.scrollTop = list.scrollHeight;
      then?.();
    });
  };
}
