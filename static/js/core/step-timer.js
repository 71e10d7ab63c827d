/** Plays steps one after the other, each after the animation of the one before. No DOM. */

/** How long a step is shown: at least, and after its animation; in milliseconds. */
const PACE = 1600;
const REST = 700;
/** How often to check whether a step is still being animated, in milliseconds. */
const LOOK = 100;

/**
 * @typedef {object} Callbacks
 * @property {() => boolean} isAnimating whether a step is still being animated
 * @property {() => Promise<boolean>} showNext shows the next step; resolves to whether there are more
 * @property {() => void} onChange called when it starts or stops
 */

export class StepTimer {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #callbacks;

  /** @param {Callbacks} callbacks */
  constructor(callbacks) {
    this.#callbacks = callbacks;
  }

  get running() {
    return this.#timer !== undefined;
  }

  start() {
    this.#wait(PACE, false);
    this.#callbacks.onChange();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#callbacks.onChange();
  }

  /**
   * @param {number} pause
   * @param {boolean} animated whether an animation was running when this pause began
   */
  #wait(pause, animated) {
    clearTimeout(this.#timer);
    const mine = setTimeout(() => this.#goOn(mine, animated), pause);
    this.#timer = mine;
  }

  /**
   * @param {ReturnType<typeof setTimeout>} mine the timer that has run
   * @param {boolean} animated
   */
  async #goOn(mine, animated) {
    if (this.#callbacks.isAnimating()) return this.#wait(LOOK, true);
    if (animated) return this.#wait(REST, false);
    const more = await this.#callbacks.showNext();
    if (this.#timer !== mine) return; // stopped or restarted while the step was loading
    if (more) this.#wait(PACE, false);
    else this.stop();
  }
}
