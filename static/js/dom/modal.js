/** Opens modal dialogs, which have live regions of their own: the page's are inert meanwhile. */

import { el } from "./elements.js";
import { REGIONS } from "./live.js";

/**
 * Opens a dialog, which is removed from the page when it closes.
 * @param {HTMLDialogElement} dialog
 */
export function openModal(dialog) {
  const regions = Object.entries(REGIONS).map(([speaks, role]) =>
    el("div", { class: "visually-hidden", role, "aria-atomic": "false", "data-live": speaks }),
  );
  dialog.append(...regions);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
