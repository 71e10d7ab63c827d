/** The board of Parallel Multiplayer Go. It draws what it is told and knows no rules. */

import { keyed } from "../../dom/keyed.js";
import { atPoint, SPACE } from "../shared/frame.js";
import { includesPoint, pointName } from "../shared/grid.js";
import { drawOwnedPoints } from "../shared/owned-points.js";
import { StoneBoard } from "../shared/stone-board.js";
import { stoneScenes } from "../shared/stone-scenes.js";
import { svg } from "../shared/svg.js";
import { ofType } from "../shared/words.js";
import { allEqual, drawPies, heatRows } from "./heat.js";
import { heatLegend } from "./legend.js";
import { territoryOf } from "./score.js";
import { stakeMarks } from "./stake-marks.js";
import { meetingAt, stakesOf, winnerOf } from "./stakes.js";
import { allWords, describePoint, nearbyWords, refusals, tiesOf } from "./words.js";

/** @typedef {Miai.MultiplayerGo.Game} Game */

/** Pointing at a point for this long, in milliseconds, shows its numbers. */
const DWELL = 450;
/** Half the width of the crosses on blocked points and on points that nobody won. */
const BLOCKED = 0.2 * SPACE;
const TIE = 0.3 * SPACE;
const LAYERS = /** @type {const} */ (["heat", "closed", "ties", "stones", "area", "marks", "own", "effects"]);

/** @typedef {"heat" | "order"} Extra */
/** @template {Extra} Name @typedef {NonNullable<Game["position"][Name]> | null} Found */

/** @extends {StoneBoard<Game, (typeof LAYERS)[number]>} */
export class MultiplayerGoBoard extends StoneBoard {
  /** The extras that were requested for the shown step. @type {{[Name in Extra]?: Found<Name>}} */
  #asked = {};
  /** @type {number | undefined} */
  #dwell;
  /** The point that the viewer points at. @type {Miai.Point | null} */
  #looked = null;

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
    const [stakes, pies] = [svg("g", { class: "heat-stakes" }), svg("g", { class: "heat-pies" })];
    this.groups.heat.append(stakes, pies);
    this.pies = pies;
    this.drawStakes = stakeMarks(stakes, this.symbols);
    this.legend = heatLegend(callbacks.sidePanel, callbacks.setHeat);
  }

  /** @override */
  destroy() {
    clearTimeout(this.#dwell);
    this.legend.destroy();
    super.destroy();
  }

  /**
   * @param {Miai.Stone[][] | null} before
   * @override
   */
  showStep(before) {
    this.#look(null);
    this.#asked = {};
    const { events } = this.view.step;
    const [placed, collisions, captured] = [ofType(events, "placed"), ofType(events, "collision"), ofType(events, "captured")];
    const scenes = before ? stoneScenes(before, { placed, collisions, captured }) : [];
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
    const { groups } = this;
    this.stones.draw(step.position.board, seats);
    this.stones.mark(step.position.last, seats);
    drawClosed(groups.closed, step.position.closed);
    drawTies(groups.ties, step);
    this.drawOwn();
    this.#drawHeat();
    drawOwnedPoints(groups.area, step.outcome ? territoryOf(step.position) : [], this.symbols, seats);
    this.#describe();
  }

  /** Updates the labels for screen readers, without waiting for the animation. */
  #describe() {
    const { stakes, order } = this.#heat();
    const gets = new Map(stakes.map((stake) => [String(stake.at), stake.gets]));
    this.points.describe((point) => describePoint(point, this.view, order, gets));
  }

  /**
   * The heat to show: the stakes that the player would not get, or the order at all points. `shown`
   * null: there is nothing to see, and pointing shows nothing either.
   * @returns {{stakes: import("./stakes.js").Stake[], order: Found<"order">, shown: import("./legend.js").Shown | null}}
   */
  #heat() {
    const { step, me, preferences } = this.view;
    const order = this.#showsHeat() ? this.#known("order", () => this.redraw()) : null;
    if (!order || allEqual(order)) return { stakes: [], order: null, shown: null };
    if (preferences.everywhere) return { stakes: [], order, shown: "pies" };
    const stakes = stakesOf(order, step.position.board, me).filter(({ gets }) => gets !== me);
    return { stakes, order: null, shown: stakes.length ? "stakes" : "pointing" };
  }

  #drawHeat() {
    const { step, seats, me } = this.view;
    const { stakes, order, shown } = this.#heat();
    this.drawStakes(stakes, seats, step.position.size);
    drawPies(this.pies, order, me, this.#colourOf);
    this.legend.update(shown, stakes.some(({ gets }) => gets === null));
  }

  /** Heat is shown only in games whose collisions it decides. */
  #showsHeat() {
    return this.view.preferences.heat && this.view.options.collision === "heat";
  }

  /**
   * An extra of the position. If it did not come with the step, it is requested once. Null for a
   * finished game, in which nobody can collide any longer.
   * @template {Extra} Name
   * @param {Name} name
   * @param {() => void} then called when it arrives, if the same step is still shown
   * @returns {Found<Name>}
   */
  #known(name, then) {
    const { step } = this.view;
    if (step.outcome !== null) return null;
    const asked = this.#asked;
    if (!(name in step.position) && !(name in asked)) {
      asked[name] = null;
      this.callbacks.extra(name, step.step).then((found) => {
        asked[name] = /** @type {Found<Name>} */ (found?.[name] ?? null);
        if (asked === this.#asked && asked[name]) then();
      }, () => {});
    }
    return step.position[name] ?? asked[name] ?? null;
  }

  /** @param {number} seat */
  #colourOf = (seat) => this.symbols.hex(this.view.seats[seat]?.stone ?? "");

  /** @param {Miai.Point} at */
  #choose(at) {
    this.finish();
    this.#look(null);
    if (!this.view.open) return;
    const why = this.#whyNot(at);
    if (why) this.say(at, refusals()[why] ?? "");
    else this.callbacks.onAction(this.isOwn(at) ? null : { type: "place", at });
  }

  /**
   * Why a point cannot be chosen, if the position tells. For a coming turn nobody knows yet.
   * @param {Miai.Point} at
   */
  #whyNot(at) {
    const { step, ahead } = this.view;
    if (ahead) return null;
    if (step.position.board[at[1]]?.[at[0]] !== null) return "occupied";
    return includesPoint(step.position.closed, at) ? "blocked" : null;
  }

  /**
   * Shows what pointing at a point means: the stone that the viewer would choose, and after a
   * moment the point's numbers.
   * @param {Miai.Point | null} at
   */
  #look(at) {
    const { step, open } = this.view;
    clearTimeout(this.#dwell);
    this.#looked = at;
    if (this.bubble.kind === "numbers") this.bubble.hide();
    if (this.playing) return;
    const empty = at !== null && step.position.board[at[1]]?.[at[0]] === null;
    this.drawGhost(empty && open && !this.isOwn(at) ? at : null);
    if (empty && this.#showsHeat()) this.#dwell = setTimeout(() => this.#showNumbers(at), DWELL);
  }

  /**
   * Shows only a point's numbers.
   * @param {Miai.Point} at
   */
  #hold(at) {
    this.#look(null);
    this.#looked = at;
    const empty = this.view.step.position.board[at[1]]?.[at[0]] === null;
    if (empty && !this.playing && this.#showsHeat()) this.#showNumbers(at);
  }

  /** @param {Miai.Point} at */
  #showNumbers(at) {
    const again = () => this.#looked === at && this.#showNumbers(at);
    const order = this.#known("order", again);
    const field = this.#known("heat", again);
    if (!order || allEqual(order) || this.bubble.kind === "refused") return;
    const { step, seats, me } = this.view;
    const rows = heatRows(field, order, at, seats, me, this.#colourOf);
    const point = pointName(at, this.frame.extent);
    const met = me === null ? [] : meetingAt(order, step.position.board, me, at);
    const verdict = met.flat().length > 1 ? nearbyWords(point, winnerOf(met), seats, me) : allWords(point, winnerOf(order[at[1]]?.[at[0]] ?? []), seats, me);
    this.say(at, [verdict, rows], "numbers");
  }
}

/**
 * Marks the points of this turn's collisions that nobody won: a cross that fades but stays until
 * the next turn. Blocked points are left out, since they have a cross of their own.
 * @param {SVGElement} group
 * @param {Miai.Step<Game["position"], Game["event"]>} step
 */
function drawTies(group, step) {
  const entries = new Map(tiesOf(step).map(({ at }) => [`${step.step}:${at}`, at]));
  keyed(group, entries, (at) =>
    atPoint(at, [svg("path", { class: "tie-casing", d: cross(TIE) }), svg("path", { class: "tie", d: cross(TIE) })]),
  );
}

/**
 * @param {number} arm
 */
function cross(arm) {
  return `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}`;
}

/**
 * Marks the points that may not be chosen this turn with a cross.
 * @param {SVGElement} group
 * @param {Miai.Point[]} closed
 */
function drawClosed(group, closed) {
  const entries = new Map(closed.map((at) => [String(at), at]));
  keyed(group, entries, (at) => atPoint(at, [svg("path", { d: cross(BLOCKED) })]));
}
