/** Radio buttons side by side, in the style of the site's forms. */

import { el } from "./elements.js";

/**
 * @param {string} legend
 * @param {string} name of the radio buttons, unique in the form
 * @param {{value: string, label: string}[]} choices
 * @param {(value: string) => void} onChoose
 * @param {{said?: boolean}} [options] `said`: a heading above already says this, so the legend is hidden
 */
export function segments(legend, name, choices, onChoose, { said = false } = {}) {
  const radios = choices.map(({ value }) => el("input", { type: "radio", name, value }));
  const labels = choices.map(({ label }, n) => el("label", { class: "segment" }, [/** @type {Node} */ (radios[n]), label]));
  const element = el("fieldset", { class: "field" }, [
    el("legend", { class: said ? "visually-hidden" : "field-label" }, [legend]),
    el("div", { class: "segments" }, labels),
  ]);
  // The form listens to the fields that the choice changes, not to these buttons.
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
