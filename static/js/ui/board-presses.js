/** Presses on the board that are not a choice: they end an animation, or send a choice at once. */

/**
 * Makes a tap or key on the board, while it is a step behind, only show the latest step: the viewer
 * meant it for the position they saw.
 * @param {HTMLElement} element
 * @param {() => boolean} skip whether there was something to skip
 */
export function skipByPress(element, skip) {
  let skipped = false;
  element.addEventListener("pointerdown", () => (skipped = skip()), { capture: true });
  element.addEventListener("click", (event) => {
    if (skipped) event.stopPropagation();
    skipped = false;
  }, { capture: true });
  element.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && skip()) event.stopPropagation();
  }, { capture: true });
}

/**
 * Makes a press or Enter on the board, or Enter in the empty coordinate field, send the choice that
 * waits for a moment, and do nothing else.
 * @param {HTMLElement} element
 * @param {HTMLElement} coordinates
 * @param {() => boolean} hurry whether there was something to send
 */
export function hurryByPress(element, coordinates, hurry) {
  const press = (/** @type {Event} */ event) => {
    if (/** @type {Element} */ (event.target).closest("button") || !hurry()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  element.addEventListener("pointerdown", press, { capture: true });
  const key = (/** @type {KeyboardEvent} */ event) =>
    event.key === "Enter" && !(/** @type {HTMLInputElement} */ (event.target).value) && press(event);
  for (const place of [element, coordinates]) place.addEventListener("keydown", key, { capture: true });
}
