/** Shows a bubble that describes the area or gap that the viewer points at. */

import { Bubble } from "../../shared/bubble.js";
import { fromClient } from "../frame.js";

/**
 * @param {SVGElement} layer a group of the board
 * @param {(at: Miai.Point | null) => string | null} tell highlights what is there and describes it
 */
export function lookingAt(layer, tell) {
  const root = /** @type {SVGElement} */ (layer.ownerSVGElement);
  const box = /** @type {HTMLElement} */ (root.parentElement);
  const bubble = new Bubble(box);
  const listening = new AbortController();
  const { signal } = listening;
  let quiet = false;

  /** @param {PointerEvent} event */
  function look(event) {
    const words = tell(fromClient(root, event));
    if (!words || quiet) return bubble.hide();
    const { left, top, width, height } = root.getBoundingClientRect();
    bubble.show([(event.clientX - left) / width, (event.clientY - top) / height], [words], "numbers");
  }

  function leave() {
    tell(null);
    bubble.hide();
  }

  root.addEventListener("pointerdown", (event) => !(quiet && event.pointerType === "touch") && look(event), { signal });
  root.addEventListener("pointermove", (event) => event.pointerType !== "touch" && look(event), { signal });
  root.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && leave(), { signal });

  return {
    /**
     * While the viewer draws, no bubble covers the board: only the text beside the board describes
     * what is there. A finger then points at nothing, because it draws.
     * @param {boolean} now
     */
    quiet(now) {
      quiet = now;
      if (now) bubble.hide();
    },
    destroy() {
      listening.abort();
      bubble.element.remove();
    },
  };
}
