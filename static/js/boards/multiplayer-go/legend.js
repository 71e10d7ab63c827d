/** What the heat on the board means, in one line beside it. */

import { gettext } from "../../core/language.js";
import { el, say } from "../../ui/dom.js";

/** @param {HTMLElement} place the game's own place beside the board */
export function heatLegend(place) {
  const sign = el("span", { class: "heat-sign", "aria-hidden": "true" });
  const words = el("span");
  const line = el("p", { class: "heat-legend", hidden: true }, [sign, words]);
  place.append(line);
  return {
    /**
     * @param {boolean} shown
     * @param {boolean} plays whether points are shaded, which is for players
     */
    update(shown, plays) {
      line.hidden = !shown;
      sign.hidden = !plays;
      say(words, plays ? gettext("If others choose it too, you would not get it.") : gettext("Point at an empty point to see who would get it."));
    },
    destroy: () => line.remove(),
  };
}
