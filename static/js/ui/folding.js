/** Folds steps that were taken back, in the log and the replay, until the viewer unfolds them. */

import { foldsOf, isOpen, stopsOf } from "../core/folding.js";
import { seatsAt } from "../core/holders.js";

/** @typedef {import("../core/folding.js").Fold} Fold */

/** What `mountLog` and `mountReplay` ask about folds. */
export class Folding {
  #board;
  #store;
  #goTo;
  #readEarlier;
  /** To know what was taken back, stepping into the past needs the whole log. */
  #lacksEarlier;

  /**
   * @param {object} page
   * @param {Pick<Miai.BoardModule, "takesBack" | "takenBack">} page.board
   * @param {Pick<Miai.PageData, "log_after">} page.data
   * @param {Pick<import("../core/store.js").Store, "get" | "dispatch">} page.store
   * @param {(step: number) => Promise<void>} page.goTo
   * @param {() => Promise<void>} page.readEarlier loads the beginning of the log
   */
  constructor({ board, data, store, goTo, readEarlier }) {
    this.#board = board;
    this.#store = store;
    this.#goTo = goTo;
    this.#readEarlier = readEarlier;
    this.#lacksEarlier = board.takesBack !== undefined && data.log_after > 0;
  }

  /** @param {Miai.State} state */
  folds({ log }) {
    return foldsOf(log, this.#board.takesBack);
  }

  /**
   * @param {Fold} fold
   * @param {Miai.State} state
   */
  words({ entries, last }, state) {
    return this.#board.takenBack?.(entries.flatMap(({ events }) => events), seatsAt(state, last)) ?? "";
  }

  /**
   * @param {Fold} fold
   * @param {boolean} open
   */
  onToggle({ first, last }, open) {
    const { past } = this.#store.get();
    this.#store.dispatch({ type: "fold.toggled", first, open });
    // A fold stays open while one of its steps is shown, so show the last one when it is closed.
    if (!open && past && first <= past.step && past.step < last) this.#goTo(last);
  }

  /** The steps at which the replay stops, in order. */
  stops() {
    const state = this.#store.get();
    if (state.past && this.#lacksEarlier) {
      this.#lacksEarlier = false;
      this.#readEarlier().catch(() => {});
    }
    return stopsOf(state.latest.step, this.folds(state).filter((fold) => !isOpen(fold, state)));
  }
}
