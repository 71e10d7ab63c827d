/**
 * Sends each form once. A second press while the browser waits for the answer to the first would have
 * it drop that answer, and show the one to the second: such as that the invitation just used is used
 * up.
 */

/** Whoever presses again after so long, in milliseconds, means it: the browser may have given up. */
const PATIENCE = 5_000;

/** @param {Window} page */
export function sendOnce(page) {
  /** When each form was last sent, and with which button. @type {WeakMap<EventTarget, {at: number, by: HTMLElement | null}>} */
  let sent = new WeakMap();
  // Scripts that send a form themselves listen nearer to it, and have prevented this by now.
  page.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (event.defaultPrevented || form.method !== "post") return;
    const [before, by] = [sent.get(form), event.submitter];
    if (before && before.by === by && performance.now() - before.at < PATIENCE) return event.preventDefault();
    sent.set(form, { at: performance.now(), by });
  });
  // Whoever comes back to the page may send its forms again.
  page.addEventListener("pageshow", () => (sent = new WeakMap()));
}
