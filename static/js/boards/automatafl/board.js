/** The board of Automatafl. It draws what it is told and knows no rules. */

import { gettext } from "../../core/language.js";
import { announce } from "../../dom/live.js";
import { GridBoard } from "../shared/grid-board.js";
import { includesPoint, samePoint } from "../shared/grid.js";
import { itNowWords, reasonWords, ruleName } from "./agent.js";
import { mayName, tapped, targets } from "./choosing.js";
import { agentPanel } from "./panel.js";
import { movesOf, scenesOf } from "./scenes.js";
import { Stage } from "./stage.js";
import { askWords, describeCell, refusals } from "./words.js";

/** @typedef {Miai.Automatafl.Game} Game */

/** @extends {GridBoard<Game>} */
export class AutomataflBoard extends GridBoard {
  /** The selected cell. @type {Miai.Point | null} */
  #from = null;
  /** What the Agent did and would do, for the step that is shown. @type {Partial<Game["position"]> | null} */
  #reasons = null;
  /** The latest request for these reasons; an answer to an earlier request is ignored. */
  #question = {};
  /** Whether an animation waits for the reasons. */
  #waiting = false;

  /**
   * @param {HTMLElement} element
   * @param {Miai.BoardCallbacks<Game>} callbacks
   * @param {Miai.BoardView<Game>} view
   */
  constructor(element, callbacks, view) {
    const { width, height, goals } = view.step.position;
    const extent = { columns: width, rows: height };
    const stage = new Stage(extent, goals, view.seats, view.palette, true);
    const pointing = {
      onChoose: (/** @type {Miai.Point} */ at) => this.#choose(at),
      onLook: (/** @type {Miai.Point | null} */ at) => this.#look(at),
      onDrop: () => this.#lift(null),
      dragging: {
        can: (/** @type {Miai.Point} */ from, /** @type {boolean} */ touch) => this.#canDrag(from, touch),
        onDrag: (/** @type {Miai.Point} */ from, /** @type {Miai.Point | null} */ to, /** @type {boolean} */ over) => this.#drag(from, to, over),
      },
    };
    super(element, callbacks, view, { frame: stage.frame, label: gettext("Board, %(columns)s by %(rows)s cells", { columns: width, rows: height }), pointing, refusals });
    this.stage = stage;
    this.panel = agentPanel(callbacks.sidePanel);
  }

  /**
   * @param {Miai.BoardView<Game>} next
   * @override
   */
  update(next) {
    if (this.#from && (this.isAnother(next) || !next.open)) {
      this.#from = null;
      this.callbacks.onAsk?.(null);
    }
    this.element.toggleAttribute("data-open", next.open);
    super.update(next);
  }

  /** Also true while an animation waits for the Agent's reasons. @override */
  get playing() {
    return this.#waiting || super.playing;
  }

  /** @override */
  redraw() {
    if (!this.#waiting) super.redraw();
  }

  /**
   * A refusal is about the whole move, so it appears at the cell where the move ends.
   * @param {Miai.Refusal} refusal
   * @param {Miai.BoardView<Game>} last
   * @override
   */
  refuse({ code }, last) {
    const { [code]: words } = refusals();
    if (words) this.say(last.own?.to ?? this.view.step.position.agent, words);
  }

  /** @override */
  destroy() {
    super.destroy();
    this.panel.destroy();
    this.element.removeAttribute("data-open");
  }

  /**
   * @param {string[] | null} before
   * @override
   */
  showStep(before) {
    const { position } = this.view.step;
    this.bubble.hide();
    const known = "last_decision" in position;
    this.#reasons = known ? position : null;
    this.#question = {};
    this.#waiting = !known && before !== null;
    if (!known) this.#askReasons(before);
    if (this.#waiting) this.#describe();
    else if (before) this.#playStep(before);
    else this.settle();
  }

  /**
   * Asks the server for the reasons of a past step that came without them; the animation waits for
   * the answer.
   * @param {string[] | null} before
   */
  async #askReasons(before) {
    const mine = (this.#question = {});
    const reasons = await this.callbacks.extra("decision", this.view.step.step).catch(() => null);
    if (this.#question !== mine) return;
    this.#reasons = reasons;
    this.#waiting = false;
    if (before) this.#playStep(before);
    else this.settle();
  }

  /** @param {string[]} before */
  #playStep(before) {
    const { events } = this.view.step;
    const found = scenesOf(before, events, this.#reasons?.last_decision ?? null);
    if (!found.length) return this.settle();
    this.#describe();
    const { stage } = this;
    stage.own("own", null, 0, "own");
    stage.own("effects", null, 0, "own");
    stage.targets(null, [], "");
    stage.sights(null, false);
    const begin = (/** @type {import("./scenes.js").MoveScene} */ scene) => {
      const decision = scene.kind === "look" || scene.kind === "rule" ? scene.decision : null;
      const moving = "event" in scene ? [scene.event.from, scene.event.to] : [];
      stage.pieces(scene.board, decision && scene.kind === "rule" ? decision.to : null, moving);
      stage.arrows(scene.kind === "conflict" ? [] : scene.moves, false);
      stage.marked(scene.kind === "conflict" ? this.view.step.position.marked : []);
      stage.sights(decision, scene.kind === "rule");
      if (scene.kind === "rule") this.#explain(scene.decision, scene.decision.rule ? ruleName(scene.decision.rule) : gettext("It stays"));
      else this.bubble.hide();
      return stage.animate(scene);
    };
    this.play(found, begin, () => {
      this.bubble.hide();
      this.settle();
    });
  }

  /**
   * Draws the current state without animation.
   * @override
   */
  settle() {
    const { step, me, open, sealed } = this.view;
    const { position } = step;
    const { stage } = this;
    const decision = this.#reasons?.decision ?? null;
    const { move: mine, stands } = this.#mine();
    const from = open ? this.#from : null;
    const cells = targets(position.lines, from);
    stage.sights(null, false);
    stage.pieces(position.board, decision?.to ?? null);
    stage.marked(position.marked);
    stage.targets(from, cells, this.#colour());
    const quiet = from !== null || mine !== null;
    stage.arrows(quiet ? [] : movesOf(step.events), true);
    stage.own("own", from ? null : mine, me ?? 0, sealed || stands ? "own" : "draft");
    stage.own("effects", null, 0, "own");
    this.panel.update(decision, this.#reasons?.last_decision ?? null, this.frame.extent);
    this.#describe();
  }

  /** The viewer's move, and whether it is kept while others choose again. */
  #mine() {
    const { own, earlier } = this.view;
    return { move: own ?? earlier, stands: earlier !== null };
  }

  /** Updates the labels for screen readers, without waiting for the animation. */
  #describe() {
    const { open, step } = this.view;
    const from = open ? this.#from : null;
    const keys = new Set(targets(step.position.lines, from).map(String));
    const shown = { ...this.view, own: this.#mine().move };
    this.points.describe((cell) => describeCell(cell, shown, from, keys));
  }

  #colour() {
    const { me, seats, palette } = this.view;
    return palette[seats[me ?? 0]?.stone ?? ""]?.hex ?? "#808080";
  }

  /** @param {Miai.Point | null} from */
  #lift(from) {
    this.#from = from;
    this.callbacks.onAsk?.(askWords(from, this.frame.extent));
    this.bubble.hide();
    this.settle();
  }

  /** @param {Miai.Point} at */
  #choose(at) {
    this.finish();
    this.bubble.hide();
    const { open, own, step } = this.view;
    if (samePoint(at, step.position.agent) && (!open || !this.#from)) return this.#tellAgent();
    if (!open) return;
    const { from, action, refused } = tapped({ position: step.position, own, from: this.#from }, at);
    if (refused) return this.say(at, refusals()[refused] ?? "");
    // First the action, or screen readers would be told to choose one in between.
    if (action !== undefined) this.callbacks.onAction(action);
    this.#lift(from);
  }

  /**
   * A finger can drag pieces only, so that a finger on an empty cell scrolls the page.
   * @param {Miai.Point} from
   * @param {boolean} touch
   */
  #canDrag(from, touch) {
    const { position } = this.view.step;
    const piece = position.board[from[1]]?.[from[0]] !== ".";
    return this.view.open && mayName(position.lines, from) && (piece || !touch);
  }

  /**
   * @param {Miai.Point} from
   * @param {Miai.Point | null} to
   * @param {boolean} over
   */
  #drag(from, to, over) {
    const { position } = this.view.step;
    this.finish();
    if (!samePoint(this.#from, from)) this.#lift(from);
    if (!over) return this.#look(to);
    const { action } = to ? tapped({ position, own: null, from }, to) : { action: null };
    this.#lift(null);
    if (action) this.callbacks.onAction(action);
  }

  /** Shows what pointing at a cell means: the move that the viewer would choose, or what the Agent sees. @param {Miai.Point | null} at */
  #look(at) {
    const { step, me, open } = this.view;
    if (this.playing) return;
    const { position } = step;
    const from = this.#from;
    const can = open && at && from && includesPoint(targets(position.lines, from), at);
    this.stage.own("effects", can ? { type: "move", from, to: at } : null, me ?? 0, "ghost");
    const sees = at && !from && samePoint(at, position.agent);
    this.stage.sights(sees ? (this.#reasons?.decision ?? null) : null, true);
    if (!sees && this.bubble.kind === "numbers") this.bubble.hide();
  }

  #tellAgent() {
    const decision = this.#reasons?.decision ?? null;
    if (!decision) return;
    this.stage.sights(decision, true);
    const title = itNowWords(decision, this.frame.extent);
    this.#explain(decision, title);
    announce([title, reasonWords(decision)].filter(Boolean).join(". "));
  }

  /**
   * @param {Miai.Automatafl.Decision} decision
   * @param {string} title
   */
  #explain(decision, title) {
    const strong = document.createElement("strong");
    strong.textContent = title;
    this.say(decision.agent, [strong, reasonWords(decision)], "numbers");
  }
}
