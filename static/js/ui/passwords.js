/** A button beside each password field that shows the password. */

import { gettext, pgettext } from "../core/language.js";
import { button, el } from "../dom/elements.js";

/** @param {Document} page */
export function offerToShowPasswords(page) {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (page.querySelectorAll("main input[type=password]"));
  for (const field of fields) {
    const row = el("div", { class: "password" });
    const toggle = button("", "button", () => show(field.type === "password"));
    const show = (/** @type {boolean} */ shown) => {
      field.type = shown ? "text" : "password";
      toggle.textContent = shown ? pgettext("a password", "Hide") : pgettext("a password", "Show");
      toggle.setAttribute("aria-label", shown ? gettext("Hide password") : gettext("Show password"));
    };
    show(false);
    field.replaceWith(row);
    row.append(field, toggle);
    // Browsers remember what is sent from a text field, so hide the password first.
    field.form?.addEventListener("submit", () => show(false));
  }
}
