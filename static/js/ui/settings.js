/** The page's switches, such as heat and sounds. They last for this visit; preferences do not change. */

import { el } from "../dom/elements.js";
import { keep, kept } from "../dom/storage.js";

/**
 * @typedef {object} Switch
 * @property {string} name
 * @property {string} label
 * @property {boolean} on
 * @property {(on: boolean) => void} onChange
 */

/**
 * @param {HTMLElement} element
 * @param {Switch[]} switches
 */
export function mountSettings(element, switches) {
  /** @type {Map<string, HTMLInputElement>} */
  const inputs = new Map();
  element.replaceChildren(
    ...switches.map(({ name, label, on, onChange }) => {
      const input = el("input", { type: "checkbox", id: `switch-${name}`, role: "switch" });
      inputs.set(name, input);
      input.checked = remembered(name) ?? on;
      onChange(input.checked);
      input.addEventListener("change", () => {
        keep("session", name, String(input.checked));
        onChange(input.checked);
      });
      return el("label", { class: "switch" }, [input, el("span", {}, [label])]);
    }),
  );
  return {
    /** Sets a switch as if it were pressed. @param {string} name @param {boolean} on */
    set(name, on) {
      const input = inputs.get(name);
      if (input && input.checked !== on) input.click();
    },
  };
}

/** @param {string} name */
function remembered(name) {
  const value = kept("session", name);
  return value === null ? null : value === "true";
}
