/** The line beside the board that explains the heat on it, with buttons for how much to show. */

import { gettext } from "../../core/language.js";
import { button, el, say } from "../../dom/elements.js";
import { toast } from "../../dom/toast.js";

/** What to explain: small discs, pies, or only that pointing shows more. @typedef {"stakes" | "pies" | "pointing"} Shown */

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
     * @param {Shown | null} shown null: nothing is shown
     * @param {boolean} nobody whether nobody would get some of the points
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
