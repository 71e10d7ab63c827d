/** In the admin: buttons that copy an invitation's full link and confirm it. */

import { gettext } from "../core/language.js";

document.addEventListener("click", async (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLButtonElement | null} */ (target.closest("button[data-copy]"));
  if (!button) return;
  const link = new URL(button.dataset.copy ?? "", location.href).href;
  const status = button.parentElement?.querySelector("[role=status]");
  const words = (await copied(link)) ? gettext("Copied.") : gettext("Please copy it by hand: %(link)s", { link });
  if (status) status.textContent = words;
});

/**
 * Copies a text; returns whether it worked. Browsers offer the clipboard only to pages loaded over
 * HTTPS or from this machine; elsewhere the text is selected and copied.
 * @param {string} text
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelecting(text);
  }
}

/** @param {string} text */
function copiedBySelecting(text) {
  const field = document.createElement("textarea");
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused?.focus();
  return done;
}
