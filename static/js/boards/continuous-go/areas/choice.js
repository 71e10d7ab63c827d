/** The control for choosing whose areas are shown. */

import { gettext, pgettext } from "../../../core/language.js";
import { el } from "../../../dom/elements.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/** @typedef {"none" | "black" | "white" | "both"} Mode */

/** @returns {[Mode, string][]} */
const modes = () => [
  ["none", pgettext("whose areas are shown", "None")],
  ["black", pgettext("whose areas are shown", "Black")],
  ["white", pgettext("whose areas are shown", "White")],
  ["both", pgettext("whose areas are shown", "Both")],
];

let choices = 0;

/** @param {(mode: Mode) => void} onChoose */
export function areasChoice(onChoose) {
  const name = `areas${++choices}`;
  const inputs = modes().map(([mode, words]) => {
    const input = el("input", { type: "radio", name, value: mode });
    input.addEventListener("change", () => onChoose(mode));
    // Here the arrow keys change the choice; elsewhere on the page they step through the game.
    input.addEventListener("keydown", (event) => event.stopPropagation());
    return { input, label: el("label", { class: "segment" }, [input, words]) };
  });
  const segments = el("div", { class: "segments" }, inputs.map(({ label }) => label));
  const element = el("fieldset", { class: "areas-choice" }, [el("legend", {}, [gettext("Areas")]), segments]);

  return {
    element,
    /** @param {Mode} mode */
    show(mode) {
      for (const { input } of inputs) input.checked = input.value === mode;
    },
  };
}

/**
 * The default: both players' areas when the game is over; the colour of the last line if the
 * position contains areas, as on a rules page; otherwise nothing.
 * @param {Miai.Step<Game["position"], Game["event"]>} line
 * @returns {Mode}
 */
export function usualMode({ outcome, position }) {
  if (outcome) return "both";
  if (!position.areas) return "none";
  return position.lines.at(-1)?.seat === 1 ? "white" : "black";
}
