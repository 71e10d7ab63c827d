/** Switches of this page, for this visit: heat, sounds, a larger board. Preferences stay. */

import { el } from "./dom.js";

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
  element.replaceChildren(
    ...switches.map(({ name, label, on, onChange }) => {
      const input = el("input", { type: "checkbox", id: `switch-${name}`, role: "switch" });
      input.checked = remembered(name) ?? on;
      onChange(input.checked);
      input.addEventListener("change", () => {
        sessionStorage.setItem(`miai.${name}`, String(input.checked));
        onChange(input.checked);
      });
      return el("label", { class: "switch" }, [input, el("span", {}, [label])]);
    }),
  );
}

/** @param {string} name */
function remembered(name) {
  const value = sessionStorage.getItem(`miai.${name}`);
  return value === null ? null : value === "true";
}
