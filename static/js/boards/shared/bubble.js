/**
 * A small note about a point of a board: why a choice was refused, or what is there. It stands
 * above or below the board, so that it does not cover the points around the one that it describes.
 */

/**
 * The distance between note and board, and the least distance from the window's edge, in pixels.
 */
const GAP = 6;
const EDGE = 4;

/**
 * The note's distance from the board's top, in pixels: above or below the board, whichever covers
 * less of it. If the board fills the window, the note goes to the end farther from the point.
 * @param {object} room
 * @param {number} room.top the board's top in the window
 * @param {number} room.height the board's
 * @param {number} room.from the top of the part of the window that may be covered
 * @param {number} room.to the bottom of that part
 * @param {number} room.note the note's height
 * @param {number} room.at the point's share of the board's height, 0 to 1
 * @param {boolean} [room.below] whether to prefer below if there is room on both sides
 */
export function topOfNote({ top, height, from, to, note, at, below: better = false }) {
  const above = Math.max(-GAP - note, from + EDGE - top);
  const below = Math.min(height + GAP, to - EDGE - note - top);
  const covers = { above: Math.max(0, above + note), below: Math.max(0, height - below) };
  if (covers.above > 0 && covers.below > 0) return at > 0.5 ? above : below;
  if (covers.above > 0) return below;
  return better && covers.below === 0 ? below : above;
}

/**
 * The part of the window that a note may cover, from top to bottom: not the page's header, and
 * during an explanation of somebody's first turns neither that nor the bar below the board.
 * @param {DOMRect} board
 * @param {number} height the window's
 * @param {object} others where they are on the page; undefined: not shown
 * @param {DOMRect} [others.header]
 * @param {DOMRect} [others.lesson]
 * @param {DOMRect} [others.bar]
 */
export function roomForNote(board, height, { header, lesson, bar }) {
  /** @param {DOMRect} [other] */
  const isInLine = (other) => other !== undefined && other.right > board.left && other.left < board.right;
  const room = { from: header && isInLine(header) ? Math.max(0, header.bottom) : 0, to: height };
  if (!lesson || !isInLine(lesson) || lesson.bottom > board.top + 1) return room;
  room.from = Math.max(room.from, lesson.bottom);
  if (bar && isInLine(bar) && bar.top >= board.bottom - 1) room.to = Math.min(height, bar.top);
  return room;
}

export class Bubble {
  #onHide;
  /** @type {readonly [number, number]} */
  #where = [0, 0];

  /**
   * @param {HTMLElement} box the board's box, in which the note is placed
   * @param {() => void} [onHide]
   */
  constructor(box, onHide) {
    this.box = box;
    this.#onHide = onHide;
    this.element = document.createElement("div");
    this.element.className = "board-bubble";
    this.hide();
    box.append(this.element);
    // If the window changes, the note moves with its point.
    new ResizeObserver(() => this.#place()).observe(box);
  }

  /**
   * @param {readonly [number, number]} where shares of the board's width and height, 0 to 1
   * @param {(string | Node)[]} content text, never markup
   * @param {"refused" | "numbers" | "note" | "hint"} kind
   */
  show(where, content, kind) {
    const { element } = this;
    this.#where = where;
    element.dataset.kind = kind;
    if (kind === "refused") element.setAttribute("role", "alert");
    else element.removeAttribute("role");
    element.replaceChildren(...content);
    element.hidden = false;
    this.#place();
  }

  #place() {
    const { element, box } = this;
    if (element.hidden) return;
    const [left, top] = this.#where;
    const board = box.getBoundingClientRect();
    element.style.maxWidth = `${Math.min(board.width, innerWidth - 2 * EDGE)}px`;
    const { offsetWidth: width, offsetHeight: height } = element;
    /** @param {string} selector */
    const boxOf = (selector) => document.querySelector(selector)?.getBoundingClientRect();
    const others = { header: boxOf(".site-header"), lesson: boxOf(".game-lesson:not([hidden])"), bar: boxOf(".game-bar") };
    const room = roomForNote(board, innerHeight, others);
    // Leaves the place above the finger to the magnifier.
    const below = top < 0.5 && box.querySelector(".magnifier:not([hidden])") !== null;
    element.style.top = `${topOfNote({ ...room, top: board.top, height: board.height, note: height, at: top, below })}px`;
    element.style.left = `${Math.min(Math.max(left * board.width - width / 2, 0), board.width - width)}px`;
  }

  hide() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.#onHide?.();
  }

  /** The kind of note that is shown; null if none. */
  get kind() {
    return this.element.hidden ? null : (this.element.dataset.kind ?? null);
  }
}
