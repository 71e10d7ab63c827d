/** The one state of a game's page, and who is told when it changes. No DOM. */

import { reduce } from "./reduce.js";

export { reduce } from "./reduce.js";
export { endsWhenComplete, initialState, isFromFile, isOver, mayChoose, owesChoice, ownAction } from "./state.js";

/**
 * Holds the one state of a page and tells those who listen.
 * @param {Miai.State} state
 * @param {() => number} now
 */
export function createStore(state, now = Date.now) {
  /** @type {((state: Miai.State, before: Miai.State) => void)[]} */
  const listeners = [];
  return {
    get: () => state,
    /** @param {Miai.AnyEvent} event */
    dispatch(event) {
      const before = state;
      state = reduce(state, event, now());
      if (state !== before) for (const listener of listeners) listener(state, before);
    },
    /** @param {(state: Miai.State, before: Miai.State) => void} listener */
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */
