/** Presses that are not a choice: they end an animation, send a choice at once, or only repeat a key. */

/**
 * Ignores the repetitions of a key that is held down: a second press of Enter would take back what
 * the first has chosen. The space bar still types in fields, and presses a button once by itself.
 * @param {HTMLElement} element
 */
export function ignoreHeldKeys(element) {
  element.addEventListener("keydown", (event) => {
    const presses = event.key === "Enter" || (event.key === " " && !/** @type {Element} */ (event.target).matches("input, button"));
    if (!event.repeat || !presses) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
}

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
