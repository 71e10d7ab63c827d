/**
 * Asks the server for the current state: one question at a time, and again after a refusal, each
 * time later. No DOM.
 */

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
/** So many refusals one after the other are not worth a word; the next ones are told. */
const PATIENCE = 3;

/**
 * The pause before a refused question is asked again, in milliseconds.
 * @param {number} refusals in a row, from 1
 * @param {number} [retryAfter] what the server said, in seconds
 */
export function pauseAfterRefusal(refusals, retryAfter = 0) {
  return Math.max(retryAfter * 1000, Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (refusals - 1)));
}

/**
 * @param {object} line
 * @param {() => boolean} line.greet sends `question()`; whether it went out
 * @param {() => number} line.nextId
 * @param {() => Miai.Newest} line.known the numbers of the last events that the page knows
 */
export function asker({ greet, nextId, known }) {
  /** The question that is not answered yet. @type {number | null} */
  let asked = null;
  let refusals = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;

  function ask() {
    if (asked === null && again === undefined) greet();
  }

  return {
    ask,
    /** The question that goes out now. @returns {Miai.AskSnapshot} */
    question() {
      clearTimeout(again);
      again = undefined;
      asked = nextId();
      const after = known();
      return { type: "snapshot.ask", id: asked, after: Object.keys(after).length ? after : null };
    },
    /**
     * Hears an event that may be the answer; whether it was a refusal that nobody need read.
     * @param {Miai.ServerEvent} event
     */
    hear(event) {
      if (event.type === "game.snapshot" || event.type === "events.missed") {
        clearTimeout(again);
        again = undefined;
        asked = null;
        refusals = 0;
      }
      if (event.type !== "error" || asked === null || event.id !== asked) return false;
      asked = null;
      refusals += 1;
      again = setTimeout(() => {
        again = undefined;
        ask();
      }, pauseAfterRefusal(refusals, event.retry_after));
      return refusals <= PATIENCE;
    },
    /** The connection is lost: a new one begins with the state by itself. */
    lost() {
      clearTimeout(again);
      again = undefined;
      asked = null;
    },
  };
}
