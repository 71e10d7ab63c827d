/** Refusals: each stands at the button that was pressed, in view, and a screen reader is told. */

import { el } from "./dom.js";
import { interrupt } from "./live.js";

/**
 * Says why beside the button, which keeps the focus; empty: nothing is refused any more.
 * @param {HTMLElement} pressed
 * @param {string} words
 */
export function refuse(pressed, words) {
  const name = `refusal-${pressed.id}`;
  const place = document.getElementById(name) ?? el("div", { id: name, class: "refusal" });
  if (!words) return place.replaceChildren();
  if (!place.isConnected) pressed.after(place);
  place.replaceChildren(el("p", { class: "field-error" }, [words]));
  stand(place, pressed.checkVisibility() ? pressed : null);
}

/**
 * Brings what was refused into view, with the focus at the button that was pressed, or at the
 * words themselves where it has gone.
 * @param {HTMLElement} place where the words are
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
 * Tells what the server refused in the page as it came; the first field that is wrong has the
 * focus already.
 * @param {Document} page
 */
export function tellRefusals(page) {
  const told = page.querySelectorAll("main :is(.errorlist li, .message--error p, .form-refusal p)");
  if (told.length) interrupt([...told].map((line) => line.textContent ?? "").join(" "));
}
