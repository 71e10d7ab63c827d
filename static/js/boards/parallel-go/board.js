/** The board of Parallel Go. It draws what it is given and holds no rules. */

import { scenesOf } from "./conflict.js";
import { drawClashes, drawPosition, LAYERS } from "./drawing.js";
import { describePoint, whyProhibited } from "./points.js";
import { refusals } from "./words.js";
import { atPoint, StoneBoard } from "../shared/stone-board.js";
import { RADIUS } from "../shared/stones.js";
import { svg } from "../shared/svg.js";

export class ParallelGoBoard extends StoneBoard {
  /** What is drawn, null before the first step. @type {Miai.Stone[][] | null} */
  #shown = null;

  /**
   * @param {HTMLElement} element
   * @param {Miai.BoardCallbacks} callbacks
   * @param {Miai.BoardView} view
   */
  constructor(element, callbacks, view) {
    super(element, view, LAYERS, { onChoose: (at) => this.#choose(at), onLook: (at) => this.#look(at) });
    this.callbacks = callbacks;
  }

  /**
   * Draws everything, whatever was there before.
   * @param {Miai.BoardView} next
   */
  update(next) {
    const before = this.view;
    const another = this.#shown === null || before.line.step !== next.line.step;
    this.view = next;
    if (another) this.#showStep();
    else if (!this.playing) this.#settle();
    if (next.refusal && next.refusal !== before.refusal) this.#refuse(next.refusal);
    else if (!next.refusal && this.bubble.kind === "refused") this.bubble.hide();
  }

  /** Draws another step than before, as it happened if that is asked for. */
  #showStep() {
    const { line, animate } = this.view;
    const before = this.#shown;
    this.finish();
    this.bubble.hide();
    this.#look(null);
    this.#shown = line.position.board;
    const found = animate && before ? scenesOf(before, line.events) : [];
    if (!found.length) return this.#settle();
    this.#describe();
    this.play(found, () => this.#settle());
  }

  /** Draws everything as it is. */
  #settle() {
    const { line, seats } = this.view;
    drawPosition(this.groups, this.stones, this.symbols, line.position, seats);
    drawClashes(this.groups.clashed, this.symbols, line, seats);
    this.drawOwn();
    this.#describe();
  }

  /** Says what is where, without waiting for what is played. */
  #describe() {
    this.cells.describe((point) => describePoint(point, this.view));
  }

  /** Whether stones are marked now, not placed. */
  get #counting() {
    return this.view.line.phase === "counting";
  }

  /** @param {Miai.Point} at */
  #choose(at) {
    this.finish();
    this.#look(null);
    if (this.bubble.kind === "refused") this.bubble.hide();
    const note = this.#noteAt(at);
    if (note) this.say(at, [note], "note");
    const type = this.#counting ? "mark" : "place";
    if (this.view.open) this.callbacks.onAction(this.isOwn(at) ? null : { type, at });
  }

  /**
   * Somebody points at a point: the stone that they would place or mark, and what a cross means.
   * @param {Miai.Point | null} at
   */
  #look(at) {
    if (this.bubble.kind === "note") this.bubble.hide();
    if (this.playing) return;
    const { line, open } = this.view;
    const empty = at !== null && line.position.board[at[1]][at[0]] === null;
    const mine = at !== null && open && !this.isOwn(at);
    if (this.#counting) this.#drawAim(mine && !empty ? at : null);
    else this.drawGhost(mine && empty ? at : null);
    const note = at && whyProhibited(at, this.view);
    if (note && this.bubble.kind !== "refused") this.say(at, [note], "note");
  }

  /**
   * The stone that a tap would mark.
   * @param {Miai.Point | null} at null: none
   */
  #drawAim(at) {
    this.aims(at, (point) => atPoint(point, [svg("circle", { class: "aim-ring", r: 1.1 * RADIUS })]));
  }

  /**
   * What a tap on the point is answered with, null: nothing.
   * @param {Miai.Point} at
   */
  #noteAt(at) {
    const { line, me } = this.view;
    const accepted = this.#counting && me !== null && line.position.accepted.includes(me);
    return accepted ? (refusals["not-awaited"] ?? null) : whyProhibited(at, this.view);
  }

  /** @param {Miai.Refusal} refusal */
  #refuse({ at, code, message }) {
    if (Array.isArray(at)) this.say(/** @type {Miai.Point} */ (at), [refusals[code] ?? message], "refused");
  }
}
