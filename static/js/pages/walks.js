/**
 * Boards of a rules page that can be stepped through: elements with `data-walk`. The first one
 * plays by itself when it comes into view, unless motion is to be reduced; the others play on
 * request.
 */

import { shaped } from "../core/json.js";
import { gettext, pgettext } from "../core/language.js";
import { button, el, readJson, say } from "../dom/elements.js";
import { announce } from "../dom/live.js";
import { icon } from "../ui/icons.js";

/** @typedef {{lines: Miai.Step[], seats: Miai.Seat[], options: Miai.Json, says: string[], me: number | null}} Walk */

/** @type {{[name: string]: Walk}} */
const walks = shaped(readJson("walks"), {});
/** @type {Miai.Palette} */
const palette = shaped(readJson("palette"), {});
const { motion = "system" } = document.documentElement.dataset;
const still = motion === "reduced" || (motion === "system" && matchMedia("(prefers-reduced-motion: reduce)").matches);
const preferences = /** @type {Miai.Preferences} */ ({ heat: true, everywhere: true });

/**
 * How long a step is shown, in milliseconds: the minimum, and the time for each letter of its text.
 */
const SEEN = 1200;
const READ = 45;
/** How often to check whether a step is still being animated, in milliseconds. */
const LOOK = 100;

/** A board that plays the steps of a walk. */
class WalkPlayer {
  #figure;
  #board;
  #walk;
  #handle;
  /** The index of the shown step. */
  #here = 0;
  /** The timer until the next step, while the walk plays. @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #back = this.#tool("back", gettext("One step back"), -1);
  #forward = this.#tool("forward", gettext("One step forward"), 1);
  #playing = button("", "button", () => (this.#timer === undefined ? this.play() : this.#stop()));
  #count = el("span", { class: "walk-count" });

  /**
   * @param {HTMLElement} figure
   * @param {HTMLElement} place
   * @param {Miai.BoardModule} board
   * @param {Walk} walk
   */
  constructor(figure, place, board, walk) {
    this.#figure = figure;
    this.#board = board;
    this.#walk = walk;
    this.#handle = board.mount(place, callbacksFor(walk));
    figure.querySelector(".walk-bar")?.replaceChildren(this.#playing, this.#back, this.#forward, this.#count);
    // Touching the board stops the walk, so that the viewer can look at it.
    for (const type of ["pointerdown", "keydown"]) place.addEventListener(type, () => this.#stop());
    this.#showPlaying();
    this.#show(0);
  }

  /** Plays to the last step; starts from the first if the last is already shown. */
  play() {
    if (this.#here === this.#last) this.#show(0);
    this.#timer = setTimeout(() => this.#goOn(), this.#pause());
    this.#showPlaying();
  }

  get #last() {
    return this.#walk.lines.length - 1;
  }

  /**
   * A button that goes a number of steps forward or back.
   * @param {string} name of its icon
   * @param {string} label
   * @param {number} steps
   */
  #tool(name, label, steps) {
    const made = button("", "button", () => {
      this.#stop();
      this.#show(this.#here + steps);
      announce(this.#wordsOf(this.#here));
    });
    made.append(icon(name), el("span", { class: "visually-hidden" }, [label]));
    return made;
  }

  #goOn() {
    const isPlaying = this.#handle.isPlaying?.() ?? false;
    if (!isPlaying) this.#show(this.#here + 1);
    if (!isPlaying && this.#here === this.#last) return this.#stop();
    this.#timer = setTimeout(() => this.#goOn(), isPlaying ? LOOK : this.#pause());
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#showPlaying();
  }

  /** How long it takes to read the step's text, in milliseconds. */
  #pause() {
    return SEEN + READ * this.#wordsOf(this.#here).length;
  }

  #showPlaying() {
    const [name, label] = this.#timer === undefined ? ["play", pgettext("a button", "Play")] : ["pause", pgettext("a button", "Pause")];
    this.#playing.replaceChildren(icon(name), label);
  }

  /** @param {number} n */
  #wordsOf(n) {
    const { lines, seats, options, says } = this.#walk;
    return says[n] ?? `${this.#board.words(lines[n]?.events ?? [], seats, options, earlierIn(lines, n)).join(". ")}.`;
  }

  /** @param {number} to */
  #show(to) {
    const { lines, seats, options, me } = this.#walk;
    const animate = to === this.#here + 1 && !still;
    this.#here = Math.min(Math.max(to, 0), this.#last);
    const step = lines[this.#here];
    if (!step) return;
    this.#handle.update({
      step, seats, options, me, own: null, earlier: null, draft: false, sealed: false, open: false, refusal: null, animate, preferences, palette,
    });
    this.#back.setAttribute("aria-disabled", String(this.#here === 0));
    this.#forward.setAttribute("aria-disabled", String(this.#here === this.#last));
    say(this.#count, gettext("%(step)s of %(steps)s", { step: this.#here + 1, steps: lines.length }));
    const words = this.#figure.querySelector(".walk-says");
    if (words) say(words, this.#wordsOf(this.#here));
  }
}

/**
 * The callbacks of a board on which nothing can be chosen.
 * @param {Walk} walk
 * @returns {Miai.BoardCallbacks}
 */
function callbacksFor({ lines }) {
  return {
    onAction() {},
    onDraft() {},
    onConfirm() {},
    async extra(name, step) {
      const position = lines.find((each) => each.step === step)?.position;
      return position && name in position ? position : null;
    },
    sidePanel: el("div"),
  };
}

/**
 * Calls back once, when most of an element is in view.
 * @param {Element} element
 * @param {() => void} then
 */
function whenSeen(element, then) {
  const watch = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      then();
    },
    { threshold: 0.6 },
  );
  watch.observe(element);
}

/**
 * The earlier events of a step's turn. The `turn` of a step is the one that comes after it.
 * @param {Miai.Step[]} lines
 * @param {number} at
 */
function earlierIn(lines, at) {
  const turn = lines[at - 1]?.turn;
  return lines.slice(1, Math.max(at, 1)).flatMap(({ events }, n) => (lines[n]?.turn === turn ? events : []));
}

for (const [n, figure] of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-walk]")).entries()) {
  const walk = walks[figure.dataset.walk ?? ""];
  const place = /** @type {HTMLElement | null} */ (figure.querySelector(".board"));
  if (walk && place) import(place.dataset.module ?? "").then((board) => {
    const player = new WalkPlayer(figure, place, board, walk);
    if (n === 0 && !still) whenSeen(place, () => player.play());
  });
}
