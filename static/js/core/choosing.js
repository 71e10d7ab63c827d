/** How a choice gets to the server: drafted, checked, sent, sent again after a lost connection. No DOM. */

import { MOMENT } from "./confirming.js";
import { mayChoose } from "./store.js";

/**
 * @param {object} page
 * @param {Pick<import("./store.js").Store, "get" | "dispatch">} page.store
 * @param {(command: Miai.Command) => boolean} page.send whether the command went out
 * @param {() => number} page.nextId
 * @param {(id: number) => Miai.Order} page.order says of the command with this id which it is of this page's
 * @param {(state: Miai.State, action: Miai.Action) => boolean} page.confirms whether a choice waits for Confirm
 * @param {(state: Miai.State, action: Miai.Action) => boolean} [page.lingers] whether it waits for a moment
 * @param {(step: number, action: Miai.Action) => Promise<Miai.Error | null>} [page.check] asks the server
 *   why an action cannot be sealed; null: it can, or nobody knows
 * @param {(then: () => void, milliseconds: number) => unknown} [page.later]
 */
export function chooser({ store, send, nextId, order, confirms, lingers = () => false, check, later = setTimeout }) {
  /** The last command, whose answer may be owed. @type {Miai.SealAction | Miai.WithdrawAction | null} */
  let last = null;
  /** Whether it went out on the connection that is open now. */
  let sent = false;

  /** @param {Miai.Action | null} action */
  function submit(action) {
    const { step } = store.get().choice;
    const id = nextId();
    store.dispatch({ type: "choice.sent", action, id });
    const given = { id, step, order: order(id) };
    last = action ? { type: "action.seal", ...given, action } : { type: "action.withdraw", ...given };
    sent = send(last);
  }

  /**
   * What waits for Confirm, or for a moment, is refused before it, where it is not allowed.
   * @param {Miai.Action} action
   * @param {boolean} moment
   */
  async function draft(action, moment) {
    const { step } = store.get().choice;
    store.dispatch({ type: "choice.drafted", action, moment });
    const refused = await check?.(step, action);
    if (refused) store.dispatch({ type: "choice.refused", action, refused });
  }

  /** Sends what waits for a moment; `only` it where that is given. Whether there was something. */
  function hurry(/** @type {Miai.Action | null} */ only = null) {
    const { draft, moment } = store.get().choice;
    if (!moment || draft === null || (only && draft !== only)) return false;
    submit(draft);
    return true;
  }

  return {
    /** @param {Miai.Action | null} action null: take the choice back */
    choose(action) {
      const state = store.get();
      if (!mayChoose(state)) return;
      const { kept, wanted } = state.choice;
      if (action === null && state.choice.draft !== null) store.dispatch({ type: "choice.drafted", action: null });
      else if (action !== null && confirms(state, action)) draft(action, false);
      else if (action !== null && lingers(state, action)) {
        draft(action, true);
        later(() => hurry(action), MOMENT);
      } else if (action !== null || kept !== null || wanted) submit(action);
    },
    /** What is shown first, and waits for Confirm. @param {Miai.Action} action */
    draft(action) {
      if (mayChoose(store.get())) store.dispatch({ type: "choice.drafted", action });
    },
    /** Seals what waits for Confirm. */
    confirm() {
      const { draft } = store.get().choice;
      if (draft) submit(draft);
    },
    /** Sends what waits for a moment only; whether there was something. */
    hurry: () => hurry(),
    /** The connection broke: nobody knows whether what was on its way has arrived. */
    lost() {
      sent = false;
    },
    /**
     * Sends what could not be sent, or was not answered when the connection broke. A turn that is
     * over is asked about as well: only the server knows whether the choice was played in it. One
     * that a leave came before goes on with its step.
     */
    resend() {
      const { id, step, wanted } = store.get().choice;
      if (sent || last === null || last.id !== id) return;
      sent = send(wanted === undefined ? last : { ...last, step });
    },
  };
}
