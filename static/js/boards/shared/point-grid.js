/** The points of a board as cells of a grid with one tab stop, which the arrow keys move. */

import { SPACE } from "./frame.js";
import { allPoints } from "./grid.js";
import { svg } from "./svg.js";

export class PointGrid {
  /** The cells with their points. @type {Map<Element, Miai.Point>} */
  cells = new Map();
  /** The same by point. @type {Map<string, SVGElement>} */
  #cellAt = new Map();
  /** The point with the tab stop. @type {Miai.Point} */
  #stop;

  /** @param {import("./grid.js").Extent} extent */
  constructor(extent) {
    const { columns, rows } = extent;
    this.extent = extent;
    const drawn = allPoints(extent).map((point) => this.#cell(point));
    this.group = svg("g", { class: "board-points" }, Array.from({ length: rows }, (_, y) =>
      svg("g", { role: "row" }, drawn.slice(y * columns, (y + 1) * columns)),
    ));
    this.#stop = [Math.floor(columns / 2), Math.floor(rows / 2)];
    this.moveStop(this.#stop);
  }

  /** @param {Miai.Point} point */
  #cell(point) {
    const [x, y] = point;
    const where = { x: (x - 0.5) * SPACE, y: (y - 0.5) * SPACE, width: SPACE, height: SPACE };
    const cell = svg("rect", { class: "board-point", role: "gridcell", tabindex: -1, ...where });
    this.cells.set(cell, point);
    this.#cellAt.set(String(point), cell);
    return cell;
  }

  /** Moves the tab stop to a point. @param {Miai.Point} point */
  moveStop(point) {
    this.#cellAt.get(String(this.#stop))?.setAttribute("tabindex", "-1");
    this.#stop = point;
    this.#cellAt.get(String(point))?.setAttribute("tabindex", "0");
  }

  /** Moves the tab stop and the focus to a point. @param {Miai.Point} point */
  focus(point) {
    this.moveStop(point);
    this.#cellAt.get(String(point))?.focus();
  }

  /** The point whose cell is an event's target. @param {Event} event */
  pointOf(event) {
    return this.cells.get(/** @type {Element} */ (event.target)) ?? null;
  }

  /**
   * The point under a pointer, even if another cell has captured the pointer; null if it is off the
   * board.
   * @param {{clientX: number, clientY: number}} pointer
   * @returns {Miai.Point | null}
   */
  pointUnder({ clientX, clientY }) {
    const { columns, rows } = this.extent;
    const box = this.group.getBoundingClientRect();
    const x = Math.floor(((clientX - box.left) / box.width) * columns);
    const y = Math.floor(((clientY - box.top) / box.height) * rows);
    return x >= 0 && y >= 0 && x < columns && y < rows ? [x, y] : null;
  }

  /** The width of a space, in pixels. */
  get spaceWidth() {
    return this.group.getBoundingClientRect().width / this.extent.columns;
  }
}
