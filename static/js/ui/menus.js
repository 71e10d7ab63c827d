/** Closes menus (`<details class="menu">`) on Escape, a press elsewhere, or when the focus leaves. */

/** @param {Document} root */
export function closeMenus(root) {
  root.addEventListener("pointerdown", (event) => closeAll(root, event.target));
  root.addEventListener("focusin", (event) => closeAll(root, event.target));
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const open = /** @type {HTMLDetailsElement | null} */ (root.querySelector("details.menu[open]"));
    if (!open) return;
    open.open = false;
    open.querySelector("summary")?.focus();
  });
}

/**
 * @param {Document} root
 * @param {EventTarget | null} besides a menu that contains this stays open
 */
function closeAll(root, besides) {
  for (const menu of root.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(/** @type {Node | null} */ (besides))) menu.removeAttribute("open");
  }
}
