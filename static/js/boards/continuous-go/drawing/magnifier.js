/** A magnifier above a finger: the board around the point, larger, with a cross-hair. */

import { el, say } from "../../../ui/dom.js";
import { SPACE } from "../../shared/frame.js";
import { set, svg } from "../../shared/svg.js";
import { onDrawing, pixelsPerSpace } from "../frame.js";

/** Its width, how far above the finger its middle is, and the room it keeps from the window's edge, in pixels. */
const WIDE = 136;
const ABOVE = 112;
const ROOM = WIDE / 2 + 16;
/** How much larger things are, and how wide a space at least is, in pixels. */
const LARGER = 2.2;
const LEAST = 46;

/** @param {import("../frame.js").OpenBoard} frame */
export function magnifierOf({ root, parts }) {
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
    element.style.left = `${Math.min(Math.max(x, ROOM), innerWidth - ROOM)}px`;
    element.style.top = `${above ? clientY - ABOVE : Math.max(clientY, ROOM)}px`;
  }

  return {
    element,
    /**
     * @param {Miai.Point} point
     * @param {{clientX: number, clientY: number}} pointer
     * @param {string} words
     */
    show([x, y], pointer, words) {
      const scale = Math.max(LARGER * pixelsPerSpace(root), LEAST) / SPACE;
      const side = WIDE / scale;
      const [left, top] = [onDrawing(x), onDrawing(y)];
      // Only while it is seen: a copy is made again whenever what it shows changes.
      if (!copies.firstChild) copies.append(...parts.map((href) => svg("use", { href })));
      set(view, { viewBox: `${left - side / 2} ${top - side / 2} ${side} ${side}` });
      const arm = 9 / scale;
      const gap = 3.5 / scale;
      const arms = [[0, -1], [0, 1], [-1, 0], [1, 0]].map(
        ([dx = 0, dy = 0]) => `M${left + dx * gap} ${top + dy * gap}l${dx * arm} ${dy * arm}`,
      );
      set(casing, { d: arms.join(""), "stroke-width": 4.2 / scale });
      set(cross, { d: arms.join(""), "stroke-width": 1.8 / scale });
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
