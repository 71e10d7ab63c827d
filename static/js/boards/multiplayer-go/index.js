/** Parallel Multiplayer Go: what the page knows of its board (`Miai.BoardModule`). */

import { mounting } from "../shared/mounting.js";
import { stoneIcon } from "../shared/stones.js";
import { MultiplayerGoBoard } from "./board.js";

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

export const mount = mounting(MultiplayerGoBoard, ({ size }) => `${size}`);
