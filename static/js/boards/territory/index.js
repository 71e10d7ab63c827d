/** Territory: what the page knows of its board (`Miai.BoardModule`). */

import { gettext, ngettext, pgettext } from "../../core/language.js";
import { el, say } from "../../dom/elements.js";
import { mounting } from "../shared/mounting.js";
import { TerritoryBoard } from "./board.js";
import { CARDS } from "./choosing.js";
import { startEditor } from "./start.js";
import { tileIcon } from "./tiles.js";
import { cardName, tally } from "./words.js";

export { happened, toDo } from "./lessons.js";
export { describe, timeUp, leaving, parse, prompt, refusals, words } from "./words.js";

/** @typedef {Miai.Territory.Game} Game */

export const example = "D4";
/** The cards lie directly under the board, close to the tiles. @type {Miai.BoardModule["after"]} */
export const after = ["panel", "bar", "replay"];
export const tieBreak = () => gettext("If players have the same number of tiles, the one who sat down last comes first.");
/** @type {NonNullable<Miai.BoardModule<Game>["amount"]>} */
export const amount = (tiles) => ngettext("%(count)s tile", "%(count)s tiles", tiles);
export const stone = tileIcon;
/** @type {Miai.BoardModule<Game>["editors"]} */
export const editors = { start: startEditor };

/** @type {Miai.BoardModule<Game>["heat"]} */
export function heat() {
  return false;
}

/** Cards lie beside the board; there is no Pass button. @type {Miai.BoardModule<Game>["choices"]} */
export function choices() {
  return [];
}

export const mount = mounting(TerritoryBoard, ({ columns, rows }) => `${columns}×${rows}`);

/**
 * A seat's cards, whether it is blocked, and its tiles.
 * @type {NonNullable<Miai.BoardModule<Game>["seatDetails"]>}
 */
export function seatDetails(element, seat, { position, outcome }) {
  const held = position.cards[seat.number] ?? [];
  const tiles = tally(position.board, position.cards.length).tiles[seat.number];
  const stopped = outcome === null && position.blocked[seat.number] && !position.left.includes(seat.number);
  const key = JSON.stringify([held, tiles, stopped]);
  if (element.getAttribute("data-shown") === key) return;
  element.setAttribute("data-shown", key);
  const cards = CARDS.map((card) => {
    const name = cardName(card);
    return el("span", { class: "mini-card", "data-used": !held.includes(card), title: name }, [name.charAt(0)]);
  });
  const own = CARDS.filter((card) => held.includes(card)).map(cardName).join(", ");
  const told = own
    ? ngettext("%(count)s tile, cards: %(cards)s", "%(count)s tiles, cards: %(cards)s", tiles, { cards: own })
    : ngettext("%(count)s tile, no cards", "%(count)s tiles, no cards", tiles);
  const score = el("b", { class: "seat-tiles", "aria-hidden": "true" });
  say(score, String(tiles));
  element.replaceChildren(
    ...(stopped ? [el("span", { class: "badge badge--warn" }, [pgettext("a seat", "blocked")])] : []),
    el("span", { class: "mini-cards", "aria-hidden": "true" }, cards),
    score,
    el("span", { class: "visually-hidden" }, [told]),
  );
}
