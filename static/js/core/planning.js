/** A player's plan: choices sealed ahead for coming turns. Sends its changes one by one. No DOM. */

import { gettext } from "./language.js";
import { pauseAfter, UNAVAILABLE } from "./own-choice.js";
import { isOver } from "./state.js";

/**
 * Whether the viewer can plan ahead: the game allows it, they play in it, they are looking at the
 * present, and stones are not being counted.
 * @param {Miai.State} state
 */
export function mayPlan(state) {
  const { past, you, latest } = state;
  return past === null && latest.phase !== "counting" && !isOver(state) && (you?.plan ?? null) !== null && (you?.may.includes("seal") ?? false);
}

/**
 * Whether the player's next choice goes into the plan.
 * @param {Miai.State} state
 */
export function isPlanning(state) {
  return state.planning.on && mayPlan(state);
}

/**
 * The viewer's plan with their latest changes, even those the server has not confirmed; null if
 * they cannot plan.
 * @param {Miai.State} state
 */
export function planOf({ planning, you }) {
  return planning.wanted ?? you?.plan ?? null;
}

/**
 * @param {object} page
 * @param {Pick<import("./store.js").Store, "get" | "dispatch">} page.store
 * @param {(command: Omit<Miai.SetPlan, "id">) => Promise<Pick<Miai.Error, "code" | "message"> | "done" | null>} page.carryOut
 *   resolves to the refusal; null: it could not be sent, or was not answered
 * @param {(number: number) => Miai.Order} page.order this page's sequence number for a change to the plan
 * @param {(then: () => void, milliseconds: number) => unknown} [page.later]
 */
export function planner({ store, carryOut, order, later = setTimeout }) {
  /** The last change under way; the next one waits for it. @type {Promise<void>} */
  let last = Promise.resolve();
  /** How many changes were refused; later changes that build on a refused one are dropped too. */
  let refused = 0;
  let changes = 0;
  /** Sends the change that waits for a connection, or until it can be stored. @type {(() => void) | null} */
  let sendAgain = null;

  /**
   * Sends a change until the server has carried it out or refused it. The server recognises a change
   * that it has already carried out. Resolves to the reason for a refusal; empty if it was carried out.
   * @param {Omit<Miai.SetPlan, "id">} command
   */
  async function sendUntilAnswered(command) {
    for (let refused = 0; ; ) {
      const refusal = await carryOut(command);
      if (refusal === "done") return "";
      if (refusal !== null && refusal.code !== UNAVAILABLE) return refusal.message;
      await new Promise((resolve) => {
        sendAgain = () => resolve(null);
        if (refusal === null) return;
        const words = gettext("The club cannot store plans at the moment. Yours is sent again by itself.");
        store.dispatch({ type: "planning.changed", refusal: words });
        later(sendAgain, pauseAfter(refused++));
      });
    }
  }

  /** @param {(was: Miai.Action[]) => Miai.Action[]} change */
  function edit(change) {
    const was = planOf(store.get());
    if (!was) return last;
    const [actions, before, step] = [change(was), refused, store.get().latest.step + 1];
    const own = order(++changes);
    store.dispatch({ type: "planning.changed", wanted: actions });
    last = last.then(async () => {
      if (refused !== before) return;
      const refusal = await sendUntilAnswered({ type: "plan.set", was, actions, step, order: own });
      if (refusal === "") {
        // The server's event about the plan may arrive after its answer. If it came before, it also
        // knows what another tab has changed since.
        const told = store.get().planning.carriedOut[own.page] ?? 0;
        if (told < own.number) store.dispatch({ type: "plan.kept", actions, order: own, now: "" });
        if (store.get().planning.wanted === actions) store.dispatch({ type: "planning.changed", wanted: null });
      } else {
        refused += 1;
        store.dispatch({ type: "planning.changed", wanted: null, refusal });
        store.dispatch({ type: "snapshot.needed" }); // the plan may be another one meanwhile
      }
    });
    return last;
  }

  return {
    toggle() {
      store.dispatch({ type: "planning.changed", on: !store.get().planning.on });
    },
    /** @param {Miai.Action} action */
    add: (action) => edit((was) => [...was, action]),
    /** @param {number} index */
    remove: (index) => edit((was) => was.filter((_, n) => n !== index)),
    /** Swaps a choice with the one before it. @param {number} index */
    earlier: (index) => edit((was) => {
      const moved = was[index];
      if (!moved || index === 0) return was;
      const others = was.filter((_, n) => n !== index);
      return [...others.slice(0, index - 1), moved, ...others.slice(index - 1)];
    }),
    drop: () => edit(() => []),
    /** Sends the change again that could not be sent, or was unanswered when the connection broke. */
    resend() {
      sendAgain?.();
      sendAgain = null;
    },
  };
}

/** @typedef {ReturnType<typeof planner>} Planner */
