/** The events of Territory in words. No DOM. */

import { gettext, ngettext, pgettext } from "../../core/language.js";
import { parsePoints, pointName } from "../shared/grid.js";
import { hasResigned, leftWords, list, missedWords, namesIn, ofType } from "../shared/words.js";
import { CARDS } from "./choosing.js";

/** @typedef {Miai.Territory.Game} Game */

/** @param {import("./choosing.js").Card} card */
export function cardName(card) {
  return {
    "double-move": pgettext("a card", "Double move"),
    replacement: pgettext("a card", "Replacement"),
    freedom: pgettext("a card", "Freedom"),
  }[card];
}

/** Why a choice was refused, by the code that the rules give. @returns {{[code: string]: string}} */
export function refusals() {
  return {
    occupied: gettext("There is already a tile here. Choose an empty cell."),
    "not-adjacent": gettext("That is not next to one of your tiles. A shared corner is enough."),
    empty: gettext("There is no tile here to replace."),
    "own-tile": gettext("That tile is yours already."),
    "no-card": gettext("You have used that card already."),
    "no-second": gettext("From there no second tile would be possible. Choose another cell for the first."),
    second: gettext("The second tile goes on an empty cell next to your tiles, the first one included."),
  };
}

/**
 * @param {Game["event"][]} events
 * @param {Miai.Seat[]} seats
 * @param {Game["options"]} options the game's options, complete
 * @returns {string[]}
 */
export function words(events, seats, options) {
  const name = namesIn(seats);
  const at = (/** @type {{at: Miai.Point}} */ event) => nameIn(event.at, options);
  const grayed = new Map(ofType(events, "grayed").map(({ seat, cells }) => [seat, cells.length]));
  const placed = ofType(events, "placed");
  /** @type {string[]} */
  const said = [];
  if (placed[0]) {
    const { seat, card } = placed[0];
    said.push(placedWords(card ?? null, { name: name(seat), cells: list(placed.map(at)) }));
  }
  for (const event of events) {
    const who = name(event.seat);
    if (event.type === "replaced") {
      const values = { name: who, cell: at(event) };
      if (event.from === "gray") said.push(gettext("%(name)s took a grey tile at %(cell)s with the replacement card", values));
      else said.push(gettext("%(name)s took %(owner)s’s tile at %(cell)s with the replacement card", { ...values, owner: name(event.from) }));
    }
    if (event.type === "filled") said.push(filledWords(who, event.cells.length));
    if (event.type === "skipped") said.push(event.why === "absent" ? missedWords([who]) : gettext("%(name)s is blocked", { name: who }));
    if (event.type === "left") said.push(...goneWords(event, seats, grayed.get(event.seat) ?? 0));
  }
  return said;
}

/**
 * @param {import("./choosing.js").Card | null} card with which tiles were placed
 * @param {{name: string, cells: string}} values
 */
function placedWords(card, values) {
  if (card === "double-move") return gettext("%(name)s placed %(cells)s in a double move", values);
  if (card === "freedom") return gettext("%(name)s placed %(cells)s with the freedom card", values);
  return gettext("%(name)s placed %(cells)s", values);
}

/**
 * @param {string} name
 * @param {number} cells
 */
function filledWords(name, cells) {
  return ngettext(
    "Only %(name)s can still move and fills %(count)s cell",
    "Only %(name)s can still move and fills %(count)s cells",
    cells,
    { name },
  );
}

/**
 * @param {Extract<Game["event"], {type: "left"}>} event
 * @param {Miai.Seat[]} seats
 * @param {number} tiles number of tiles that turned gray
 * @returns {string[]}
 */
function goneWords(event, seats, tiles) {
  if (!tiles) return leftWords([event], seats);
  const name = namesIn(seats)(event.seat);
  if (hasResigned(seats, event.seat)) {
    return [ngettext("%(name)s resigned, and %(count)s tile turned grey", "%(name)s resigned, and %(count)s tiles turned grey", tiles, { name })];
  }
  return [
    ngettext("%(name)s left the game, and %(count)s tile turned grey", "%(name)s left the game, and %(count)s tiles turned grey", tiles, { name }),
  ];
}

/**
 * @param {Game["action"]} action
 * @param {Game["options"]} options
 */
export function describe(action, options) {
  const cells = list([action.at, ...(action.then ? [action.then] : [])].map((cell) => nameIn(cell, options)));
  if (action.card === "double-move") return gettext("%(cells)s in a double move", { cells });
  if (action.card === "replacement") return gettext("%(cells)s with the replacement card", { cells });
  return action.card === "freedom" ? gettext("%(cells)s with the freedom card", { cells }) : cells;
}

/**
 * `D4`, `D4 E5` (a double move), `freedom D4`, `replacement D4`.
 * @param {string} text
 * @param {Miai.Step<Game["position"], Game["event"]>} _line
 * @param {Game["options"]} options
 * @returns {Game["action"] | null}
 */
export function parse(text, _line, options) {
  const [, word = "", rest = ""] = /^\s*(double[\s-]*move|double|replacement|replace|freedom|free)?\s*(.*)$/i.exec(inEnglish(text)) ?? [];
  const cells = parsePoints(rest, extentOf(options));
  const [at, then] = cells ?? [];
  if (!at || !cells || cells.length > 2) return null;
  const card = /^d/i.test(word) || then ? "double-move" : /^r/i.test(word) ? "replacement" : word ? "freedom" : null;
  if (card === "double-move") return then && /^(d|$)/i.test(word) ? { type: "place", card, at, then } : null;
  return card ? { type: "place", card, at } : { type: "place", at };
}

/**
 * The typed text with the name of a card, in the page's language, replaced by its English name.
 * @param {string} text
 */
function inEnglish(text) {
  const typed = text.trim();
  const card = CARDS.find((each) => typed.toLowerCase().startsWith(`${cardName(each).toLowerCase()} `));
  return card ? card + typed.slice(cardName(card).length) : typed;
}

/** @type {NonNullable<Miai.BoardModule<Game>["prompt"]>} */
export function prompt({ position, awaiting }, seat, seats) {
  const { choices, blocked } = position;
  if (!awaiting.includes(seat)) {
    const who = seats[awaiting[0] ?? -1]?.name;
    if (blocked[seat]) return gettext("You are blocked: you cannot move now.");
    return who && gettext("It is %(name)s’s turn.", { name: who });
  }
  if (choices && !choices.cells.length) return gettext("It is your turn. None of your tiles has an empty cell next to it: play a card.");
  return gettext("It is your turn. Place a tile next to one of yours, or play a card.");
}

/** @type {NonNullable<Miai.BoardModule<Game>["timeUp"]>} */
export function timeUp({ awaiting }, seats) {
  const who = seats[awaiting[0] ?? -1]?.name;
  return who && gettext("%(name)s to play, or the turn is skipped", { name: who });
}

export const leaving = () => gettext("The tiles turn grey and belong to nobody.");

/**
 * Says what to do with the card in hand.
 * @param {import("./choosing.js").Hand} hand
 * @param {Game["options"]} options
 */
export function handWords({ card, first }, options) {
  if (card === "freedom") return gettext("Freedom: place a tile on any empty cell.");
  if (card === "replacement") return gettext("Replacement: take a tile that is not yours, next to one of yours.");
  if (card !== "double-move") return "";
  if (!first) return gettext("Double move: choose the first of two cells.");
  return gettext("Double move: first %(cell)s. Now the second cell, which may be next to the first.", { cell: nameIn(first, options) });
}

/**
 * The number of tiles of each seat, then of gray tiles, then of empty cells.
 * @param {import("./tiles.js").Holder[][]} board
 * @param {number} seats
 */
export function tally(board, seats) {
  const tiles = Array(seats).fill(0);
  let gray = 0;
  let empty = 0;
  for (const holder of board.flat()) {
    if (holder === null) empty += 1;
    else if (holder === "gray") gray += 1;
    else tiles[holder] += 1;
  }
  return { tiles, gray, empty };
}

/**
 * What a description of cells needs to know, by cells' keys (`String(cell)`).
 * @typedef {object} Looks
 * @property {Set<string>} open the cells that the viewer can take now
 * @property {Set<string>} last where the last step placed tiles
 * @property {Set<string>} chosen the viewer's choice, or its first cell
 */

/**
 * A cell's label for screen readers.
 * @param {Miai.Point} cell
 * @param {Pick<Miai.BoardView<Game>, "step" | "seats" | "me">} view
 * @param {Looks} looks
 */
export function describeCell(cell, { step, seats, me }, { open, last, chosen }) {
  const [x, y] = cell;
  const key = String(cell);
  const selected = chosen.has(key);
  const holder = step.position.board[y]?.[x] ?? null;
  const parts = [nameIn(cell, step.position)];
  if (holder === "gray") parts.push(gettext("grey tile"));
  else if (holder !== null) parts.push(holder === me ? gettext("your tile") : gettext("%(name)s’s tile", { name: seats[holder]?.name ?? "" }));
  else if (!selected) parts.push(pgettext("a cell", "empty"));
  if (selected) parts.push(gettext("your choice"));
  if (last.has(key)) parts.push(gettext("just placed"));
  if (open.has(key)) parts.push(gettext("you can take it"));
  return { label: parts.join(", "), selected, kind: open.has(key) ? "open" : "" };
}

/**
 * The cells on which the last step placed tiles, by seat.
 * @param {Game["event"][]} events
 * @returns {{seat: number, at: Miai.Point}[]}
 */
export function lastPlaced(events) {
  return events.flatMap((event) => (event.type === "placed" || event.type === "replaced" ? [{ seat: event.seat, at: event.at }] : []));
}

/**
 * @param {{columns: number, rows: number}} board options, or a position
 * @returns {import("../shared/grid.js").Extent}
 */
function extentOf({ columns, rows }) {
  return { columns, rows };
}

/**
 * @param {Miai.Point} cell
 * @param {{columns: number, rows: number}} board options, or a position
 */
function nameIn(cell, board) {
  return pointName(cell, extentOf(board));
}
