/**
 * The parts common to all boards of points: drawing, points, bubble, refusals, and the animation of
 * a step.
 */

import { Bubble } from "./bubble.js";
import { place, shareOf, SPACE } from "./frame.js";
import { pointName } from "./grid.js";
import { loupeHint } from "./loupe-hint.js";
import { magnifierOf } from "./magnifier.js";
import { drawPlan } from "./plan-marks.js";
import { drawExplained, explainedGroup } from "./explained.js";
import { playScenes } from "./play-scenes.js";
import { Points } from "./pointing.js";
import { set, svg } from "./svg.js";
import { Zoom } from "./zoom.js";

/** The events that hide a refusal. */
const FORGET = ["pointerdown", "keydown"];

/**
 * @typedef {object} GridBoardParts
 * @property {import("./frame.js").Frame} frame
 * @property {string} label what the board is, for screen readers
 * @property {import("./pointing.js").Pointing} pointing
 * @property {() => {[code: string]: string}} refusals why a choice was refused, by code
 */

/** A game whose positions have a board. @typedef {Miai.AnyGame & {position: {board: unknown}}} BoardGame */

/** @template {BoardGame} G */
export class GridBoard {
  /** The shown board; null before the first step. @type {G["position"]["board"] | null} */
  #board = null;
  /** @type {import("./play-scenes.js").Play | null} */
  #play = null;
  /** @type {() => {[code: string]: string}} */
  #refusals;
  /** @type {ReturnType<typeof refusedFrame>} */
  #refused;
  /** @type {ReturnType<typeof loupeHint>} */
  #hint;
  /**
   * Hides a refusal at the next press: by then it has been read.
   * @param {Event} event
   */
  #forget = (event) => {
    const reads = event instanceof KeyboardEvent && event.key !== "Escape";
    if (!reads && this.bubble.kind === "refused") this.bubble.hide();
  };

  /**
   * @param {HTMLElement} element
   * @param {Miai.BoardCallbacks<G>} callbacks
   * @param {Miai.BoardView<G>} view
   * @param {GridBoardParts} parts
   */
  constructor(element, callbacks, view, { frame, label, pointing, refusals }) {
    this.element = element;
    this.callbacks = callbacks;
    this.view = view;
    this.frame = frame;
    this.#refusals = refusals;
    const { root, across, down } = frame;
    element.replaceChildren(root);
    this.zoom = new Zoom(element, root, () => this.bubble.hide());
    const magnifier = magnifierOf(root);
    this.points = new Points(frame.extent, pointing, { root, zoom: this.zoom, magnifier, open: () => this.view.open });
    root.setAttribute("role", "grid");
    root.setAttribute("aria-label", label);
    this.plan = svg("g", { class: "board-plan", "aria-hidden": "true" });
    this.explained = explainedGroup();
    root.append(this.explained, this.plan, this.points.group);
    element.style.setProperty("--across", String(across));
    element.style.setProperty("--down", String(down));
    element.append(magnifier.element);
    this.#refused = refusedFrame(root);
    this.bubble = new Bubble(element, () => this.#refused.show(null));
    this.#hint = loupeHint(root, this.bubble);
    for (const type of FORGET) document.addEventListener(type, this.#forget, { capture: true });
  }

  /**
   * Draws everything from scratch.
   * @param {Miai.BoardView<G>} next
   */
  update(next) {
    const last = this.view;
    const another = this.isAnother(next);
    this.view = next;
    drawPlan(this.plan, next.plan ?? []);
    drawExplained(this.explained, next.explained ?? []);
    if (another) this.#showAnother();
    else this.redraw();
    this.#hint(next.open && !next.explained?.length); // one thing at a time
    if (next.refusal && next.refusal !== last.refusal) this.refuse(next.refusal, last);
    else if (!next.refusal && last.refusal && this.bubble.kind === "refused") this.bubble.hide();
  }

  destroy() {
    this.finish();
    for (const type of FORGET) document.removeEventListener(type, this.#forget, { capture: true });
    this.element.removeAttribute("data-zoomed");
    this.element.replaceChildren();
  }

  /**
   * Whether a view shows a step other than the one on the board.
   * @param {Miai.BoardView<G>} next
   */
  isAnother(next) {
    return this.#board === null || this.view.step.step !== next.step.step;
  }

  /**
   * Shows another step.
   * @param {G["position"]["board"] | null} _before the earlier board if the step is to be animated; null: no animation
   */
  showStep(_before) {
    this.settle();
  }

  /** Draws the current state without animation. */
  settle() {}

  /** Draws the current state. During an animation nothing is drawn, because its end does that. */
  redraw() {
    if (!this.playing) this.settle();
  }

  /** Whether a step is being animated. */
  get playing() {
    return this.#play?.playing() ?? false;
  }

  /** Ends the current animation, if any. */
  finish() {
    this.#play?.finish();
  }

  /**
   * @template Scene
   * @param {Scene[]} scenes
   * @param {(scene: Scene) => Animation[]} begin
   * @param {() => void} onEnd
   */
  play(scenes, begin, onEnd) {
    this.#play = playScenes(scenes, begin, onEnd);
  }

  /**
   * Says why a choice at a point was refused.
   * @param {Miai.Refusal} refusal
   * @param {Miai.BoardView<G>} _last the view at the time of the choice
   */
  refuse({ at, code, message }, _last) {
    if (Array.isArray(at)) this.say(/** @type {Miai.Point} */ (at), this.#refusals()[code] ?? message);
  }

  /**
   * Shows a note about a point: why nothing happened there, or what is there. A refusal names the
   * point and frames it.
   * @param {Miai.Point} at
   * @param {string | (string | Node)[]} content
   * @param {"refused" | "numbers" | "note"} [kind]
   */
  say(at, content, kind = "refused") {
    const told = [content].flat();
    const said = kind === "refused" ? [`${pointName(at, this.frame.extent)}: `, ...told] : told;
    this.bubble.show(this.zoom.place(shareOf(this.frame, at)), said, kind);
    this.#refused.show(kind === "refused" ? at : null);
  }

  #showAnother() {
    const { step, animate } = this.view;
    const before = animate ? this.#board : null;
    this.points.forget();
    this.finish();
    this.#board = step.position.board;
    this.showStep(before);
  }
}

/**
 * A frame around the point of a refused choice.
 * @param {SVGElement} root
 */
function refusedFrame(root) {
  const paths = ["refused-casing", "refused-frame"].map((name) => svg("path", { class: name }));
  const group = svg("g", { "aria-hidden": "true" }, paths);
  root.append(group);
  return {
    /** @param {Miai.Point | null} at null: none */
    show(at) {
      const [x, y] = place(at ?? [0, 0]);
      const half = 0.46 * SPACE;
      const d = at ? `M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}z` : "";
      for (const path of paths) set(path, { d });
    },
  };
}
