/** Holds the state of a game's page and tells listeners when it changes. No DOM. */

import { reduce } from "./reduce.js";

export { reduce } from "./reduce.js";
export { endsWhenComplete, initialState, isFromFile, isOver, mayChoose, owesChoice, ownAction } from "./state.js";

/**
 * A store with this state to begin with.
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
