/** Shows what the player has chosen and who can see it, and the buttons beside the board. */

import { gettext } from "../core/language.js";
import { isPlanning } from "../core/planning.js";
import { isFromFile, isOver, mayChoose, ownAction } from "../core/store.js";
import { button, el, say } from "../dom/elements.js";
import { announcer } from "../dom/live.js";
import { isOnItsWay, noticeWords, warningWords } from "./choice-words.js";
import { aloneWords } from "./leaving.js";
import { OtherChoices } from "./other-choices.js";
import { SettlingButton } from "./settling-button.js";

/**
 * @typedef {object} Callbacks
 * @property {Miai.BoardModule} board
 * @property {() => string | null} asked what the board asks for next in a choice of several parts
 * @property {(action: Miai.Action | null) => void} onAction null: takes the choice back
 * @property {() => void} onConfirm
 * @property {() => void} onEnd called when the only player who is left wants to end the game
 * @property {() => void} onGone called when a button that had the focus is removed
 * @property {() => void} onMoved called when a press here has moved the buttons of the bar
 * @property {string} loginAddress
 * @property {string} timeZone of the viewer
 */

/**
 * @param {HTMLElement} element
 * @param {Callbacks} callbacks
 */
export function mountChoice(element, callbacks) {
  return new ChoiceBar(element, callbacks);
}

class ChoiceBar {
  #element;
  #callbacks;
  #notice = el("p", { class: "choice-notice" });
  #warning = el("p", { class: "choice-warning" });
  #alone = el("p", { class: "choice-alone" });
  #confirm = new SettlingButton("", "button button--primary", () => this.#press(() => this.#callbacks.onConfirm()));
  #takeBack = new SettlingButton(gettext("Take back"), "button", () => this.#press(() => this.#callbacks.onAction(null)));
  #end = button(gettext("End the game"), "button", () => this.#callbacks.onEnd());
  #refusal = el("div", { id: "refusal-end-game", class: "refusal" });
  #step = -1;
  /** Whether a press on Confirm or Take back is being handled. */
  #isPressed = false;
  #others;
  #login;
  #buttons;
  #tellNotice = announcer();
  #tellWarning = announcer();
  #tellAlone = announcer();

  /**
   * @param {HTMLElement} element
   * @param {Callbacks} callbacks
   */
  constructor(element, callbacks) {
    this.#element = element;
    this.#callbacks = callbacks;
    this.#others = new OtherChoices(callbacks);
    this.#login = el("a", { class: "button", href: callbacks.loginAddress }, [gettext("Log in to play and chat")]);
    this.#buttons = el("div", { class: "choice-buttons" }, [this.#confirm.element, this.#others.element, this.#takeBack.element, this.#end, this.#login]);
    this.#end.id = "end-game";
    element.replaceChildren(this.#notice, this.#warning, this.#alone, this.#refusal, this.#buttons);
  }

  /** @param {Miai.State} state */
  update(state) {
    const [before, focused] = [this.#layout(), document.activeElement];
    this.#others.update(state);
    if (state.latest.step !== this.#step) this.#refusal.replaceChildren();
    this.#step = state.latest.step;
    this.#showWords(state);
    this.#showConfirm(state);
    const open = mayChoose(state);
    // An open choice is carried out as soon as it arrives, when it is too late to take it back.
    const canTakeBack = state.latest.sealed || state.choice.draft !== null;
    this.#takeBack.element.hidden = !open || isPlanning(state) || ownAction(state.choice) === null || !canTakeBack;
    this.#login.hidden = state.you !== null || isOver(state) || isFromFile(state);
    this.#end.hidden = this.#alone.hidden || !state.you?.may.includes("resign");
    this.#buttons.hidden = !open && this.#login.hidden && this.#end.hidden;
    this.#element.hidden = !this.#notice.textContent && this.#alone.hidden && this.#login.hidden;
    if ((this.#isPressed || this.#others.isPressed) && this.#layout() !== before) this.#settle();
    if ([this.#confirm, this.#takeBack].some(({ element }) => element.hidden && element === focused)) this.#callbacks.onGone();
  }

  /** @param {() => void} then */
  #press(then) {
    this.#isPressed = true;
    then();
    this.#isPressed = false;
  }

  /** Which buttons are shown: when that changes the others move. */
  #layout() {
    return [this.#confirm, this.#takeBack].map(({ element }) => element.hidden).join();
  }

  /** Makes all buttons ignore presses for a moment: one may have taken the place of the one just pressed. */
  #settle() {
    this.#confirm.settle();
    this.#others.settle();
    this.#takeBack.settle();
    this.#callbacks.onMoved();
  }

  /** @param {Miai.State} state */
  #showWords(state) {
    const { board, asked } = this.#callbacks;
    say(this.#notice, noticeWords(state, board, asked()));
    say(this.#warning, warningWords(state));
    this.#warning.hidden = !this.#warning.textContent;
    say(this.#alone, aloneWords(state, this.#callbacks.timeZone, Date.now()));
    this.#alone.hidden = !this.#alone.textContent;
    this.#notice.dataset.state = noticeState(state);
    this.#element.toggleAttribute("data-moment", state.choice.moment);
    // Not while sending: the answer usually comes before a screen reader could say so.
    if (this.#notice.dataset.state !== "sending" || state.connection === "lost") this.#tellNotice(this.#notice.textContent ?? "");
    this.#tellWarning(this.#warning.textContent ?? "");
    this.#tellAlone(this.#alone.textContent ?? "");
  }

  /** @param {Miai.State} state */
  #showConfirm(state) {
    // While the board asks for the next part of another choice, it does not show this one.
    const isShown = this.#callbacks.asked() === null;
    this.#confirm.element.hidden = !mayChoose(state) || state.choice.draft === null || !isShown;
    say(this.#confirm.element, confirmWords(state));
  }
}

/** @param {Miai.State} state */
function confirmWords({ latest, choice }) {
  if (choice.moment) return gettext("Send now");
  return latest.sealed ? gettext("Seal") : gettext("Confirm");
}

/**
 * `watching`, `open`, `draft`, `sending` or `sealed`.
 * @param {Miai.State} state
 */
function noticeState(state) {
  const { draft, kept } = state.choice;
  if (!mayChoose(state)) return "watching";
  if (draft) return "draft";
  if (isOnItsWay(state)) return "sending";
  return kept ? "sealed" : "open";
}
