/** Automatafl: what the page knows of its board (`Miai.BoardModule`). */

import { gettext, ngettext } from "../../core/language.js";
import { el } from "../../dom/elements.js";
import { pointName } from "../shared/grid.js";
import { mounting } from "../shared/mounting.js";
import { svg } from "../shared/svg.js";
import { AutomataflBoard } from "./board.js";
import { cornerEditor } from "./corners.js";
import { seatSign } from "./seat-signs.js";
import { setupEditor } from "./setup-editor.js";

export { seatAtStart } from "./seats.js";
export { happened, toDo } from "./lessons.js";
export { describe, parse, prompt, refusals, words } from "./words.js";

/** @typedef {Miai.Automatafl.Game} Game */

export const example = "D4 D7";
export const leaving = () => gettext("The corners stay: if the Agent goes there, all who are still in the game win.");
/** @type {Miai.BoardModule<Game>["editors"]} */
export const editors = { setup: setupEditor, goals: cornerEditor };

/** @type {Miai.BoardModule<Game>["heat"]} */
export function heat() {
  return false;
}

/** @type {Miai.BoardModule<Game>["choices"]} */
export function choices() {
  return [];
}

export const mount = mounting(AutomataflBoard, ({ width, height }) => `${width}×${height}`);

/**
 * A seat's sign on its colour, as on its corners.
 * @type {Miai.BoardModule<Game>["stone"]}
 */
export function stone(element, seat, palette) {
  const colour = palette[seat.stone]?.hex ?? "#808080";
  const badge = svg("rect", { x: -9, y: -9, width: 18, height: 18, rx: 3.5, fill: colour, class: "seat-badge" });
  element.replaceChildren(svg("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, [badge, seatSign(seat.number, colour, { radius: 4.6 })]));
}

/**
 * A seat's corners, and whether its move is kept while others choose again.
 * @type {NonNullable<Miai.BoardModule<Game>["seatDetails"]>}
 */
export function seatDetails(element, seat, { position }) {
  const extent = { columns: position.width, rows: position.height };
  const corners = (position.goals[seat.number] ?? []).map((/** @type {Miai.Point} */ corner) => pointName(corner, extent));
  const text = corners.join(" ");
  const stands = position.standing.includes(seat.number);
  const key = `${text}:${stands}`;
  if (element.getAttribute("data-shown") === key) return;
  element.setAttribute("data-shown", key);
  element.replaceChildren(
    ...(stands ? [el("span", { class: "badge badge--good" }, [gettext("move stands")])] : []),
    el("span", { class: "visually-hidden" }, [ngettext("corner %(cells)s", "corners %(cells)s", corners.length, { cells: text })]),
    el("span", { class: "seat-corners", "aria-hidden": "true" }, [text]),
  );
}
