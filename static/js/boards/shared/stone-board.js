/**
 * The parts common to all boards of stones on lines: stones, the viewer's own stone, and the scenes
 * of a step.
 */

import { needSigns } from "../../core/colours.js";
import { gettext } from "../../core/language.js";
import { keyed } from "../../dom/keyed.js";
import { atPoint, drawCrossings } from "./frame.js";
import { GridBoard } from "./grid-board.js";
import { samePoint } from "./grid.js";
import { ownersOf, stoneLayer } from "./stone-layer.js";
import { animateStones } from "./stone-scenes.js";
import { RADIUS, stoneSymbols } from "./stones.js";
import { svg } from "./svg.js";

/**
 * A game of stones: what its positions and actions contain.
 * @typedef {Miai.AnyGame & {position: {size: number, board: Miai.Stone[][]}, action: {type: string, at?: Miai.Point}}} StoneGame
 */
/** The layers of every board of stones. @typedef {"stones" | "marks" | "own" | "effects"} StoneLayer */

/**
 * @template {StoneGame} G
 * @template {string} Layer
 * @extends {GridBoard<G>}
 */
export class StoneBoard extends GridBoard {
  /**
   * @param {HTMLElement} element
   * @param {Miai.BoardCallbacks<G>} callbacks
   * @param {Miai.BoardView<G>} view
   * @param {object} parts
   * @param {readonly (Layer | StoneLayer)[]} parts.layers lowest first
   * @param {import("./pointing.js").Pointing} parts.pointing
   * @param {() => {[code: string]: string}} parts.refusals
   */
  constructor(element, callbacks, view, { layers, pointing, refusals }) {
    const { size } = view.step.position;
    const frame = drawCrossings(size, { coordinates: true, layers });
    super(element, callbacks, view, { frame, label: gettext("Board, %(size)s by %(size)s", { size }), pointing, refusals });
    this.groups = frame.groups;
    this.symbols = stoneSymbols(view.palette, view.preferences.signs || needSigns(view.seats, view.palette));
    this.stones = stoneLayer(frame.groups, this.symbols);
    frame.root.prepend(this.symbols.defs);
  }

  /**
   * Animates a step and then draws the result; during the animation only stones are shown.
   * @param {Miai.Scene[]} scenes
   */
  playStones(scenes) {
    const { effects } = this.groups;
    const stage = {
      single: this.stones.single,
      visitor: (/** @type {number} */ seat, /** @type {Miai.Point} */ at) => atPoint(at, [this.stoneOf(seat, "stone")]),
      effects,
    };
    this.#hideAllButStones(true);
    const begin = (/** @type {Miai.Scene} */ scene) => {
      const moving = new Set(scene.at.map(String));
      effects.replaceChildren();
      this.stones.draw(scene.board, this.view.seats, (at) => moving.has(String(at)));
      return animateStones(scene, stage);
    };
    this.play(scenes, begin, () => {
      effects.replaceChildren();
      this.#hideAllButStones(false);
      this.settle();
    });
  }

  /** @param {boolean} hidden */
  #hideAllButStones(hidden) {
    for (const [name, group] of Object.entries(this.groups)) {
      if (name !== "stones" && name !== "effects") /** @type {SVGElement} */ (group).toggleAttribute("hidden", hidden);
    }
  }

  /**
   * @param {number | number[]} seats the stone's owners
   * @param {string} name of the class
   */
  stoneOf(seats, name) {
    return svg("use", { class: name, href: this.symbols.stoneOf(ownersOf(seats, this.view.seats)) });
  }

  /**
   * Draws the viewer's own stone, which nobody else sees; only a ring if the choice places none.
   */
  drawOwn() {
    const { me, sealed } = this.view;
    const own = this.view.own ?? this.view.earlier;
    /** @type {Map<string, Miai.Point>} */
    const entries = new Map();
    if (own?.at && me !== null) entries.set(`${own.at}:${own.type}:${sealed}`, own.at);
    const stone = own?.type === "place";
    keyed(this.groups.own, entries, (at) =>
      atPoint(at, [...(stone ? [this.stoneOf(me ?? 0, "own-stone")] : []), ring(sealed)]),
    );
    this.points.group.toggleAttribute("data-chosen", entries.size > 0);
  }

  /**
   * Previews the stone that the viewer would choose.
   * @param {Miai.Point | null} at null: none
   */
  drawGhost(at) {
    this.drawAim(at, (point) => atPoint(point, [this.stoneOf(this.view.me ?? 0, "ghost-stone")]));
  }

  /**
   * Highlights the point where a tap would do something.
   * @param {Miai.Point | null} at null: nowhere
   * @param {(at: Miai.Point) => SVGElement} draw
   */
  drawAim(at, draw) {
    this.drawAims(at ? [at] : [], draw);
  }

  /**
   * The same for several points.
   * @param {Miai.Point[]} points
   * @param {(at: Miai.Point) => SVGElement} draw
   */
  drawAims(points, draw) {
    keyed(this.groups.effects, new Map(points.map((at) => [String(at), at])), draw);
    this.points.group.toggleAttribute("data-aimed", points.length > 0);
  }

  /** @param {Miai.Point} at */
  isOwn(at) {
    return samePoint(this.view.own?.at, at);
  }
}

/**
 * The ring around the viewer's choice; dashed until the server has it.
 * @param {boolean} sealed
 */
function ring(sealed) {
  return svg("circle", { class: "own-ring", r: 1.1 * RADIUS, "data-sealed": sealed });
}
