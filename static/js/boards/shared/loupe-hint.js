/**
 * Tells once that holding a finger on a board with small points shows them enlarged, but not while
 * somebody's first turns are explained: that is enough to read.
 */

import { gettext } from "../../core/language.js";
import { keep, kept } from "../../dom/storage.js";
import { pixelsPerSpace } from "./frame.js";
import { NARROW } from "./pointing.js";

/**
 * Returns a function that shows the hint if it helps: the viewer may choose with a finger, and
 * points are small. The hint disappears at the first touch of the board and never returns.
 * @param {SVGElement} root the board's drawing
 * @param {import("./bubble.js").Bubble} bubble
 * @returns {(open: boolean) => void} `open`: whether anything can be chosen now
 */
export function loupeHint(root, bubble) {
  const touch = matchMedia("(pointer: coarse)").matches;
  let wanted = touch && kept("local", "loupe") === null;
  if (wanted) root.addEventListener("pointerdown", () => {
    if (bubble.kind !== "hint") return;
    bubble.hide();
    wanted = false;
    keep("local", "loupe", "told");
  }, { capture: true });

  const isTaught = () => document.querySelector(".game-lesson:not([hidden])") !== null;
  return (open) => {
    if (!wanted || bubble.kind || isTaught()) return;
    // Wait until the board has been laid out and has its size.
    if (open) requestAnimationFrame(() => {
      if (!wanted || bubble.kind || isTaught() || pixelsPerSpace(root) >= NARROW) return;
      bubble.show([0.5, 0], [hintWords()], "hint");
    });
  };
}

function hintWords() {
  return gettext("Hold your finger on the board to see the points enlarged, and lift it on the one that you mean. Two fingers enlarge the whole board.");
}
