/** Where the areas of a step come from: the position itself, or the server, asked for. No DOM. */

/** @typedef {Miai.ContinuousGo.Game} Game */

/** @typedef {import("./words.js").Areas} Areas */
/** What comes instead where there are too many sections to draw. @typedef {{areas: null, score: import("./words.js").Score}} OnlyScore */

/** After so long, in milliseconds, the viewer is told what takes time. */
const PATIENCE = 700;

/**
 * @param {Miai.BoardCallbacks<Game>["extra"]} extra
 * @param {object} callbacks
 * @param {() => void} callbacks.onAsked they have to be asked for
 * @param {() => void} callbacks.onSlow it takes long
 * @param {(areas: Areas | OnlyScore) => void} callbacks.onAnswer here they are
 * @param {(words: string) => void} callbacks.onRefused there are none, and why
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
    /** Brings the areas of a step, and of no step that was asked for before. @param {Miai.Step<Game["position"], Game["event"]>} line */
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
