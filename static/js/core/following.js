/**
 * Shows steps one after the other if they arrive faster than the board can animate them. The board
 * is never more than one step behind: if a second step would have to wait, the animation is cut
 * short. No DOM.
 */

/** How long a step stays on the board after its animation if another waits, in milliseconds. */
const REST = 350;
/** How often to check whether a step is still being animated, in milliseconds. */
const LOOK = 50;
/**
 * @param {object} page
 * @param {() => boolean} page.isPlaying whether a step is still being animated
 * @param {() => void} page.onNext draws the next step
 */
export function follower({ isPlaying, onNext }) {
  /** @type {Miai.Step | null} */
  let shown = null;
  /** The last step, while the one before it is still being animated. @type {Miai.Step | null} */
  let waiting = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {boolean} rested whether the step on the board was shown long enough */
  function look(rested) {
    if (isPlaying()) timer = setTimeout(look, LOOK, false);
    else if (!rested) timer = setTimeout(look, REST, true);
    else next();
  }

  function next() {
    shown = waiting ?? shown;
    waiting = null;
    onNext();
  }

  /** Makes a step wait from now on, in place of any other. @param {Miai.Step | null} step */
  function wait(step) {
    clearTimeout(timer);
    waiting = step;
    if (step) timer = setTimeout(look, LOOK, false);
  }

  return {
    /**
     * The step to show: the past one the viewer looks at, or the latest unless an earlier one is
     * still being shown.
     * @param {Pick<Miai.State, "latest" | "past">} state
     * @param {boolean} moves whether steps are animated
     */
    stepOf({ latest, past }, moves) {
      const newest = (waiting ?? shown)?.step ?? latest.step;
      const waits = moves && past === null && shown !== null && (waiting !== null || isPlaying());
      if (waits && latest.step > newest) {
        shown = waiting ?? shown;
        wait(latest);
      } else if (!waits || latest.step === shown?.step) {
        wait(null);
        shown = latest;
      }
      return past ?? shown ?? latest;
    },
    /** Whether the board shows an earlier step than the last. */
    get behind() {
      return waiting !== null;
    },
    /** Shows the last step at once; returns whether it was still waiting. */
    skip() {
      if (!waiting) return false;
      clearTimeout(timer);
      next();
      return true;
    },
  };
}
