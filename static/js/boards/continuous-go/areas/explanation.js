/** The sections that the viewer points at, in words; if there are none, how to point at one. */

import { gettext } from "../../../core/language.js";
import { el } from "../../../dom/elements.js";
import { reason, sectionName } from "./words.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/** @typedef {import("./list.js").Entry} Entry */

export function areasExplanation() {
  const element = el("p", { class: "areas-explanation" });
  /** @type {Entry[]} */
  let shown = [];
  let some = false;
  let draws = false;

  /** @param {Game["options"] | null} options */
  function say(options) {
    const words = !options ? [] : shown.flatMap(({ section, seat, among }) => [
      el("strong", {}, [`${sectionName(section, seat)}. `]),
      `${reason(section, among, options)} `,
    ]);
    element.replaceChildren(...(words.length ? words : [some ? howTo(draws, matchMedia("(hover: none)").matches) : ""]));
  }

  return {
    element,
    /** @param {Entry[]} entries those pointed out @param {boolean} any whether there are any @param {Game["options"] | null} options */
    show(entries, any, options) {
      shown = entries;
      some = any;
      say(options);
      return element.textContent ?? "";
    },
    /** Whether the viewer may draw now, in which case a tap on the board begins a line. @param {boolean} now */
    draws(now) {
      if (now === draws) return;
      draws = now;
      if (!shown.length) say(null);
    },
  };
}

/**
 * How to learn about a section.
 * @param {boolean} draws whether a tap on the board begins a line
 * @param {boolean} fingers whether the viewer has no mouse, so that nothing can hover
 */
export function howTo(draws, fingers) {
  if (draws && fingers) return gettext("Choose a section in the list to see why it counts or does not. A tap on the board draws.");
  if (draws) return gettext("Hover over a section, or choose it in the list, to see why it counts or does not.");
  if (fingers) return gettext("Tap a section to see why it counts or does not.");
  return gettext("Hover over a section, or tap it, to see why it counts or does not.");
}
