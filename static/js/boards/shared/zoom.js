/** The visible part of a board, enlarged and moved by fingers and keys. Knows no game. */

import { gettext } from "../../core/language.js";
import { button } from "../../dom/elements.js";
import { pixelsPerSpace, SPACE } from "./frame.js";
import { set } from "./svg.js";

/** The greatest enlargement, and the factor of one key press. */
const MOST = 5;
const KEY = 1.5;
/** A board enlarged by less than this is shown whole. */
const HARDLY = 1.04;
/**
 * The least width of a space after a double tap, and the height of the button at the bottom, in
 * pixels.
 */
const COMFORTABLE = 52;
const BUTTON = 56;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** A place in the window. @typedef {{clientX: number, clientY: number}} Place */

/**
 * The part of a board to show, enlarged `scale` times, with the point `at` of the drawing at the
 * share `share` of the part's width and height. The part stays on the board; `below` is the room
 * that it may show under the board, as a share of the part's height.
 * @param {Box} whole
 * @param {number} scale
 * @param {readonly [number, number]} at
 * @param {readonly [number, number]} share
 * @param {number} [below]
 * @returns {Box}
 */
export function enlarged(whole, scale, [x, y], [across, down], below = 0) {
  const within = Math.min(Math.max(scale, 1), MOST);
  if (within < HARDLY) return whole;
  const [width, height] = [whole.width / within, whole.height / within];
  const [right, bottom] = [whole.x + whole.width - width, whole.y + whole.height - height * (1 - below)];
  return {
    x: Math.min(Math.max(x - across * width, whole.x), right),
    y: Math.min(Math.max(y - down * height, whole.y), bottom),
    width,
    height,
  };
}

/** Shows a part of a board, chosen by keys, fingers or the tab stop. */
export class Zoom {
  #root;
  #element;
  #onChange;
  #names;
  /** The whole board. @type {Box} */
  #whole;
  /** The visible part. @type {Box} */
  #shown;
  #undo = button(gettext("Whole board"), "button board-whole", () => this.#showWhole());

  /**
   * @param {HTMLElement} element the board's box
   * @param {SVGElement} root its drawing
   * @param {() => void} onChange called when another part is shown
   */
  constructor(element, root, onChange) {
    const [x = 0, y = 0, width = 1, height = 1] = (root.getAttribute("viewBox") ?? "").split(" ").map(Number);
    this.#element = element;
    this.#root = root;
    this.#onChange = onChange;
    this.#names = namesOn(root);
    this.#shown = this.#whole = { x, y, width, height };
    this.#undo.hidden = true;
    element.append(this.#undo);
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Whether only part of the board is visible. */
  get zoomed() {
    return this.#shown !== this.#whole;
  }

  /** How many times the board is enlarged. */
  get #scale() {
    return this.#whole.width / this.#shown.width;
  }

  /** The point of the drawing at a place in the window. @param {Place} place @returns {[number, number]} */
  onDrawing(place) {
    const [across, down] = this.#shareOf(place);
    const { x, y, width, height } = this.#shown;
    return [x + across * width, y + down * height];
  }

  /** Enlarges the board at a place, as a double tap does. @param {Place} place */
  into(place) {
    const scale = this.#scale;
    const comfortable = (COMFORTABLE / pixelsPerSpace(this.#root)) * scale;
    this.#showAround(Math.max(2 * scale, comfortable), this.onDrawing(place), this.#shareOf(place));
  }

  /**
   * Begins to move and enlarge the board by fingers. Returns a function to call whenever they have
   * moved.
   * @param {Place} from the middle of the fingers
   * @returns {(to: Place, factor: number) => void} `factor`: the growth of the distance between them
   */
  held(from) {
    const [at, before] = [this.onDrawing(from), this.#scale];
    return (to, factor) => this.#showAround(before * factor, at, this.#shareOf(to));
  }

  /** Brings a point of the drawing into view. @param {readonly [number, number]} at */
  reveal([left, top]) {
    if (!this.zoomed) return;
    const { x, y, width, height } = this.#shown;
    const [across, down] = [(left - x) / width, (top - y) / height];
    const edge = SPACE / width;
    const within = (/** @type {number} */ share) => Math.min(Math.max(share, edge), 1 - edge);
    if (within(across) !== across || within(down) !== down) this.#showAround(this.#scale, [left, top], [within(across), within(down)]);
  }

  /**
   * Converts a position on the whole board to one in the visible part, both as shares.
   * @param {readonly [number, number]} share
   * @returns {[number, number]}
   */
  place([across, down]) {
    const { x, y, width, height } = this.#shown;
    const [left, top] = [this.#whole.x + across * this.#whole.width, this.#whole.y + down * this.#whole.height];
    return [(left - x) / width, (top - y) / height];
  }

  /** @param {Box} next */
  #show(next) {
    if (next === this.#shown) return;
    this.#shown = next;
    set(this.#root, { viewBox: `${next.x} ${next.y} ${next.width} ${next.height}` });
    this.#root.style.setProperty("--zoom", String(this.#scale));
    this.#element.toggleAttribute("data-zoomed", this.zoomed);
    this.#undo.hidden = !this.zoomed;
    this.#names.keepIn(next, this.#whole);
    this.#onChange();
  }

  /** Shows the whole board and moves the focus back to it, because the button disappears. */
  #showWhole() {
    this.#show(this.#whole);
    this.#root.focus({ preventScroll: true });
    /** @type {HTMLElement | null} */ (this.#root.querySelector("[tabindex='0']"))?.focus({ preventScroll: true });
  }

  /**
   * Shows the part in which a point of the drawing lies at the given shares of width and height.
   * @param {number} scale
   * @param {readonly [number, number]} at
   * @param {readonly [number, number]} share
   */
  #showAround(scale, at, share) {
    const below = Math.min(BUTTON / this.#root.getBoundingClientRect().height, 0.5);
    this.#show(enlarged(this.#whole, scale, at, share, below));
  }

  /** The position of a place in the window within the visible part, as shares. @param {Place} place @returns {[number, number]} */
  #shareOf({ clientX, clientY }) {
    const box = this.#root.getBoundingClientRect();
    return [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const factor = { "+": KEY, "=": KEY, "-": 1 / KEY, 0: 1 / MOST }[event.key];
    if (!factor) return;
    event.preventDefault();
    this.#showAround(this.#scale * factor, this.#middle(), [0.5, 0.5]);
  }

  /** The middle of the focused element, or else of the visible part. @returns {[number, number]} */
  #middle() {
    const focused = document.activeElement;
    if (!focused || focused === this.#root || !this.#root.contains(focused)) {
      const { x, y, width, height } = this.#shown;
      return [x + width / 2, y + height / 2];
    }
    const { left, top, width, height } = focused.getBoundingClientRect();
    return this.onDrawing({ clientX: left + width / 2, clientY: top + height / 2 });
  }
}

/**
 * Keeps the names of columns and rows at the edges of the visible part.
 * @param {SVGElement} root
 */
function namesOn(root) {
  const group = root.querySelector(".board-names");
  const texts = [...(group?.children ?? [])].map((text) => ({ text, x: Number(text.getAttribute("x")), y: Number(text.getAttribute("y")) }));
  const top = Math.min(...texts.map(({ y }) => y));
  const bottom = Math.max(...texts.map(({ y }) => y));

  return {
    /** @param {Box} shown @param {Box} whole */
    keepIn(shown, whole) {
      // The names must lie above everything else on the board.
      if (group && group !== root.lastElementChild) root.append(group);
      const share = shown.width / whole.width;
      for (const { text, x, y } of texts) {
        const isColumn = y === top || y === bottom;
        const left = shown.x + (x - whole.x) * share;
        const high = shown.y + (y - whole.y) * share;
        set(text, isColumn ? { x, y: high } : { x: left, y });
      }
    },
  };
}
