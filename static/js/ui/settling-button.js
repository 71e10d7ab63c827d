/** A button that ignores presses at first: they were meant for what stood in its place a moment before. */

import { button } from "../dom/elements.js";

/** How long a new button ignores presses, in milliseconds. */
const SETTLES = 700;

export class SettlingButton {
  /** Whether pressing it does something now. */
  #possible = true;
  /** Runs while presses are ignored. @type {ReturnType<typeof setTimeout> | undefined} */
  #settling;

  /**
   * @param {string} label
   * @param {string} className
   * @param {() => void} onPress
   */
  constructor(label, className, onPress) {
    this.element = button(label, className, () => {
      if (this.#possible && this.#settling === undefined) onPress();
    });
  }

  /** Ignores presses for a moment. */
  settle() {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#settling = undefined;
      this.#show();
    }, SETTLES);
    this.#show();
  }

  /** @param {boolean} possible */
  setPossible(possible) {
    this.#possible = possible;
    this.#show();
  }

  #show() {
    // Not the attribute `disabled`, which would take the focus from the button.
    this.element.setAttribute("aria-disabled", String(!this.#possible || this.#settling !== undefined));
  }
}
