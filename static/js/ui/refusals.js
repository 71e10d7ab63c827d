/** Shows refusals beside the button that was pressed, in view, and tells screen readers. */

import { el } from "../dom/elements.js";
import { interrupt } from "../dom/live.js";

/**
 * Shows the reason beside the button, which keeps the focus; empty words remove an earlier one.
 * @param {HTMLElement} pressed
 * @param {string} words
 * @param {boolean} [isElsewhere] whether the viewer has gone on to something else, which keeps the focus
 */
export function refuse(pressed, words, isElsewhere = false) {
  const name = `refusal-${pressed.id}`;
  const place = document.getElementById(name) ?? el("div", { id: name, class: "refusal" });
  if (!words) return place.replaceChildren();
  if (!place.isConnected) pressed.after(place);
  place.replaceChildren(el("p", { class: "field-error" }, [words]));
  if (isElsewhere) return interrupt(words);
  stand(place, pressed.checkVisibility() ? pressed : null);
}

/**
 * Brings a refusal into view, with the focus on the button that was pressed, or on the text of the
 * refusal if the button has gone.
 * @param {HTMLElement} place the element with the text
 * @param {HTMLElement | null} pressed
 */
export function stand(place, pressed) {
  pressed?.setAttribute("aria-describedby", place.id);
  const goal = pressed ?? place;
  if (!pressed) place.tabIndex = -1;
  goal.focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest" });
  interrupt(place.innerText);
}

/**
 * Announces the refusals in a page as the server sent it. The first wrong field already has the
 * focus.
 * @param {Document} page
 */
export function tellRefusals(page) {
  const told = page.querySelectorAll("main :is(.errorlist li, .message--error p, .form-refusal p)");
  if (told.length) interrupt([...told].map((line) => line.textContent ?? "").join(" "));
}
