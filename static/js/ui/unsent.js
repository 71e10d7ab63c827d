/** Tells the service worker, which may lead this page to a notice, whether something typed would be lost. */

const TEXTS = "textarea, input:not([type]), input:is([type=text], [type=search], [type=email], [type=password], [type=number])";

/** @param {Document} page */
export function tellUnsent(page) {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data?.ask === "unsent") ports[0]?.postMessage({ unsent: hasUnsent(page) });
  });
}

/**
 * Whether the page has a field with text that was typed and not sent.
 * @param {Document} page
 */
export function hasUnsent(page) {
  const fields = /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */ (page.querySelectorAll(TEXTS));
  return [...fields].some((field) => field.value !== field.defaultValue);
}
