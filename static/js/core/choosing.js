/** Takes a choice to the server: drafts, checks and sends it, again after a lost connection. No DOM. */

import { MOMENT } from "./confirming.js";
import { pauseAfter, UNAVAILABLE } from "./own-choice.js";
import { mayChoose } from "./store.js";

/**
 * @typedef {object} Page
 * @property {Pick<import("./store.js").Store, "get" | "dispatch">} store
 * @property {(command: Miai.Command) => boolean} send returns whether the command went out
 * @property {() => number} nextId
 * @property {(id: number) => Miai.Order} order this page's sequence number for the command with this id
 * @property {(state: Miai.State, action: Miai.Action) => boolean} confirms whether a choice waits for Confirm
 * @property {(state: Miai.State, action: Miai.Action) => boolean} [lingers] whether it waits for a moment
 * @property {(step: number, action: Miai.Action) => Promise<Miai.Error | null>} [check] asks the server
 *   why an action cannot be sealed; null: it can, or the server did not say
 * @property {(then: () => void, milliseconds: number) => unknown} [later]
 */

export class Chooser {
  /** The last command, which may be unanswered. @type {Miai.SealAction | Miai.WithdrawAction | null} */
  #last = null;
  /** Whether the last command went out on the current connection. */
  #sent = false;
  /** How often in a row the last command could not be stored. */
  #refused = 0;
  #page;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
  }

  /** @param {Miai.Action | null} action null: take the choice back */
  choose(action) {
    const { store, confirms, lingers, later = setTimeout } = this.#page;
    const state = store.get();
    if (!mayChoose(state)) return;
    const { kept, wanted, draft } = state.choice;
    if (action === null) {
      if (draft !== null) store.dispatch({ type: "choice.drafted", action: null });
      else if (kept !== null || wanted) this.#submit(null);
    } else if (confirms(state, action)) this.#draft(action, false);
    else if (lingers?.(state, action)) {
      this.#draft(action, true);
      later(() => this.#hurry(action), MOMENT);
    } else this.#submit(action);
  }

  /** Shows a choice, which then waits for Confirm. @param {Miai.Action} action */
  draft(action) {
    const { store } = this.#page;
    if (mayChoose(store.get())) store.dispatch({ type: "choice.drafted", action });
  }

  /** Seals the choice that waits for Confirm. */
  confirm() {
    const { draft } = this.#page.store.get().choice;
    if (draft) this.#submit(draft);
  }

  /** Sends the choice that waits for a moment; returns whether there was one. */
  hurry() {
    return this.#hurry(null);
  }

  /** The connection broke: a command that was on its way may or may not have arrived. */
  lost() {
    this.#sent = false;
  }

  /**
   * Sends the last command again if it could not be sent or was unanswered when the connection
   * broke. This happens even if the turn is over: only the server knows whether the choice was
   * played in it. If only a leave came in between, the choice is sent for the new step.
   * A draft is checked again: while there was no connection nobody could refuse it.
   */
  resend() {
    const { draft } = this.#page.store.get().choice;
    if (draft !== null) this.#verify(draft);
    this.#sendAgain();
  }

  /**
   * Hears an answer of the server. If it could not store the choice, or does not know whether it
   * has, the same command is sent again after a pause. The server recognises a command that it has
   * carried out before.
   * @param {Miai.ServerEvent} event
   * @param {number} [chance] from 0 to 1
   */
  hear(event, chance) {
    if (event.type !== "error" || this.#last === null || event.id !== this.#last.id) return;
    if (event.code !== UNAVAILABLE) return;
    const { later = setTimeout } = this.#page;
    const last = this.#last;
    this.#sent = false;
    later(() => last === this.#last && this.#sendAgain(), pauseAfter(this.#refused++, chance));
  }

  #sendAgain() {
    const { id, step, wanted } = this.#page.store.get().choice;
    const last = this.#last;
    if (this.#sent || last === null || last.id !== id) return;
    this.#sent = this.#page.send(wanted === undefined ? last : { ...last, step });
  }

  /** @param {Miai.Action | null} action */
  #submit(action) {
    const { store, nextId, order, send } = this.#page;
    const { step } = store.get().choice;
    const id = nextId();
    store.dispatch({ type: "choice.sent", action, id });
    this.#refused = 0;
    const given = { id, step, order: order(id) };
    this.#last = action ? { type: "action.seal", ...given, action } : { type: "action.withdraw", ...given };
    this.#sent = send(this.#last);
  }

  /**
   * Drafts a choice that waits for Confirm or for a moment, and drops it at once if the server
   * does not allow it.
   * @param {Miai.Action} action
   * @param {boolean} moment
   */
  async #draft(action, moment) {
    this.#page.store.dispatch({ type: "choice.drafted", action, moment });
    await this.#verify(action);
  }

  /**
   * Asks the server whether a draft can be sealed, and drops it if not. A draft outlives a step in
   * which somebody only left; an answer about that step then says nothing about the next.
   * @param {Miai.Action} action
   */
  async #verify(action) {
    const { store, check } = this.#page;
    const { step } = store.get().choice;
    const refused = await check?.(step, action);
    if (refused && store.get().choice.step === step) store.dispatch({ type: "choice.refused", action, refused });
  }

  /**
   * Sends the choice that waits for a moment; returns whether there was one.
   * @param {Miai.Action | null} only if not null, only this choice is sent
   */
  #hurry(only) {
    const { draft, moment } = this.#page.store.get().choice;
    if (!moment || draft === null || (only && draft !== only)) return false;
    this.#submit(draft);
    return true;
  }
}
