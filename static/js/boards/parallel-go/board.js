/** The board of Parallel Go. It draws what it is given and holds no rules. */

import { atPoint } from "../shared/frame.js";
import { StoneBoard } from "../shared/stone-board.js";
import { RADIUS } from "../shared/stones.js";
import { svg } from "../shared/svg.js";
import { scenesOf } from "./conflict.js";
import { drawClashes, drawPosition, LAYERS } from "./drawing.js";
import { describePoint, whyProhibited } from "./points.js";
import { refusals } from "./words.js";

/** @typedef {Miai.ParallelGo.Game} Game */

/** @extends {StoneBoard<Game, (typeof LAYERS)[number]>} */
export class ParallelGoBoard extends StoneBoard {
  /**
   * @param {HTMLElement} element
   * @param {Miai.BoardCallbacks<Game>} callbacks
   * @param {Miai.BoardView<Game>} view
   */
  constructor(element, callbacks, view) {
    const look = (/** @type {Miai.Point | null} */ at) => this.#look(at);
    const hold = (/** @type {Miai.Point} */ at) => this.#hold(at);
    const pointing = { onChoose: (/** @type {Miai.Point} */ at) => this.#choose(at), onLook: look, onHold: hold };
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

  /** @param {Miai.Point} at */
  #choose(at) {
    this.finish();
    this.#look(null);
    if (this.bubble.kind === "refused") this.bubble.hide();
    const note = this.#noteAt(at);
    if (note) this.say(at, note, "note");
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
    const { step, open } = this.view;
    const empty = at !== null && step.position.board[at[1]]?.[at[0]] === null;
    const mine = at !== null && open && !this.isOwn(at);
    if (this.#counting) this.#drawRing(mine && !empty ? at : null);
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
   * The stone that a tap would mark.
   * @param {Miai.Point | null} at null: none
   */
  #drawRing(at) {
    this.drawAim(at, (point) => atPoint(point, [svg("circle", { class: "aim-ring", r: 1.1 * RADIUS })]));
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
