/** A dialog that asks for confirmation, and for a reason if one is needed. */

import { gettext, pgettext } from "../core/language.js";
import { button, el } from "../dom/elements.js";
import { openModal } from "../dom/modal.js";

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} text what will happen
 * @property {string} yes the label of the button that does it
 * @property {string} [no] the label of the button that does nothing
 * @property {boolean} reason whether a reason must be given
 * @property {string} [typed] a reason given before, to be changed or sent again
 * @property {boolean} [harmless] whether nobody loses anything by it
 */

/**
 * Resolves to the reason ("" if none was asked for), or to null if the answer is no.
 * @param {Question} question
 * @returns {Promise<string | null>}
 */
export function ask({ title, text, yes, no = pgettext("a button", "Cancel"), reason, typed = "", harmless = false }) {
  const why = el("textarea", { id: "why", rows: 2, maxlength: 300, required: true });
  why.value = typed;
  why.addEventListener("input", () => why.setCustomValidity(why.value.trim() ? "" : gettext("Give a reason, in a few words.")));
  const field = reason ? [el("label", { for: "why" }, [gettext("Reason (everybody can read it)")]), why] : [];
  const submit = el("button", { class: `button button--${harmless ? "primary" : "danger"}`, value: "yes" }, [yes]);
  const form = el("form", { method: "dialog", class: "dialog-form" }, [
    el("h2", { id: "dialog-title", class: "dialog-title" }, [title]),
    el("p", { id: "dialog-text" }, [text]),
    ...field,
  ]);
  const dialog = el("dialog", { class: "dialog", "aria-labelledby": "dialog-title", "aria-describedby": "dialog-text" }, [form]);
  form.append(
    el("div", { class: "dialog-buttons" }, [
      button(no, "button", () => dialog.close()),
      submit,
    ]),
  );
  openModal(dialog);
  return new Promise((resolve) =>
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue === "yes" ? why.value.trim() : null);
    }),
  );
}
