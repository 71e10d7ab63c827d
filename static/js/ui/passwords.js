/** A button beside each password that shows what is typed. */

import { button, el } from "./dom.js";

/** @param {Document} page */
export function offerToShowPasswords(page) {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (page.querySelectorAll("main input[type=password]"));
  for (const field of fields) {
    const row = el("div", { class: "password" });
    const toggle = button("Show", "button", () => show(field.type === "password"));
    const show = (/** @type {boolean} */ shown) => {
      field.type = shown ? "text" : "password";
      toggle.textContent = shown ? "Hide" : "Show";
      toggle.setAttribute("aria-label", `${toggle.textContent} the password`);
    };
    show(false);
    field.replaceWith(row);
    row.append(field, toggle);
    // A browser keeps what is sent from a field of text.
    field.form?.addEventListener("submit", () => show(false));
  }
}
