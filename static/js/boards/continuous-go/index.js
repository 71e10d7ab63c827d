/** Continuous Go: what the page knows of its board (`Miai.BoardModule`). */

import { gettext } from "../../core/language.js";
import { el, say } from "../../dom/elements.js";
import { SPACE } from "../shared/frame.js";
import { mounting } from "../shared/mounting.js";
import { svg } from "../shared/svg.js";
import { ContinuousGoBoard } from "./board.js";
import { pathLength } from "./geometry.js";
import { lineNode } from "./lines.js";
import { shortNumber, spaces } from "./points.js";

export { happened, toDo } from "./lessons.js";
export { choices, describe, draftWords, timeUp, parse, prompt, refusals, takenBack, takesBack, words } from "./words.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

export const example = "D4 C.5,2";

/** @type {Miai.BoardModule<Game>["heat"]} */
export function heat() {
  return false;
}

/**
 * The shortest length worth drawing, in spaces, and a little more: better to ask once too often.
 */
const REST = 1 / 16;

/** @type {NonNullable<Miai.BoardModule<Game>["endsTurn"]>} */
export function endsTurn(action, { position }) {
  return action.type === "pass" || (action.type === "draw" && pathLength(action.path) > position.remaining - REST);
}

/** True for a line that uses up the length; passing has its own clearly labelled button. @type {NonNullable<Miai.BoardModule<Game>["lingers"]>} */
export function lingers(action, step, options) {
  return action.type === "draw" && endsTurn(action, step, options);
}

export const mount = mounting(ContinuousGoBoard, ({ size }) => `${size}`);

/**
 * A piece of line in the seat's colour.
 * @type {Miai.BoardModule<Game>["stone"]}
 */
export function stone(element, seat) {
  const path = /** @type {Miai.Point[]} */ (SAMPLE.map(([x = 0, y = 0]) => [x / SPACE, y / SPACE]));
  const ground = svg("circle", { class: "seat-ground", r: 10 });
  const drawn = svg("svg", { class: "seat-line-sample", viewBox: "-10.5 -10.5 21 21", "aria-hidden": "true" }, [
    ground,
    lineNode({ seat: seat.number, path }),
  ]);
  element.replaceChildren(drawn);
}

const SAMPLE = [[-6, 3.5], [-3.5, -2.5], [0.5, 2.5], [3, -3.5], [6, 0.5]];

/**
 * The length left in the seat's turn, and its score when the game is over.
 * @type {NonNullable<Miai.BoardModule<Game>["seatDetails"]>}
 */
export function seatDetails(element, seat, { position, awaiting }) {
  const total = awaiting.length ? undefined : position.score?.totals[seat.number];
  const left = awaiting.includes(seat.number) ? gettext("%(length)s left", { length: spaces(position.remaining) }) : "";
  const text = total === undefined ? left : shortNumber(total);
  if (!element.firstChild) element.append(el("span", { class: "seat-length" }));
  const shown = element.firstElementChild;
  if (shown) say(shown, text);
}
