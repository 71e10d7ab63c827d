/** A turn whose time is up and that is not revealed: when the page asks what became of it. No DOM. */

/** How long a turn may take to be revealed before the page asks, in milliseconds. */
const PATIENCE = 1500;
const LONGEST_PAUSE = 30_000;

/**
 * A function that is told at each tick whether the time is up, and says whether to ask now: soon
 * after it is, and then ever more rarely.
 * @returns {(isUp: boolean, now: number) => boolean}
 */
export function overdue() {
  /** @type {number | null} */
  let next = null;
  let pause = PATIENCE;
  return (isUp, now) => {
    if (!isUp) {
      next = null;
      return false;
    }
    if (next === null) {
      pause = PATIENCE;
      next = now + pause;
    }
    if (now < next) return false;
    pause = Math.min(LONGEST_PAUSE, 2 * pause);
    next = now + pause;
    return true;
  };
}
