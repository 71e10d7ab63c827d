/** What boards of stones on lines have in common: their drawing, cells, a bubble, and an opening. */

import { Bubble } from "./bubble.js";
import { cellsOver, drawBoard, place } from "./frame.js";
import { playScenes } from "./opening.js";
import { ownersOf, stoneLayer } from "./stone-layer.js";
import { RADIUS, stoneSymbols } from "./stones.js";
import { keyed } from "../../ui/keyed.js";
import { svg } from "./svg.js";

export class StoneBoard {
  /** @type {ReturnType<typeof playScenes> | null} */
  #opening = null;
  /** @type {(keyof Miai.Layers)[]} */
  #layers;

  /**
   * @param {HTMLElement} element
   * @param {Miai.BoardView} view
   * @param {(keyof Miai.Layers)[]} layers lowest first
   * @param {import("./frame.js").CellCallbacks} pointing
   */
  constructor(element, view, layers, pointing) {
    this.element = element;
    this.view = view;
    this.size = view.line.position.size;
    this.#layers = layers;
    this.frame = drawBoard(this.size, { coordinates: true, layers });
    this.groups = this.frame.groups;
    this.symbols = stoneSymbols(view.palette);
    this.stones = stoneLayer(this.groups, this.symbols);
    this.cells = cellsOver(this.size, pointing);
    const { root } = this.frame;
    root.setAttribute("role", "grid");
    root.setAttribute("aria-label", `Board, ${this.size} by ${this.size}`);
    root.prepend(this.symbols.defs);
    root.append(this.cells.group);
    element.replaceChildren(root);
    this.bubble = new Bubble(element);
  }

  destroy() {
    this.finish();
    this.element.replaceChildren();
  }

  /** Whether an opening is being played. */
  get playing() {
    return this.#opening?.playing() ?? false;
  }

  /** Ends the opening that is being played, if there is one. */
  finish() {
    this.#opening?.finish();
  }

  /**
   * Plays an opening; meanwhile only stones are shown.
   * @param {Miai.Scene[]} scenes
   * @param {() => void} onEnd
   */
  play(scenes, onEnd) {
    const { effects } = this.groups;
    this.#hide(true);
    const stage = {
      draw: (/** @type {Miai.Stone[][]} */ board, /** @type {Miai.Point[]} */ moving) => {
        const points = new Set(moving.map(String));
        this.stones.draw(board, this.view.seats, (at) => points.has(String(at)));
      },
      single: this.stones.single,
      visitor: (/** @type {number} */ seat, /** @type {Miai.Point} */ at) => atPoint(at, [this.stoneOf(seat, "stone")]),
      effects,
    };
    this.#opening = playScenes(scenes, stage, () => {
      this.#hide(false);
      onEnd();
    });
  }

  /** @param {boolean} hidden */
  #hide(hidden) {
    for (const name of this.#layers) {
      if (name !== "stones" && name !== "effects") this.groups[name].toggleAttribute("hidden", hidden);
    }
  }

  /**
   * @param {number | number[]} seats whose stone
   * @param {string} name of the class
   */
  stoneOf(seats, name) {
    return svg("use", { class: name, href: this.symbols.stoneOf(ownersOf(seats, this.view.seats)) });
  }

  /** The viewer's own stone, which nobody else sees; a ring alone where none is placed. */
  drawOwn() {
    const { own, me, sealed } = this.view;
    /** @type {Map<string, Miai.Point>} */
    const entries = new Map();
    if (own?.at && me !== null) entries.set(`${own.at}:${own.type}:${sealed}`, own.at);
    const stone = own?.type === "place";
    keyed(this.groups.own, entries, (at) =>
      atPoint(at, [...(stone ? [this.stoneOf(me ?? 0, "own-stone")] : []), ring(sealed)]),
    );
    this.cells.group.toggleAttribute("data-chosen", entries.size > 0);
  }

  /**
   * The stone that the viewer would choose.
   * @param {Miai.Point | null} at null: none
   */
  drawGhost(at) {
    this.aims(at, (point) => atPoint(point, [this.stoneOf(this.view.me ?? 0, "ghost-stone")]));
  }

  /**
   * Shows where a tap would do something.
   * @param {Miai.Point | null} at null: nowhere
   * @param {(at: Miai.Point) => SVGElement} draw
   */
  aims(at, draw) {
    keyed(this.groups.effects, new Map(at ? [[String(at), at]] : []), draw);
    this.cells.group.toggleAttribute("data-aimed", at !== null);
  }

  /** @param {Miai.Point} at */
  isOwn(at) {
    return String(this.view.own?.at) === String(at);
  }

  /**
   * Says something at a point.
   * @param {Miai.Point} at
   * @param {(string | Node)[]} content
   * @param {"refused" | "numbers" | "note"} kind
   */
  say([x, y], content, kind) {
    const { margin, span } = this.frame;
    this.bubble.show([(x + margin) / span, (y + margin) / span], content, kind);
  }
}

/**
 * Around what the viewer has chosen: dashed until the server has it.
 * @param {boolean} sealed
 */
export function ring(sealed) {
  return svg("circle", { class: "own-ring", r: 1.1 * RADIUS, "data-sealed": sealed });
}

/**
 * A group at a point.
 * @param {Miai.Point} at
 * @param {SVGElement[]} children
 */
export function atPoint(at, children) {
  const { x, y } = place(at);
  return svg("g", { transform: `translate(${x} ${y})` }, children);
}
