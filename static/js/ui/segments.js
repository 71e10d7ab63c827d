/** A few things of which one is chosen, side by side, as the forms of the site show them. */

import { el } from "./dom.js";

/**
 * @param {string} legend seen where it is not `said` already by what stands above
 * @param {string} name of the radios, which no other has in the form
 * @param {{value: string, label: string}[]} choices
 * @param {(value: string) => void} onChoose
 * @param {{said?: boolean}} [options]
 */
export function segments(legend, name, choices, onChoose, { said = false } = {}) {
  const radios = choices.map(({ value }) => el("input", { type: "radio", name, value }));
  const labels = choices.map(({ label }, n) => el("label", { class: "segment" }, [/** @type {Node} */ (radios[n]), label]));
  const element = el("fieldset", { class: "field" }, [
    el("legend", { class: said ? "visually-hidden" : "field-label" }, [legend]),
    el("div", { class: "segments" }, labels),
  ]);
  // The form is asked about what the choice changes, not about the choice.
  element.addEventListener("input", (event) => event.stopPropagation());
  element.addEventListener("change", ({ target }) => onChoose(/** @type {HTMLInputElement} */ (target).value));
  return {
    element,
    /** @param {string} value */
    choose(value) {
      for (const radio of radios) radio.checked = radio.value === value;
    },
  };
}
