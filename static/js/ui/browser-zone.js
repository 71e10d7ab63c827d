/** Fills in the browser's time zone in forms, unless the member has chosen another. */

/**
 * @param {ParentNode} root
 */
export function knowZone(root) {
  if (document.documentElement.dataset.timeZone) return;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const field of /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (root.querySelectorAll("[data-browser-zone]"))) {
    if (field instanceof HTMLSelectElement && (field.value !== "UTC" || !isOffered(field, zone))) continue;
    field.value = zone;
  }
}

/**
 * @param {HTMLSelectElement} field
 * @param {string} zone
 */
function isOffered(field, zone) {
  return [...field.options].some(({ value }) => value === zone);
}
