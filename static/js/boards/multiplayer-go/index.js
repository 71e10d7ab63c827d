/** Parallel Multiplayer Go: what the page knows of its board (`Miai.BoardModule`). */

import { drawCrossings } from "../shared/frame.js";
import { mounting } from "../shared/mounting.js";
import { stoneLayer } from "../shared/stone-layer.js";
import { stoneIcon, stoneSymbols } from "../shared/stones.js";
import { drawClosed, MultiplayerGoBoard } from "./board.js";
import { drawPies } from "./heat.js";

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

/** @type {Miai.BoardModule<Game>["picture"]} */
export function picture(element, position, seats, palette, me = null) {
  const layers = /** @type {const} */ (["heat", "closed", "stones", "marks"]);
  const { root, groups } = drawCrossings(position.size, { coordinates: false, layers });
  const symbols = stoneSymbols(palette);
  const stones = stoneLayer(groups, symbols);
  stones.draw(position.board, seats);
  stones.mark(position.last, seats);
  drawClosed(groups.closed, position.closed);
  drawPies(groups.heat, position.order ?? null, me, (seat) => symbols.hex(seats[seat]?.stone ?? ""));
  root.prepend(symbols.defs);
  root.setAttribute("aria-hidden", "true");
  element.replaceChildren(root);
}
