/** Parallel Multiplayer Go: what the page knows of its board (`Miai.BoardModule`). */

import { el } from "../../ui/dom.js";
import { mounting } from "../shared/mounting.js";
import { stoneIcon } from "../shared/stones.js";
import { MultiplayerGoBoard } from "./board.js";
import { pointsOf } from "./score.js";

export { describe, parse, refusals, words } from "./words.js";

/** @typedef {Miai.MultiplayerGo.Game} Game */

export const example = "D4";
export const stone = stoneIcon;
export const leaving = "Its stones stay on the board, and still count.";

/** @type {Miai.BoardModule<Game>["heat"]} */
export function heat(options) {
  return options.collision === "heat";
}

/** @type {Miai.BoardModule<Game>["choices"]} */
export function choices() {
  return [{ label: "Pass", action: { type: "pass" } }];
}

/**
 * A seat's points as the board stands.
 * @type {NonNullable<Miai.BoardModule<Game>["seatDetails"]>}
 */
export function seatDetails(element, { number }, { position }) {
  const points = pointsOf(position, number);
  const key = String(points);
  if (element.getAttribute("data-shown") === key) return;
  element.setAttribute("data-shown", key);
  const words = points === 1 ? " point" : " points";
  element.replaceChildren(...(points === null ? [] : [el("span", { class: "seat-amount" }, [el("b", {}, [key]), el("span", { class: "seat-unit" }, [words])])]));
}

export const mount = mounting(MultiplayerGoBoard, ({ size }) => `${size}`);
