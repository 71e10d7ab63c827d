/** The board of Parallel Multiplayer Go. It draws what it is given and holds no rules. */

import { pointName } from "../shared/grid.js";
import { allEqual, drawPies, heatRows } from "./heat.js";
import { describePoint, refusals } from "./words.js";
import { scenes } from "../shared/opening.js";
import { atPoint, StoneBoard } from "../shared/stone-board.js";
import { SPACE } from "../shared/stones.js";
import { keyed } from "../../ui/keyed.js";
import { svg } from "../shared/svg.js";

/** Pointing at a point for so long, in milliseconds, shows its numbers. */
const DWELL = 450;
/** @type {(keyof Miai.Layers)[]} */
const LAYERS = ["heat", "closed", "stones", "marks", "own", "effects"];

export class MultiplayerGoBoard extends StoneBoard {
  /** What is drawn, null before the first step. @type {Miai.Stone[][] | null} */
  #shown = null;
  /** Extras that were asked for, of the step that is shown. @type {{[name: string]: any}} */
  #asked = {};
  /** @type {number | undefined} */
  #dwell;
  /** The point that somebody points at. @type {Miai.Point | null} */
  #looked = null;

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
    else this.#redraw();
    if (next.refusal && next.refusal !== before.refusal) this.#refuse(next.refusal);
    else if (!next.refusal && this.bubble.kind === "refused") this.bubble.hide();
  }

  /** @override */
  destroy() {
    clearTimeout(this.#dwell);
    super.destroy();
  }

  /** Draws another step than before, as it happened if that is asked for. */
  #showStep() {
    const { line, animate } = this.view;
    const before = this.#shown;
    this.finish();
    this.#look(null);
    this.#asked = {};
    this.#shown = line.position.board;
    const found = animate && before ? scenes(before, line.events) : [];
    if (!found.length) return this.#settle();
    this.play(found, () => this.#settle());
  }

  #redraw() {
    if (!this.playing) this.#settle();
  }

  /** Draws everything as it is. */
  #settle() {
    const { line, seats, me } = this.view;
    const { groups } = this;
    this.stones.draw(line.position.board, seats);
    this.stones.mark(line.position.last, seats);
    drawClosed(groups, line.position.closed);
    this.drawOwn();
    const order = this.#showsHeat() ? this.#known("order", () => this.#redraw()) : null;
    drawPies(groups, order, me, this.#colourOf);
    this.cells.describe((point) => describePoint(point, this.view, order));
  }

  /** Heat decides only where the game was opened with that rule. */
  #showsHeat() {
    return this.view.preferences.heat && this.view.options.collision === "heat";
  }

  /**
   * An extra of the position; where it did not come with the step it is asked for, once. A
   * finished game has none: nobody will collide any more.
   * @param {string} name
   * @param {() => void} then called when it has come, if the same step is still shown
   */
  #known(name, then) {
    const { line } = this.view;
    if (line.outcome !== null) return null;
    const asked = this.#asked;
    if (!(name in line.position) && !(name in asked)) {
      asked[name] = null;
      this.callbacks.extra(name, line.step).then((found) => {
        asked[name] = found?.[name] ?? null;
        if (asked === this.#asked && asked[name]) then();
      });
    }
    return line.position[name] ?? asked[name];
  }

  /** @param {number} seat */
  #colourOf = (seat) => this.symbols.hex(this.view.seats[seat]?.stone ?? "");

  /** @param {Miai.Point} at */
  #choose(at) {
    this.finish();
    this.#look(null);
    if (this.view.open) this.callbacks.onAction(this.isOwn(at) ? null : { type: "place", at });
  }

  /**
   * Somebody points at a point: the stone that they would choose, and soon its numbers.
   * @param {Miai.Point | null} at
   */
  #look(at) {
    const { line, open } = this.view;
    clearTimeout(this.#dwell);
    this.#looked = at;
    if (this.bubble.kind === "numbers") this.bubble.hide();
    if (this.playing) return;
    const empty = at !== null && line.position.board[at[1]][at[0]] === null;
    this.drawGhost(empty && open && !this.isOwn(at) ? at : null);
    if (empty && this.#showsHeat()) this.#dwell = setTimeout(() => this.#showNumbers(at), DWELL);
  }

  /** @param {Miai.Point} at */
  #showNumbers(at) {
    const again = () => this.#looked === at && this.#showNumbers(at);
    const order = this.#known("order", again);
    const field = this.#known("heat", again);
    if (!order || allEqual(order) || this.bubble.kind === "refused") return;
    const rows = heatRows(field, order, at, this.view.seats, this.view.me, this.#colourOf);
    this.say(at, [pointName(at, this.size), rows], "numbers");
  }

  /** @param {Miai.Refusal} refusal */
  #refuse({ at, code, message }) {
    if (Array.isArray(at)) this.say(/** @type {Miai.Point} */ (at), [refusals[code] ?? message], "refused");
  }
}

/**
 * Points that may not be chosen in this turn: a cross.
 * @param {Miai.Layers} groups `closed` of the drawing
 * @param {Miai.Point[]} closed
 */
export function drawClosed(groups, closed) {
  const arm = 0.2 * SPACE;
  const d = `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}`;
  const entries = new Map(closed.map((at) => [String(at), at]));
  keyed(groups.closed, entries, (at) => atPoint(at, [svg("path", { d })]));
}
