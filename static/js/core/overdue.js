/** Decides when to ask the server about a turn whose time is up but that is not revealed. No DOM. */

/** How long to wait for the reveal before the page asks, in milliseconds. */
const PATIENCE = 1500;
const LONGEST_PAUSE = 30_000;

/**
 * A function to call at each tick with whether the time is up. It returns whether to ask now: first
 * soon after the deadline, then at growing intervals.
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
