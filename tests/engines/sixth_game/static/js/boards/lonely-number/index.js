/** Lonely Number: what the page knows of its board (`Miai.BoardModule`). */

import { button, el } from "../../dom/elements.js";
import { stoneIcon } from "../shared/stones.js";

export const example = "3";
export const stone = stoneIcon;

/** @type {Miai.BoardModule["refusals"]} */
export const refusals = { "out-of-range": "There is no such number here. Choose one of the board." };

/** @type {Miai.BoardModule["heat"]} */
export function heat() {
  return false;
}

/** @type {Miai.BoardModule["choices"]} */
export function choices() {
  return [];
}

/** @type {Miai.BoardModule["describe"]} */
export function describe(action) {
  return String(action.number);
}

/** @type {Miai.BoardModule["parse"]} */
export function parse(text) {
  return /^\s*\d{1,2}\s*$/.test(text) ? { type: "name", number: Number(text) } : null;
}

/** @type {Miai.BoardModule["words"]} */
export function words(events, seats) {
  const name = (/** @type {number} */ seat) => seats[seat]?.name ?? `seat ${seat + 1}`;
  /** @type {{[type: string]: (event: Miai.Json) => string}} */
  const phrases = {
    named: ({ seat, number }) => `${name(seat)} named ${number}`,
    won: ({ seat }) => `${name(seat)} won the turn`,
    absent: ({ seat }) => `${name(seat)} missed the turn`,
    left: ({ seat }) => `${name(seat)} left the game`,
  };
  return events.map((event) => phrases[event.type]?.(event) ?? "");
}

/** @type {Miai.BoardModule["mount"]} */
export function mount(element, { onAction }) {
  return {
    update({ step, seats, own, open }) {
      const numbers = Array.from({ length: step.position.highest }, (_, index) => {
        const number = index + 1;
        const chosen = own?.number === number;
        const choose = () => onAction(chosen ? null : { type: "name", number });
        const made = button(String(number), "button", choose);
        made.setAttribute("aria-pressed", String(chosen));
        made.disabled = !open;
        return made;
      });
      element.replaceChildren(el("div", { class: "row" }, numbers), points(step.position, seats));
    },
    destroy: () => element.replaceChildren(),
  };
}

/**
 * What each seat named last, and its points.
 * @param {Miai.Json} position
 * @param {Miai.Seat[]} seats
 */
function points(position, seats) {
  const rows = seats.map(({ name }, seat) =>
    el("li", {}, [`${name}: ${position.last[seat] ?? "–"}, ${position.points[seat]} in all`]),
  );
  return el("ul", {}, rows);
}
