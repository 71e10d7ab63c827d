/** What the heat on the board means, in a line beside it, and how much of it is shown. */

import { gettext } from "../../core/language.js";
import { button, el, say } from "../../dom/elements.js";
import { toast } from "../../dom/toast.js";

/** What is to be explained: small discs, pies, or only what pointing tells. @typedef {"stakes" | "pies" | "pointing"} Shown */

/**
 * @param {HTMLElement} place the game's own place beside the board
 * @param {Miai.BoardCallbacks["setHeat"]} setHeat
 */
export function heatLegend(place, setHeat) {
  const touch = matchMedia("(hover: none)").matches;
  const sign = el("span", { class: "heat-sign", "aria-hidden": "true" });
  const words = el("span", { class: "heat-words" });
  const all = button(gettext("All points"), "button button--small", () => setHeat?.({ everywhere: all.getAttribute("aria-pressed") !== "true" }));
  const hide = button(gettext("Hide"), "button button--small", () => {
    setHeat?.({ heat: false });
    toast(gettext("Heat is hidden. You can show it again under “More”."));
  });
  hide.setAttribute("aria-label", gettext("Hide heat"));
  const line = el("div", { class: "heat-legend", hidden: true }, [sign, words, el("span", { class: "heat-buttons" }, [all, hide])]);
  place.append(line);

  return {
    /**
     * @param {Shown | null} shown null: there is nothing to see
     * @param {boolean} nobody whether there are points that nobody would get
     */
    update(shown, nobody) {
      line.hidden = shown === null;
      if (shown === null) return;
      sign.hidden = shown !== "stakes";
      all.setAttribute("aria-pressed", String(shown === "pies"));
      say(words, [explained(shown, nobody), pointing(touch)].join(" ").trim());
    },
    destroy: () => line.remove(),
  };
}

/**
 * @param {Shown} shown
 * @param {boolean} nobody
 */
function explained(shown, nobody) {
  if (shown === "pies") return gettext("Slices: who would get each point before you. Pale: as little active there as you, so nobody would.");
  if (shown === "pointing") return "";
  return nobody
    ? gettext("Discs: whose point it would be if you both chose it. Dashed rings: nobody’s.")
    : gettext("Discs: whose point it would be if you both chose it.");
}

/** @param {boolean} touch */
function pointing(touch) {
  return touch
    ? gettext("Press and hold an empty point to see who would get it.")
    : gettext("Hover over an empty point to see who would get it.");
}
