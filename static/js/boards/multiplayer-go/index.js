/** Parallel Multiplayer Go: what the page knows of its board (`Miai.BoardModule`). */

import { gettext, ngettext } from "../../core/language.js";
import { el, withElement } from "../../dom/elements.js";
import { mounting } from "../shared/mounting.js";
import { stoneIcon } from "../shared/stones.js";
import { MultiplayerGoBoard } from "./board.js";
import { pointsOf } from "./score.js";

export { happened, toDo } from "./lessons.js";
export { describe, parse, refusals, words } from "./words.js";

/** @typedef {Miai.MultiplayerGo.Game} Game */

export const example = "D4";
export const stone = stoneIcon;
export const leaving = () => gettext("The stones stay on the board and still count.");

/** @type {Miai.BoardModule<Game>["heat"]} */
export function heat(options) {
  return options.collision === "heat";
}

/** @type {Miai.BoardModule<Game>["choices"]} */
export function choices() {
  return [{ label: gettext("Pass"), action: { type: "pass" } }];
}

/**
 * A seat's points in the current position.
 * @type {NonNullable<Miai.BoardModule<Game>["seatDetails"]>}
 */
export function seatDetails(element, { number }, { position }) {
  const points = pointsOf(position, number);
  const key = String(points);
  if (element.getAttribute("data-shown") === key) return;
  element.setAttribute("data-shown", key);
  if (points === null) return element.replaceChildren();
  const parts = withElement(ngettext("<b>%(count)s</b> point", "<b>%(count)s</b> points", points), "b");
  const shown = parts.map((part) => (typeof part === "string" ? el("span", { class: "seat-unit" }, [part]) : part));
  element.replaceChildren(el("span", { class: "seat-amount" }, shown));
}

export const mount = mounting(MultiplayerGoBoard, ({ size }) => `${size}`);
