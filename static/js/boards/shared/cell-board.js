/** What boards of cells have in common: their box, their cells, a bubble, and an opening. */

import { Bubble } from "./bubble.js";
import { pointableCells } from "./cell-pointing.js";
import { playInOrder } from "./scenes.js";

/** Half of a wide bubble and a little room, in pixels. */
const BUBBLE = 150;

/**
 * @typedef {object} CellFrame a drawing as `drawCells` gives it
 * @property {SVGElement} root
 * @property {number} margin in cells, as are the next two
 * @property {number} across
 * @property {number} down
 */

export class CellBoard {
  /** @type {ReturnType<typeof playInOrder> | null} */
  #opening = null;

  /**
   * @param {HTMLElement} element
   * @param {CellFrame} frame
   * @param {import("./cells.js").Extent} extent
   * @param {import("./cell-pointing.js").CellCallbacks} pointing
   */
  constructor(element, frame, extent, pointing) {
    const { root, across, down } = frame;
    this.element = element;
    this.extent = extent;
    this.frame = frame;
    this.cells = pointableCells(extent, pointing);
    root.setAttribute("role", "grid");
    root.setAttribute("aria-label", `Board, ${extent.columns} by ${extent.rows} cells`);
    root.append(this.cells.group);
    element.style.setProperty("--across", String(across));
    element.style.setProperty("--down", String(down));
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
   * @template Scene
   * @param {Scene[]} scenes
   * @param {(scene: Scene) => Animation[]} begin
   * @param {() => void} onEnd
   */
  play(scenes, begin, onEnd) {
    this.#opening = playInOrder(scenes, begin, onEnd);
  }

  /**
   * Says at a cell why nothing happened there.
   * @param {Miai.Point} at
   * @param {string} text
   */
  say(at, text) {
    this.bubble.show(this.shareOf(at), [text], "refused");
  }

  /**
   * Where a cell's middle is on the board's box, as shares of its width and height.
   * @param {Miai.Point} at
   * @returns {[number, number]}
   */
  shareOf([x, y]) {
    const { margin, across, down } = this.frame;
    return [(x + 0.5 + margin) / across, (y + 0.5 + margin) / down];
  }

  /**
   * Where a bubble leaves the row and the column of a cell free to be seen.
   * @param {Miai.Point} at
   * @returns {[number, number]}
   */
  besideOf([x, y]) {
    const { across, down } = this.frame;
    const half = (BUBBLE / this.element.clientWidth) * across;
    const right = x < this.extent.columns / 2;
    const [left, top] = this.shareOf([x + (right ? half : -half), y]);
    const room = half / across;
    return [Math.min(Math.max(left, room), 1 - room), top + (top > 0.5 ? -0.2 : 0.2) / down];
  }
}
