/** The board of Continuous Go. It draws what it is given and holds no rules. */

import { Bubble } from "./bubble.js";
import { drawOpenBoard } from "./continuous-go-frame.js";
import { onGrid } from "./continuous-go-geometry.js";
import { drawLines, drawRecent, recentLines } from "./continuous-go-lines.js";
import { penOver } from "./continuous-go-pen.js";
import { el } from "../ui/dom.js";

export class ContinuousGoBoard {
  /**
   * @param {HTMLElement} element
   * @param {Miai.BoardCallbacks} callbacks
   * @param {Miai.BoardView} view
   */
  constructor(element, callbacks, view) {
    this.element = element;
    this.callbacks = callbacks;
    this.view = view;
    this.size = view.line.position.size;
    this.frame = drawOpenBoard(this.size, true);
    this.groups = this.frame.groups;
    element.replaceChildren(this.frame.root);
    this.bubble = new Bubble(element);
    /** Places beside the board: what is left of the length, and the areas. */
    this.beside = { pen: el("div"), areas: el("div") };
    callbacks.beside.replaceChildren(this.beside.pen, this.beside.areas);
    penOver(this.frame.root, this.size, {
      can: () => this.view.open,
      onDrawn: (path) => callbacks.onAction({ type: "draw", path: path.slice(0, 512).map(onGrid) }),
    });
  }

  /** @param {Miai.BoardView} next */
  update(next) {
    this.view = next;
    const { line, seats, palette, options } = next;
    const { lines } = line.position;
    drawLines(this.groups.lines, lines);
    const recent = recentLines(line.position, options.budget, line.awaiting[0]);
    drawRecent(this.groups.recent, lines, recent, (seat) => palette[seats[seat]?.mark ?? ""]?.hex ?? "#efd34a");
  }

  destroy() {
    this.element.replaceChildren();
    this.callbacks.beside.replaceChildren();
  }
}
