/** How a choice gets to the server: drafted, sent, sent again after a lost connection. No DOM. */

import { mayChoose } from "./store.js";

/**
 * @param {object} page
 * @param {{get: () => Miai.State, dispatch: (event: any) => void}} page.store
 * @param {(command: any) => boolean} page.send whether the command went out
 * @param {() => number} page.nextId
 * @param {(state: Miai.State, action: Miai.Action) => boolean} page.confirms whether a choice waits for Confirm
 */
export function chooser({ store, send, nextId, confirms }) {
  /** Whether what is wanted went out on the connection that is open now. */
  let sent = false;

  /** @param {Miai.Action | null} action */
  function submit(action) {
    store.dispatch({ type: "choice.sent", action, id: nextId() });
    transmit();
  }

  function transmit() {
    const { step, wanted, id } = store.get().choice;
    if (wanted) sent = send({ type: "action.seal", id, step, action: wanted });
    else if (wanted === null) sent = send({ type: "action.withdraw", id, step });
  }

  return {
    /** @param {Miai.Action | null} action null: take the choice back */
    choose(action) {
      const state = store.get();
      if (!mayChoose(state)) return;
      const { draft, kept, wanted } = state.choice;
      if (action === null && draft !== null) store.dispatch({ type: "choice.drafted", action: null });
      else if (action !== null && confirms(state, action)) store.dispatch({ type: "choice.drafted", action });
      else if (action !== null || kept !== null || wanted) submit(action);
    },
    /** Seals what waits for Confirm. */
    confirm() {
      const { draft } = store.get().choice;
      if (draft) submit(draft);
    },
    /** The connection broke: nobody knows whether what was on its way has arrived. */
    lost() {
      sent = false;
    },
    /** Sends what could not be sent, or was not answered when the connection broke. */
    resend() {
      if (!sent) transmit();
    },
  };
}
