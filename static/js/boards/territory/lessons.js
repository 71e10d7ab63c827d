/** What newcomers are told in their first turns of Territory. No DOM. */

import { gettext, ngettext } from "../../core/language.js";
import { pointName } from "../shared/grid.js";
import { list, namesIn } from "../shared/words.js";
import { lastPlaced } from "./words.js";

/** @typedef {Miai.Territory.Game} Game */

/** The most open cells that are marked one by one. */
const FEW = 12;

/** @type {NonNullable<Miai.BoardModule<Game>["toDo"]>} */
export function toDo(turn, { step: { position } }) {
  const cells = position.choices?.cells ?? [];
  if (turn === 1) {
    return {
      words: gettext("Place a tile on one of the marked cells: empty, and next to one of your tiles, a shared corner included. Whoever has the most tiles in the end wins."),
      marked: cells.slice(0, FEW),
    };
  }
  if (turn === 2) {
    return {
      words: gettext("Reach out towards the middle, so that the others cannot shut you in. Your three cards below the board bend the rule once each: two tiles, somebody else’s tile, or any empty cell."),
      marked: [],
    };
  }
  return {
    words: ngettext(
      "You have %(count)s cell to go on from. Whoever has none left and no card that helps is blocked, so keep a way open and close those of others.",
      "You have %(count)s cells to go on from. Whoever has none left and no card that helps is blocked, so keep a way open and close those of others.",
      cells.length,
    ),
    marked: cells.slice(0, FEW),
  };
}

/** @type {NonNullable<Miai.BoardModule<Game>["happened"]>} */
export function happened(events, { me, seats, options: { columns, rows } }) {
  const placed = lastPlaced(events);
  const at = (/** @type {{at: Miai.Point}} */ each) => pointName(each.at, { columns, rows });
  const [mine, others] = [placed.filter(({ seat }) => seat === me), placed.filter(({ seat }) => seat !== me)];
  const name = namesIn(seats);
  const own = mine.length ? [gettext("You took %(cells)s.", { cells: list(mine.map(at)) })] : [];
  const rest = others.map((each) => `${name(each.seat)} ${at(each)}`);
  return {
    words: [...own, ...(rest.length ? [gettext("Since then: %(moves)s.", { moves: rest.join(", ") })] : [])].join(" "),
    marked: placed.map((each) => each.at),
  };
}
