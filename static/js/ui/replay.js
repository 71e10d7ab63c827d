/** The controls for replaying a game: first, back, play, forward, last, a slider and arrow keys. */

import { gettext, pgettext } from "../core/language.js";
import { StepTimer } from "../core/step-timer.js";
import { isFromFile, isOver } from "../core/store.js";
import { button, el, say, setPossible } from "../dom/elements.js";
import { icon } from "./icons.js";

/** How long to wait for `change` after the slider was let go, in milliseconds. */
const LOOK = 100;

/**
 * @typedef {object} Callbacks
 * @property {() => Miai.State} state
 * @property {() => number[]} stops the steps at which the replay stops, in order
 * @property {(step: number) => Promise<void>} onStep the last step means back to the present
 * @property {() => boolean} isPlaying whether the board is still animating a step
 */

/**
 * @param {HTMLElement} element
 * @param {HTMLElement} notice the place for the note that the viewer is looking at the past
 * @param {Callbacks} callbacks
 */
export function mountReplay(element, notice, callbacks) {
  return new Replay(element, notice, callbacks);
}

class Replay {
  #callbacks;
  #timer = new StepTimer({
    isAnimating: () => this.#callbacks.isPlaying(),
    showNext: () => this.#showNext(),
    onChange: () => this.#showPlaying(),
  });
  /** Whether the slider is being dragged: then it only shows the number; the step loads on release. */
  #dragged = false;
  #notice;
  #first = tool("first", gettext("First step"), () => this.#walkTo(0));
  #back = tool("back", gettext("One step back"), () => this.#walkTo(this.#before));
  #play = tool("play", "", () => this.#toggle());
  #forward = tool("forward", gettext("One step forward"), () => this.#walkTo(this.#after));
  #end = tool("last", gettext("Last step"), () => this.#walkTo(this.#last));
  #slider = el("input", { type: "range", min: 0, class: "replay-slider", "aria-label": gettext("Step") });
  #count = el("span", { class: "replay-count" });
  #where = el("span");

  /**
   * @param {HTMLElement} element
   * @param {HTMLElement} notice
   * @param {Callbacks} callbacks
   */
  constructor(element, notice, callbacks) {
    this.#callbacks = callbacks;
    this.#notice = notice;
    element.replaceChildren(el("div", { class: "replay", role: "group", "aria-label": gettext("Step through the game") }, [
      this.#first, this.#back, this.#play, this.#forward, this.#end, this.#slider, this.#count,
    ]));
    const now = button(gettext("Back to the current turn"), "button button--primary replay-now", () => this.#walkTo(this.#last));
    notice.replaceChildren(el("p", { class: "replay-past" }, [this.#where, now]));
    this.#listenToSlider();
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#showPlaying();
  }

  /** Plays the whole game from its first step. The button that stops it gets the focus. */
  async playAll() {
    this.#timer.stop();
    this.#play.focus({ preventScroll: true });
    await this.#go(0);
    if (this.#last > 0) this.#timer.start();
  }

  /** @param {Miai.State} state */
  update(state) {
    const shown = this.#here;
    const stops = this.#callbacks.stops();
    this.#slider.max = String(stops.length - 1);
    if (!this.#dragged) this.#slider.value = String(stops.filter((step) => step < shown).length);
    this.#slider.disabled = this.#last === 0;
    setPossible(this.#play, this.#last > 0);
    for (const tool of [this.#first, this.#back]) setPossible(tool, shown > 0);
    for (const tool of [this.#forward, this.#end]) setPossible(tool, shown < this.#last);
    if (!this.#dragged) this.#showCount(shown);
    // In a finished game or a file there is no present to go back to.
    this.#notice.hidden = state.past === null || isOver(state) || isFromFile(state);
    say(this.#where, gettext("You are looking at step %(step)s of %(steps)s.", { step: shown, steps: this.#last }));
  }

  /** The step that is shown. */
  get #here() {
    const { past, latest } = this.#callbacks.state();
    return (past ?? latest).step;
  }

  get #last() {
    return this.#callbacks.state().latest.step;
  }

  get #after() {
    return this.#callbacks.stops().find((step) => step > this.#here) ?? this.#last;
  }

  get #before() {
    return this.#callbacks.stops().filter((step) => step < this.#here).at(-1) ?? 0;
  }

  /** @param {number} step */
  async #go(step) {
    const wanted = Math.min(Math.max(0, step), this.#last);
    if (wanted !== this.#here) await this.#callbacks.onStep(wanted);
  }

  /** Goes to a step on the viewer's request, which ends playing. @param {number} step */
  #walkTo(step) {
    this.#timer.stop();
    this.#go(step);
  }

  async #toggle() {
    if (this.#timer.running) return this.#timer.stop();
    const again = this.#here >= this.#last;
    this.#timer.start();
    if (again) await this.#go(0);
  }

  /** Shows the next step while playing; returns whether there are more. */
  async #showNext() {
    const was = this.#here;
    await this.#go(this.#after);
    return this.#here < this.#last && this.#here !== was;
  }

  #listenToSlider() {
    this.#slider.addEventListener("input", () => {
      this.#timer.stop();
      this.#dragged = true;
      this.#showCount(this.#slid);
    });
    this.#slider.addEventListener("change", () => {
      this.#dragged = false;
      this.#go(this.#slid);
    });
    // There is no `change` if the slider is let go where the drag began.
    for (const over of ["pointerup", "pointercancel", "blur"]) {
      this.#slider.addEventListener(over, () => setTimeout(() => this.#letGo(), LOOK));
    }
  }

  /** Follows the game again after a drag that has changed nothing. */
  #letGo() {
    if (!this.#dragged) return;
    this.#dragged = false;
    this.update(this.#callbacks.state());
  }

  /** The step at which the slider is. */
  get #slid() {
    return this.#callbacks.stops()[Number(this.#slider.value)] ?? this.#last;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const busy = /** @type {Element} */ (event.target).closest("input, textarea, select, dialog, [role=tablist], .board");
    if (event.defaultPrevented || busy || event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {{[key: string]: () => number}} */
    const steps = { ArrowLeft: () => this.#before, ArrowRight: () => this.#after, Home: () => 0, End: () => this.#last };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    this.#walkTo(step());
  }

  /** @param {number} step */
  #showCount(step) {
    say(this.#count, `${step} / ${this.#last}`);
    this.#slider.setAttribute("aria-valuetext", gettext("Step %(step)s of %(steps)s", { step, steps: this.#last }));
  }

  #showPlaying() {
    const stopped = !this.#timer.running;
    this.#play.replaceChildren(icon(stopped ? "play" : "pause"));
    nameTool(this.#play, stopped ? pgettext("a button", "Play") : pgettext("a button", "Stop"));
  }
}

/**
 * A button with an icon.
 * @param {string} name of the icon
 * @param {string} label
 * @param {() => void} onClick
 */
function tool(name, label, onClick) {
  const made = button("", "replay-button", onClick);
  made.append(icon(name));
  nameTool(made, label);
  return made;
}

/**
 * @param {HTMLElement} made
 * @param {string} label
 */
function nameTool(made, label) {
  made.setAttribute("aria-label", label);
  made.title = label;
}
