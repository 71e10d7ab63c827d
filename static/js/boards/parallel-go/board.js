/** The board of Parallel Go. It draws what it is told and knows no rules. */

import { el } from "../../dom/elements.js";
import { keyed } from "../../dom/keyed.js";
import { atPoint } from "../shared/frame.js";
import { includesPoint } from "../shared/grid.js";
import { StoneBoard } from "../shared/stone-board.js";
import { RADIUS } from "../shared/stones.js";
import { svg } from "../shared/svg.js";
import { scenesOf } from "./conflict.js";
import { markWords, standing } from "./counting-words.js";
import { markAt, takesAll } from "./counting.js";
import { drawClashes, drawPosition, LAYERS } from "./drawing.js";
import { describePoint, whyProhibited } from "./points.js";
import { refusals } from "./words.js";

/** @typedef {Miai.ParallelGo.Game} Game */

/** Two taps on a stone within this many milliseconds count as one: the second does not confirm. */
const TWICE = 500;

/** @extends {StoneBoard<Game, (typeof LAYERS)[number]>} */
export class ParallelGoBoard extends StoneBoard {
  /** When the mark that waits for Confirm first appeared. */
  #drafted = 0;

  /**
   * @param {HTMLElement} element
   * @param {Miai.BoardCallbacks<Game>} callbacks
   * @param {Miai.BoardView<Game>} view
   */
  constructor(element, callbacks, view) {
    const look = (/** @type {Miai.Point | null} */ at) => this.#look(at);
    const hold = (/** @type {Miai.Point} */ at) => this.#hold(at);
    const choose = (/** @type {Miai.Point} */ at, /** @type {boolean} */ finger) => this.#choose(at, finger);
    const pointing = { onChoose: choose, onLook: look, onHold: hold };
    super(element, callbacks, view, { layers: LAYERS, pointing, refusals });
  }

  /**
   * @param {Miai.Stone[][] | null} before
   * @override
   */
  showStep(before) {
    this.bubble.hide();
    this.#look(null);
    const scenes = before ? scenesOf(before, this.view.step.events) : [];
    if (!scenes.length) return this.settle();
    this.#describe();
    this.playStones(scenes);
  }

  /**
   * Draws the current state without animation.
   * @override
   */
  settle() {
    const { step, seats } = this.view;
    drawPosition(this.groups, this.stones, this.symbols, step.position, seats);
    drawClashes(this.groups.clashed, this.symbols, step, seats);
    this.drawOwn();
    this.#describe();
  }

  /** Updates the labels for screen readers, without waiting for the animation. */
  #describe() {
    this.points.describe((point) => describePoint(point, this.view));
  }

  /** Whether stones are being marked instead of placed. */
  get #counting() {
    return this.view.step.phase === "counting";
  }

  /**
   * @param {Miai.Point} at
   * @param {boolean} finger whether a finger tapped, so that nothing was previewed
   */
  #choose(at, finger) {
    this.finish();
    this.#look(null);
    if (this.bubble.kind === "refused") this.bubble.hide();
    const note = this.#noteAt(at);
    if (note) this.say(at, note, "note");
    if (!this.view.open) return;
    if (this.#counting) this.#mark(at, finger);
    else this.callbacks.onAction(this.isOwn(at) ? null : { type: "place", at });
  }

  /**
   * Marks a stone. After a tap the mark is first shown as a draft, because nothing previewed it; so
   * is a mark that takes all stones of a side. Choosing the same stones again confirms it.
   * @param {Miai.Point} at
   * @param {boolean} shownFirst
   */
  #mark(at, shownFirst) {
    const { step, own, draft } = this.view;
    const mark = markAt(step.position, at);
    if (mark && draft && own?.type === "mark" && includesPoint(mark.stones, own.at)) {
      if (performance.now() - this.#drafted > TWICE) this.callbacks.onConfirm();
    } else if (mark && (shownFirst || takesAll(step.position, mark))) {
      this.#drafted = performance.now();
      this.callbacks.onDraft({ type: "mark", at });
      this.#sayMark(at, mark);
    } else this.callbacks.onAction(this.isOwn(at) ? null : { type: "mark", at });
  }

  /**
   * Shows a typed mark as a draft first.
   * @param {Game["action"]} action
   */
  takesTyped(action) {
    const mark = action.type === "mark" ? markAt(this.view.step.position, action.at) : null;
    if (action.type !== "mark" || !mark || !this.view.open) return false;
    this.#mark(action.at, true);
    return true;
  }

  /**
   * Shows what pointing at a point means: the stone that the viewer would place, or the stones that
   * they would mark and the resulting count; also what a cross means.
   * @param {Miai.Point | null} at
   */
  #look(at) {
    if (this.bubble.kind === "note") this.bubble.hide();
    if (this.playing) return;
    const { step, open } = this.view;
    const empty = at !== null && step.position.board[at[1]]?.[at[0]] === null;
    const mine = at !== null && open && !this.isOwn(at);
    if (this.#counting) this.#showMark(mine && !empty ? at : null);
    else this.drawGhost(mine && empty ? at : null);
    if (at) this.#sayWhy(at);
  }

  /**
   * Explains only the cross on a point.
   * @param {Miai.Point} at
   */
  #hold(at) {
    this.#look(null);
    if (!this.playing) this.#sayWhy(at);
  }

  /** @param {Miai.Point} at */
  #sayWhy(at) {
    const note = whyProhibited(at, this.view);
    if (note && this.bubble.kind !== "refused") this.say(at, note, "note");
  }

  /**
   * Shows the stones that a tap would mark, and the resulting count.
   * @param {Miai.Point | null} at null: none
   */
  #showMark(at) {
    const mark = at && markAt(this.view.step.position, at);
    this.drawAims(mark ? mark.stones : [], (point) => ringAt(point, "aim-ring"));
    if (at && mark) this.#sayMark(at, mark);
  }

  /**
   * @param {Miai.Point} at
   * @param {Miai.ParallelGo.PossibleMark} mark
   */
  #sayMark(at, mark) {
    const { step, seats, me } = this.view;
    const what = el("strong", {}, [markWords(mark, takesAll(step.position, mark), seats, me)]);
    this.say(at, [what, standing(mark.points, seats)], "note");
  }

  /**
   * The viewer's own stone, or the stones that they are about to mark.
   * @override
   */
  drawOwn() {
    const { own, step } = this.view;
    const mark = own?.type === "mark" ? markAt(step.position, own.at) : null;
    if (!mark) return super.drawOwn();
    const entries = new Map(mark.stones.map((at) => [`${at}:mark`, at]));
    keyed(this.groups.own, entries, (at) => ringAt(at, "own-ring"));
    this.points.group.toggleAttribute("data-chosen", true);
  }

  /**
   * The note that a tap on a point shows; null if there is none.
   * @param {Miai.Point} at
   */
  #noteAt(at) {
    const { step, me } = this.view;
    const accepted = this.#counting && me !== null && (step.position.accepted ?? []).includes(me);
    return accepted ? (refusals()["not-awaited"] ?? null) : whyProhibited(at, this.view);
  }
}

/**
 * A dashed ring around a stone.
 * @param {Miai.Point} at
 * @param {string} name of the class
 */
function ringAt(at, name) {
  return atPoint(at, [svg("circle", { class: name, "data-sealed": false, r: 1.1 * RADIUS })]);
}
