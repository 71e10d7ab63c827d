/** A few words beside the end of the line that is being drawn. */

import { el, say } from "../../../dom/elements.js";

/**
 * @param {HTMLElement} board the board's box
 * @param {(at: Miai.Point) => [number, number]} shareOf the position of a point on the box, as shares
 */
export function penLabel(board, shareOf) {
  const element = el("div", { class: "pen-label", "aria-hidden": "true", hidden: true });
  board.append(element);
  return {
    /**
     * @param {Miai.Point} at
     * @param {string} words
     * @param {boolean} stopped
     */
    show(at, words, stopped) {
      const [left, top] = shareOf(at);
      say(element, words);
      element.toggleAttribute("data-stopped", stopped);
      element.dataset.side = left > 0.8 ? "start" : "end";
      element.style.left = `${100 * left}%`;
      element.style.top = `${100 * top}%`;
      element.hidden = false;
    },
    hide() {
      element.hidden = true;
    },
  };
}
