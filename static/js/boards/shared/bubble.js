/**
 * A small note about a point of a board: why a choice was refused, or what is there. It stands
 * above or below the board, never over the points around the one that it is about.
 */

/** Between the note and the board, and the least room to the window's edge, in pixels. */
const GAP = 6;
const EDGE = 4;

/**
 * How far from the board's top a note stands, in pixels: above or below the board, wherever it
 * covers less of it. Where the board fills the window it is at the end that is farther away.
 * @param {object} room
 * @param {number} room.top of the board in the window
 * @param {number} room.height the board's
 * @param {number} room.from where what may be covered of the window begins
 * @param {number} room.to and where it ends
 * @param {number} room.note the note's height
 * @param {number} room.at the point's share of the board's height, 0 to 1
 * @param {boolean} [room.below] whether below is better where there is room on both sides
 */
export function topOfNote({ top, height, from, to, note, at, below: better = false }) {
  const above = Math.max(-GAP - note, from + EDGE - top);
  const below = Math.min(height + GAP, to - EDGE - note - top);
  const covers = { above: Math.max(0, above + note), below: Math.max(0, height - below) };
  if (covers.above > 0 && covers.below > 0) return at > 0.5 ? above : below;
  if (covers.above > 0) return below;
  return better && covers.below === 0 ? below : above;
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
    // A note that stands while the window changes goes along with its point.
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
    // The page's header stays free, and a magnifier stands above the finger.
    const header = document.querySelector(".site-header")?.getBoundingClientRect();
    const from = header && header.right > board.left && header.left < board.right ? Math.max(0, header.bottom) : 0;
    const below = top < 0.5 && box.querySelector(".magnifier:not([hidden])") !== null;
    const room = { top: board.top, height: board.height, from, to: innerHeight, note: height, at: top, below };
    element.style.top = `${topOfNote(room)}px`;
    element.style.left = `${Math.min(Math.max(left * board.width - width / 2, 0), board.width - width)}px`;
  }

  hide() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.#onHide?.();
  }

  /** What is shown, null: nothing. */
  get kind() {
    return this.element.hidden ? null : (this.element.dataset.kind ?? null);
  }
}
