/**
 * A magnifier above a finger: the enlarged board around it, with the target of the finger. Knows no
 * game.
 */

import { el, say } from "../../dom/elements.js";
import { pixelsPerSpace, SPACE } from "./frame.js";
import { set, svg } from "./svg.js";

/**
 * Its width, the height of its middle above the finger, and its least distance from the window's
 * edge, in pixels.
 */
const WIDE = 136;
const ABOVE = 112;
const ROOM = WIDE / 2 + 16;
/** The magnification, and the least width of a space in the magnifier, in pixels. */
const LARGER = 2.2;
const LEAST = 46;
/**
 * Parts that are not copied: definitions, which are referred to, and the points, which are
 * invisible.
 */
const UNSEEN = "defs, .board-points";

let magnifiers = 0;

/**
 * What a magnifier shows. `at`: the finger's position on the drawing; `target`: the middle of the
 * point that the finger means, which is framed; null: a cross-hair marks the position itself;
 * `words`: what is said about it.
 * @typedef {{at: readonly [number, number], target: readonly [number, number] | null, words: string}} Magnified
 */

/** @param {SVGElement} root the drawing of the board */
export function magnifierOf(root) {
  const id = `magnified${++magnifiers}`;
  const copies = svg("g");
  const casing = svg("path", { class: "magnifier-cross-casing" });
  const cross = svg("path", { class: "magnifier-cross" });
  const view = svg("svg", { class: "magnifier-view" }, [copies, casing, cross]);
  const text = el("span", { class: "magnifier-text" });
  const element = el("div", { class: "magnifier", "aria-hidden": "true", hidden: true }, [text]);
  element.prepend(view);

  /** @param {{clientX: number, clientY: number}} pointer */
  function moveTo({ clientX, clientY }) {
    const above = clientY - ABOVE > ROOM;
    const aside = clientX < innerWidth / 2 ? ABOVE : -ABOVE;
    const x = clientX + (above ? 0 : aside);
    // Positioned in the board's box. `fixed` would refer to the window in some browsers and to the
    // box, a container of queries, in others.
    const box = element.parentElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
    element.style.left = `${Math.min(Math.max(x, ROOM), innerWidth - ROOM) - box.left}px`;
    element.style.top = `${(above ? clientY - ABOVE : Math.max(clientY, ROOM)) - box.top}px`;
  }

  /**
   * Adds copies of the parts of the drawing. The browser redraws a copy whenever its original
   * changes.
   */
  function copy() {
    const parts = [...root.children].filter((part) => !part.matches(UNSEEN));
    copies.append(...parts.map((part, n) => {
      part.id ||= `${id}-${n}`;
      return svg("use", { href: `#${part.id}` });
    }));
  }

  return {
    element,
    /**
     * @param {Magnified} what
     * @param {{clientX: number, clientY: number}} pointer
     */
    show({ at: [left, top], target, words }, pointer) {
      const scale = Math.max(LARGER * pixelsPerSpace(root), LEAST) / SPACE;
      const side = WIDE / scale;
      // Copies exist only while the magnifier is visible.
      if (!copies.firstChild) copy();
      set(view, { viewBox: `${left - side / 2} ${top - side / 2} ${side} ${side}` });
      const d = target ? frameAround(target) : crossAt(left, top, scale);
      set(casing, { d, "stroke-width": 4.2 / scale });
      set(cross, { d, "stroke-width": 1.8 / scale });
      say(text, words);
      text.hidden = !words;
      moveTo(pointer);
      element.hidden = false;
    },
    hide() {
      element.hidden = true;
      copies.replaceChildren();
    },
  };
}

/** @param {readonly [number, number]} middle */
function frameAround([x, y]) {
  const half = SPACE / 2;
  return `M${x - half} ${y - half}h${SPACE}v${SPACE}h${-SPACE}z`;
}

/**
 * @param {number} left
 * @param {number} top
 * @param {number} scale pixels of a unit of the drawing
 */
function crossAt(left, top, scale) {
  const [arm, gap] = [9 / scale, 3.5 / scale];
  const ways = [[0, -1], [0, 1], [-1, 0], [1, 0]];
  return ways.map(([dx = 0, dy = 0]) => `M${left + dx * gap} ${top + dy * gap}l${dx * arm} ${dy * arm}`).join("");
}
