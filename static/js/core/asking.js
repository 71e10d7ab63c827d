/**
 * Asks the server for the current state. Only one question is open at a time; after a refusal it
 * is asked again, with a longer pause each time. No DOM.
 */

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
/** This many refusals in a row stay silent; later ones are shown. */
const PATIENCE = 3;

/**
 * The pause before a refused question is asked again, in milliseconds.
 * @param {number} refusals in a row, from 1
 * @param {number} [retryAfter] the wait that the server asked for, in seconds
 */
export function pauseAfterRefusal(refusals, retryAfter = 0) {
  return Math.max(retryAfter * 1000, Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (refusals - 1)));
}

/**
 * @param {object} line
 * @param {() => boolean} line.greet sends `question()`; returns whether it went out
 * @param {() => number} line.nextId
 * @param {() => Miai.Newest} line.known the numbers of the last events that the page has received
 */
export function asker({ greet, nextId, known }) {
  /** The id of the unanswered question. @type {number | null} */
  let asked = null;
  let refusals = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;

  function ask() {
    if (asked === null && again === undefined) greet();
  }

  return {
    ask,
    /** Makes the next question to send. @returns {Miai.AskSnapshot} */
    question() {
      clearTimeout(again);
      again = undefined;
      asked = nextId();
      const after = known();
      return { type: "snapshot.ask", id: asked, after: Object.keys(after).length ? after : null };
    },
    /**
     * Takes an event that may be the answer. Returns true for a refusal that need not be shown.
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
    /** Forgets the question after a lost connection: the server sends the state on a new one. */
    lost() {
      clearTimeout(again);
      again = undefined;
      asked = null;
    },
  };
}
