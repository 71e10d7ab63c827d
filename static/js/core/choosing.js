/** Takes a choice to the server: drafts, checks and sends it, again after a lost connection. No DOM. */

import { MOMENT } from "./confirming.js";
import { mayChoose } from "./store.js";

/**
 * @param {object} page
 * @param {Pick<import("./store.js").Store, "get" | "dispatch">} page.store
 * @param {(command: Miai.Command) => boolean} page.send returns whether the command went out
 * @param {() => number} page.nextId
 * @param {(id: number) => Miai.Order} page.order this page's sequence number for the command with this id
 * @param {(state: Miai.State, action: Miai.Action) => boolean} page.confirms whether a choice waits for Confirm
 * @param {(state: Miai.State, action: Miai.Action) => boolean} [page.lingers] whether it waits for a moment
 * @param {(step: number, action: Miai.Action) => Promise<Miai.Error | null>} [page.check] asks the server
 *   why an action cannot be sealed; null: it can, or the server did not say
 * @param {(then: () => void, milliseconds: number) => unknown} [page.later]
 */
export function chooser({ store, send, nextId, order, confirms, lingers = () => false, check, later = setTimeout }) {
  /** The last command, which may be unanswered. @type {Miai.SealAction | Miai.WithdrawAction | null} */
  let last = null;
  /** Whether the last command went out on the current connection. */
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
   * Drafts a choice that waits for Confirm or for a moment, and drops it at once if the server
   * does not allow it.
   * @param {Miai.Action} action
   * @param {boolean} moment
   */
  async function draft(action, moment) {
    store.dispatch({ type: "choice.drafted", action, moment });
    await verify(action);
  }

  /** Asks the server whether a draft can be sealed, and drops it if not. @param {Miai.Action} action */
  async function verify(action) {
    const refused = await check?.(store.get().choice.step, action);
    if (refused) store.dispatch({ type: "choice.refused", action, refused });
  }

  /** Sends the choice that waits for a moment, or `only` this one; returns whether it sent one. */
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
    /** Shows a choice, which then waits for Confirm. @param {Miai.Action} action */
    draft(action) {
      if (mayChoose(store.get())) store.dispatch({ type: "choice.drafted", action });
    },
    /** Seals the choice that waits for Confirm. */
    confirm() {
      const { draft } = store.get().choice;
      if (draft) submit(draft);
    },
    /** Sends the choice that waits for a moment; returns whether there was one. */
    hurry: () => hurry(),
    /** The connection broke: a command that was on its way may or may not have arrived. */
    lost() {
      sent = false;
    },
    /**
     * Sends the last command again if it could not be sent or was unanswered when the connection
     * broke. This happens even if the turn is over: only the server knows whether the choice was
     * played in it. If only a leave came in between, the choice is sent for the new step.
     * A draft is checked again: while there was no connection nobody could refuse it.
     */
    resend() {
      const { id, step, wanted, draft } = store.get().choice;
      if (draft !== null) verify(draft);
      if (sent || last === null || last.id !== id) return;
      sent = send(wanted === undefined ? last : { ...last, step });
    },
  };
}
