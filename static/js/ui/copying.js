/**
 * Buttons that copy the link in `data-copy`, or the text in `data-copied-text`. They are hidden where
 * no scripts run.
 */

import { gettext } from "../core/language.js";
import { toast } from "../dom/toast.js";
import { refuse } from "./refusals.js";

/** @param {ParentNode} root */
export function offerCopying(root) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-copy][hidden]"))) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
}

/** @param {HTMLElement} button */
async function copy(button) {
  const text = button.dataset["copiedText"];
  const link = new URL(button.dataset["copy"] ?? "", location.href).href;
  try {
    await navigator.clipboard.writeText(text ?? link);
    refuse(button, "");
    toast(text === undefined ? gettext("Link copied.") : gettext("Copied."));
  } catch {
    // Browsers offer the clipboard only over HTTPS, and the user can forbid it.
    refuse(button, text === undefined
      ? gettext("This browser does not allow the page to copy. The link: %(link)s", { link })
      : gettext("This browser does not allow the page to copy. Select the text and copy it yourself."));
  }
}
