/** A game's own editors in the form for a new table, in place of fields with JSON. */

import { shaped } from "../core/json.js";
import { el } from "../dom/elements.js";

/**
 * @param {HTMLFormElement} form with the address of the game's board module in `data-module`
 */
export async function mountEditors(form) {
  const { module } = form.dataset;
  if (!module) return;
  /** @type {Miai.BoardModule} */
  const { editors = {} } = await import(module);
  for (const [option, edit] of Object.entries(editors)) {
    const area = areaOf(form, option);
    if (!area || area.hidden) continue;
    const place = el("div", { class: "option-editor" });
    area.after(place);
    area.hidden = true;
    document.getElementById(`${area.id}_helptext`)?.toggleAttribute("hidden", true);
    // An option with an editor is easy to set, so do not hide it under `<details>`.
    const field = area.closest(".field");
    const folded = area.closest("details");
    if (field) folded?.before(field);
    if (folded) folded.hidden = !folded.querySelector(".field");
    edit(place, optionField(form, area));
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLTextAreaElement} area
 * @returns {Miai.OptionField}
 */
function optionField(form, area) {
  return {
    value: () => parsed(area.value),
    change(value) {
      area.value = value === null ? "" : JSON.stringify(value);
      area.dispatchEvent(new Event("input", { bubbles: true }));
    },
    other: (option) => parsed(filledIn(form, `option_${option}`)),
    seats: () => Number(new FormData(form).get("seats")),
    watch(listener) {
      form.addEventListener("input", ({ target }) => {
        if (target !== area) listener();
      });
    },
  };
}

/**
 * A field's value as the form would send it; if "other" is chosen, the number typed beside it.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function filledIn(form, name) {
  const sent = new FormData(form);
  const value = sent.get(name);
  return String((value === "other" ? sent.get(`${name}_other`) : value) ?? "");
}

/**
 * Sets number fields to the usual value for another option whenever that option changes, unless
 * the user has typed a number of their own.
 * @param {HTMLFormElement} form
 */
export function followUsual(form) {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-follows]"))) {
    const { follows = "", usual = "{}", before } = field.dataset;
    const now = filledIn(form, follows);
    /** The usual number for each value of the other option. @type {{[value: string]: number}} */
    const numbers = shaped(JSON.parse(usual), {});
    if (!(now in numbers)) continue;
    if (before !== undefined && now !== before && Number(field.value) === numbers[before]) field.value = String(numbers[now]);
    field.dataset.before = now;
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} option
 */
function areaOf(form, option) {
  return /** @type {HTMLTextAreaElement | null} */ (form.querySelector(`textarea[name="option_${option}"]`));
}

/** @param {string} text @returns {unknown} null where it is no JSON */
function parsed(text) {
  try {
    return text.trim() ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
