/** The board of Parallel Go. It draws what it is given and holds no rules. */

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

/** Two taps on a stone within so long, in milliseconds, are one: the second confirms nothing. */
const TWICE = 500;

/** @extends {StoneBoard<Game, (typeof LAYERS)[number]>} */
export class ParallelGoBoard extends StoneBoard {
  /** When the mark that waits for Confirm was first shown. */
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
   * Draws everything as it is.
   * @override
   */
  settle() {
    const { step, seats } = this.view;
    drawPosition(this.groups, this.stones, this.symbols, step.position, seats);
    drawClashes(this.groups.clashed, this.symbols, step, seats);
    this.drawOwn();
    this.#describe();
  }

  /** Says what is where, without waiting for what is played. */
  #describe() {
    this.points.describe((point) => describePoint(point, this.view));
  }

  /** Whether stones are marked now, not placed. */
  get #counting() {
    return this.view.step.phase === "counting";
  }

  /**
   * @param {Miai.Point} at
   * @param {boolean} finger whether nothing was pointed at before
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
   * Marks a stone. Whoever could not see what that takes is shown it first, and so is anyone who
   * marks all that a side has; the same stones once more confirm it.
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
   * A mark that is typed is shown first.
   * @param {Game["action"]} action
   */
  takesTyped(action) {
    const mark = action.type === "mark" ? markAt(this.view.step.position, action.at) : null;
    if (action.type !== "mark" || !mark || !this.view.open) return false;
    this.#mark(action.at, true);
    return true;
  }

  /**
   * Somebody points at a point: the stone that they would place, or the stones that they would mark
   * and what the count would be; and what a cross means.
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
   * Somebody asks what a point's cross means, and for nothing else.
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
   * The stones that a tap would mark, and what the count would be.
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
   * The viewer's own stone; or the stones that they are about to mark.
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
   * What a tap on the point is answered with, null: nothing.
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
