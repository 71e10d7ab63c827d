/** The part of a board that is shown: enlarged and moved by fingers and keys. Knows no game. */

import { gettext } from "../../core/language.js";
import { button } from "../../dom/elements.js";
import { pixelsPerSpace, SPACE } from "./frame.js";
import { set } from "./svg.js";

/** How much a board can be enlarged, and what a key does. */
const MOST = 5;
const KEY = 1.5;
/** A board that is enlarged by less than this is shown whole. */
const HARDLY = 1.04;
/** How wide a space is after a double tap at least, and what the button takes at the bottom, in pixels. */
const COMFORTABLE = 52;
const BUTTON = 56;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** A place in the window. @typedef {{clientX: number, clientY: number}} Place */

/**
 * The part of a board that is shown when it is enlarged `scale` times and the point of the drawing
 * at `at` lies at the share `share` of what is shown. It never leaves the board; `below`: the room
 * that it may show under it, as a share of its height.
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

/**
 * @param {HTMLElement} element the board's box
 * @param {SVGElement} root its drawing
 * @param {() => void} onChange another part is shown
 */
export function zoomOver(element, root, onChange) {
  const [x = 0, y = 0, width = 1, height = 1] = (root.getAttribute("viewBox") ?? "").split(" ").map(Number);
  /** @type {Box} */
  const whole = { x, y, width, height };
  const names = namesOn(root);
  let shown = whole;
  const undo = button(gettext("Whole board"), "button board-whole", () => {
    show(whole);
    root.focus({ preventScroll: true });
    /** @type {HTMLElement | null} */ (root.querySelector("[tabindex='0']"))?.focus({ preventScroll: true });
  });
  undo.hidden = true;
  element.append(undo);

  const scale = () => whole.width / shown.width;

  /** @param {Box} next */
  function show(next) {
    if (next === shown) return;
    shown = next;
    const zoomed = shown !== whole;
    set(root, { viewBox: `${shown.x} ${shown.y} ${shown.width} ${shown.height}` });
    root.style.setProperty("--zoom", String(scale()));
    element.toggleAttribute("data-zoomed", zoomed);
    undo.hidden = !zoomed;
    names.keepIn(shown, whole);
    onChange();
  }

  /** Where a place in the window is in what is shown, as shares. @param {Place} place @returns {[number, number]} */
  function shareOf({ clientX, clientY }) {
    const box = root.getBoundingClientRect();
    return [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
  }

  /** @param {Place} place @returns {[number, number]} */
  function onDrawing(place) {
    const [across, down] = shareOf(place);
    return [shown.x + across * shown.width, shown.y + down * shown.height];
  }

  /** @param {number} next @param {readonly [number, number]} at @param {readonly [number, number]} share */
  function showAround(next, at, share) {
    show(enlarged(whole, next, at, share, Math.min(BUTTON / root.getBoundingClientRect().height, 0.5)));
  }

  root.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const factor = { "+": KEY, "=": KEY, "-": 1 / KEY, 0: 1 / MOST }[event.key];
    if (!factor) return;
    event.preventDefault();
    const here = centreOf(document.activeElement !== root && root.contains(document.activeElement) ? document.activeElement : null);
    const at = here ?? [shown.x + shown.width / 2, shown.y + shown.height / 2];
    showAround(scale() * factor, at, [0.5, 0.5]);
  });

  /** The middle of a part on the drawing. @param {Element | null} part @returns {[number, number] | null} */
  function centreOf(part) {
    if (!part) return null;
    const { left, top, width: wide, height: high } = part.getBoundingClientRect();
    return onDrawing({ clientX: left + wide / 2, clientY: top + high / 2 });
  }

  return {
    /** Whether not the whole board is shown. */
    get zoomed() {
      return shown !== whole;
    },
    onDrawing,
    /** Two taps at a place enlarge what is there. @param {Place} place */
    into(place) {
      showAround(Math.max(2 * scale(), (COMFORTABLE / pixelsPerSpace(root)) * scale()), onDrawing(place), shareOf(place));
    },
    /**
     * What begins with fingers there; the function shows what follows when they have moved.
     * @param {Place} from the middle of the fingers
     * @returns {(to: Place, factor: number) => void} `factor`: how much farther they are apart
     */
    held(from) {
      const [at, before] = [onDrawing(from), scale()];
      return (to, factor) => showAround(before * factor, at, shareOf(to));
    },
    /** Brings a place of the drawing into view. @param {readonly [number, number]} at */
    reveal([left, top]) {
      if (shown === whole) return;
      const [across, down] = [(left - shown.x) / shown.width, (top - shown.y) / shown.height];
      const edge = SPACE / shown.width;
      const within = (/** @type {number} */ share) => Math.min(Math.max(share, edge), 1 - edge);
      if (within(across) !== across || within(down) !== down) showAround(scale(), [left, top], [within(across), within(down)]);
    },
    /**
     * Where a share of the whole board is in what is shown.
     * @param {readonly [number, number]} share
     * @returns {[number, number]}
     */
    place([across, down]) {
      const [left, top] = [whole.x + across * whole.width, whole.y + down * whole.height];
      return [(left - shown.x) / shown.width, (top - shown.y) / shown.height];
    },
  };
}

/** @typedef {ReturnType<typeof zoomOver>} Zoom */

/**
 * The names of columns and rows stay at the edges of what is shown.
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
      // Above what lies on the board.
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
