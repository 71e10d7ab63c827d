/** Gets the areas of a step: from the position itself, or from the server. No DOM. */

/** @typedef {Miai.ContinuousGo.Game} Game */

/** @typedef {import("./words.js").Areas} Areas */
/** What comes instead if there are too many sections to draw. @typedef {{areas: null, score: import("./words.js").Score}} OnlyScore */

/** After this many milliseconds the viewer is told that the calculation takes time. */
const PATIENCE = 700;

/**
 * @param {Miai.BoardCallbacks<Game>["extra"]} extra
 * @param {object} callbacks
 * @param {() => void} callbacks.onAsked called when the server is asked
 * @param {() => void} callbacks.onSlow called if the answer takes long
 * @param {(areas: Areas | OnlyScore) => void} callbacks.onAnswer called with the areas
 * @param {(words: string) => void} callbacks.onRefused called with the reason if there are none
 */
export function areasSource(extra, { onAsked, onSlow, onAnswer, onRefused }) {
  let wanted = -1;
  /** @type {number | undefined} */
  let waiting;

  function drop() {
    wanted = -1;
    clearTimeout(waiting);
  }

  return {
    /** Gets the areas of a step; the answers to earlier requests are ignored. @param {Miai.Step<Game["position"], Game["event"]>} line */
    async ask({ step, position }) {
      drop();
      wanted = step;
      if ("areas" in position) return onAnswer(/** @type {Areas | OnlyScore} */ (position));
      onAsked();
      waiting = setTimeout(onSlow, PATIENCE);
      let why = "";
      const answer = await extra("areas", step).catch((error) => void (why = error.message));
      if (wanted !== step) return;
      drop();
      if (answer && "areas" in answer) onAnswer(/** @type {Areas | OnlyScore} */ (answer));
      else onRefused(why);
    },
    drop,
  };
}
