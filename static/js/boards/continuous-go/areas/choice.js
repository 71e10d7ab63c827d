/** The control that says whose areas are shown. */

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
    // The arrow keys choose here; on the rest of the page they walk through the game.
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
 * What is shown by default: who holds what when the game is over; the colour that
 * drew last where areas come with the position, as on a rules page; otherwise nothing.
 * @param {Miai.Step<Game["position"], Game["event"]>} line
 * @returns {Mode}
 */
export function usualMode({ outcome, position }) {
  if (outcome) return "both";
  if (!position.areas) return "none";
  return position.lines.at(-1)?.seat === 1 ? "white" : "black";
}
