/**
 * Steps that come faster than they can be followed are shown one after the other. What is shown is
 * never more than one step behind now: a second one that would wait cuts short what is being played.
 * No DOM.
 */

/** How long, in milliseconds, a step is looked at after it was played, if others wait. */
const REST = 350;
/** How often, in milliseconds, it is looked whether a step is still being played. */
const LOOK = 50;
/**
 * @param {object} page
 * @param {() => boolean} page.isPlaying whether what happened in a step is still being played
 * @param {() => void} page.onNext another step is to be shown
 */
export function follower({ isPlaying, onNext }) {
  /** @type {Miai.Step | null} */
  let shown = null;
  /** The last step, while the one before it is still being played. @type {Miai.Step | null} */
  let waiting = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {boolean} rested whether the step that is shown was looked at long enough */
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

  /** The step that waits is another one, and waits from now on. @param {Miai.Step | null} step */
  function wait(step) {
    clearTimeout(timer);
    waiting = step;
    if (step) timer = setTimeout(look, LOOK, false);
  }

  return {
    /**
     * The step to show: of now the latest, unless earlier ones are still to be seen.
     * @param {Pick<Miai.State, "latest" | "past">} state
     * @param {boolean} moves whether steps are played as they happened
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
    /** Whether the step that is shown is not the last one. */
    get behind() {
      return waiting !== null;
    },
    /** Shows the last step at once; returns whether it was not shown yet. */
    skip() {
      if (!waiting) return false;
      clearTimeout(timer);
      next();
      return true;
    },
  };
}
