/** Buttons for choices that have no point on the board, such as Pass. */

import { isPlanning } from "../core/planning.js";
import { mayChoose, ownAction } from "../core/store.js";
import { el } from "../dom/elements.js";
import { SettlingButton } from "./settling-button.js";

/**
 * @typedef {object} Listed
 * @property {SettlingButton} button
 * @property {Miai.Action | null} action what it chooses now; null: it takes the choice back
 * @property {string} about what the player agrees to by pressing it
 */

/** A choice that the game offers. @typedef {ReturnType<Miai.BoardModule["choices"]>[number]} Offered */

export class OtherChoices {
  element = el("span", { class: "choice-others" });
  /** Whether a press on one of these buttons is being handled, rather than one on the board. */
  isPressed = false;
  /** The buttons by their labels. @type {Map<string, Listed>} */
  #listed = new Map();
  #isFirst = true;
  #callbacks;

  /**
   * @param {object} callbacks
   * @param {Pick<Miai.BoardModule, "choices">} callbacks.board
   * @param {(action: Miai.Action | null) => void} callbacks.onAction
   * @param {() => void} callbacks.onGone called when a button that had the focus is removed
   */
  constructor(callbacks) {
    this.#callbacks = callbacks;
  }

  /**
   * Updates the buttons. A button that stays is never replaced, or a finger already on it would
   * press nothing. A new one never gets the focus, or a key pressed for the old one would press it
   * too.
   * @param {Miai.State} state
   */
  update(state) {
    const seat = state.you?.seat ?? null;
    const offered = seat !== null && mayChoose(state) ? this.#callbacks.board.choices(state.latest, seat, state.game.options) : [];
    const own = isPlanning(state) ? "" : JSON.stringify(ownAction(state.choice));
    const before = /** @type {HTMLElement[]} */ ([...this.element.children]);
    const focused = before.find((made) => made === document.activeElement);
    this.#removeOthers(new Set(offered.map(({ label }) => label)));
    offered.forEach((choice, index) => this.#show(choice, index, own));
    this.#isFirst = false;
    if (focused && !this.element.contains(focused)) this.#moveFocus(before);
  }

  /** Makes all buttons ignore presses for a moment. */
  settle() {
    for (const { button } of this.#listed.values()) button.settle();
  }

  /** @param {Set<string>} labels of the buttons that stay */
  #removeOthers(labels) {
    for (const [label, { button }] of this.#listed) {
      if (labels.has(label)) continue;
      button.element.remove();
      this.#listed.delete(label);
    }
  }

  /**
   * @param {Offered} choice
   * @param {number} index
   * @param {string} own the viewer's choice as JSON
   */
  #show({ label, action, about = "" }, index, own) {
    const known = this.#listed.get(label) ?? this.#add(label, about);
    if (known.about !== about) known.button.settle();
    const chosen = action !== null && JSON.stringify(action) === own;
    const { element } = known.button;
    // The second press of a double click must not take back what the first has chosen.
    if (this.isPressed && chosen !== (element.getAttribute("aria-pressed") === "true")) known.button.settle();
    Object.assign(known, { action: chosen ? null : action, about });
    known.button.setPossible(action !== null);
    element.setAttribute("aria-pressed", String(chosen));
    const there = this.element.children[index] ?? null;
    if (there !== element) this.element.insertBefore(element, there);
  }

  /**
   * @param {string} label
   * @param {string} about
   */
  #add(label, about) {
    const button = new SettlingButton(label, "button", () => {
      this.isPressed = true;
      this.#callbacks.onAction(listed.action);
      this.isPressed = false;
    });
    /** @type {Listed} */
    const listed = { button, action: null, about };
    if (!this.#isFirst) button.settle();
    this.#listed.set(label, listed);
    return listed;
  }

  /** The button that had the focus is gone. @param {HTMLElement[]} before all buttons that there were */
  #moveFocus(before) {
    const stays = before.find((made) => this.element.contains(made));
    if (stays) stays.focus();
    else this.#callbacks.onGone();
  }
}
