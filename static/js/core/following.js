/** Steps that come faster than they can be followed are shown one after the other. No DOM. */

/** How long, in milliseconds, a step is looked at after it was played, if others wait. */
const REST = 350;
/** How often, in milliseconds, it is looked whether a step is still being played. */
const LOOK = 50;
/** Of more steps that wait than these the oldest are left out: what is shown stays near to now. */
const MOST = 3;

/**
 * @param {object} page
 * @param {() => boolean} page.isPlaying whether what happened in a step is still being played
 * @param {() => void} page.onNext another step is to be shown
 */
export function follower({ isPlaying, onNext }) {
  /** @type {Miai.Step | null} */
  let shown = null;
  /** @type {Miai.Step[]} */
  let waiting = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {boolean} rested whether the step that is shown was looked at long enough */
  function look(rested) {
    if (isPlaying()) timer = setTimeout(look, LOOK, false);
    else if (!rested) timer = setTimeout(look, REST, true);
    else {
      next(1);
      if (waiting.length) timer = setTimeout(look, LOOK, false);
    }
  }

  /** @param {number} count */
  function next(count) {
    shown = waiting.splice(0, count).at(-1) ?? shown;
    onNext();
  }

  function forget() {
    clearTimeout(timer);
    waiting = [];
  }

  return {
    /**
     * The step to show: of now the latest, unless earlier ones are still to be seen.
     * @param {Pick<Miai.State, "latest" | "past">} state
     * @param {boolean} moves whether steps are played as they happened
     */
    stepOf({ latest, past }, moves) {
      const newest = (waiting.at(-1) ?? shown)?.step ?? latest.step;
      const waits = moves && past === null && shown !== null && (waiting.length > 0 || isPlaying());
      if (waits && latest.step > newest) {
        if (!waiting.length) timer = setTimeout(look, LOOK, false);
        waiting = [...waiting, latest].slice(-MOST);
      } else if (!waits || latest.step === shown?.step) {
        forget();
        shown = latest;
      }
      return past ?? shown ?? latest;
    },
    /** Whether the step that is shown is not the last one. */
    get behind() {
      return waiting.length > 0;
    },
    /** Shows the last step at once; returns whether it was not shown yet. */
    skip() {
      if (!waiting.length) return false;
      clearTimeout(timer);
      next(waiting.length);
      return true;
    },
  };
}
