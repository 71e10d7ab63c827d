/** The field for typing a choice, such as `D4`; a letter typed on the board moves the focus to it. */

import { gettext, pgettext } from "../core/language.js";
import { isPlanning } from "../core/planning.js";
import { mayChoose } from "../core/store.js";
import { el } from "../dom/elements.js";
import { interrupt } from "../dom/live.js";

/**
 * @param {HTMLElement} element
 * @param {HTMLElement} boardElement
 * @param {object} callbacks
 * @param {Miai.BoardModule} callbacks.board
 * @param {() => Miai.State} callbacks.state
 * @param {(action: Miai.Action) => void} callbacks.onAction
 * @param {() => void} callbacks.onGone called when the field disappears while it has the focus
 */
export function mountCoordinates(element, boardElement, { board, state, onAction, onGone }) {
  const example = board.example ?? "";
  const input = el("input", {
    id: "coordinate",
    class: "coordinate-input",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: 400,
    placeholder: board.example,
    "aria-label": gettext("or enter your choice, such as %(example)s", { example }),
    "aria-describedby": "coordinate-trouble",
  });
  // Wide enough for this game's coordinates.
  input.style.setProperty("--typed", `${example.length + 1.5}ch`);
  const label = el("label", { for: "coordinate" }, [gettext("or enter")]);
  const trouble = el("p", { id: "coordinate-trouble", class: "coordinate-trouble" });
  const submit = el("button", { class: "button" }, [pgettext("a button", "Choose")]);
  const form = el("form", { class: "coordinate" }, [label, input, submit, trouble]);
  element.replaceChildren(form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { latest, game } = state();
    const action = board.parse(input.value, latest, game.options);
    trouble.textContent = action ? "" : gettext("That cannot be read. Enter it like %(example)s.", { example });
    input.setAttribute("aria-invalid", String(!action));
    if (!action) {
      interrupt(trouble.textContent ?? "");
      return input.select();
    }
    onAction(action);
    input.value = "";
  });
  boardElement.addEventListener("keydown", (event) => {
    const letter = /^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
    // The letter itself then goes into the field.
    if (letter && !element.hidden) input.focus();
  });
  return {
    /** @param {Miai.State} next */
    update(next) {
      const hadFocus = element.contains(document.activeElement);
      element.hidden = board.example === null || !(mayChoose(next) || isPlanning(next));
      if (hadFocus && element.hidden) onGone();
    },
  };
}
