/** What happens in Territory, in words. No DOM. */

import { count } from "../../core/time.js";
import { parsePoints, pointName } from "../shared/grid.js";
import { list, namesIn, ofType } from "../shared/words.js";

/** @typedef {Miai.Territory.Game} Game */

/** @type {{[card: string]: string}} */
export const CARD_NAMES = {
  "double-move": "Double move",
  replacement: "Replacement",
  freedom: "Freedom",
};

/** How a tile was placed. @type {{[card: string]: string}} */
const BY_CARD = {
  "double-move": " in a double move",
  replacement: " with the replacement card",
  freedom: " with the freedom card",
};

/** Why a choice was refused, by the code of the rules. @type {{[code: string]: string}} */
export const refusals = {
  occupied: "There is a tile already. Choose an empty cell.",
  "not-adjacent": "That is not next to one of your tiles. A shared corner is enough.",
  empty: "There is no tile here to replace.",
  "own-tile": "That tile is yours already.",
  "no-card": "You have used that card already.",
};

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
    const cells = list(placed.map(at));
    said.push(`${name(seat)} placed ${cells}${BY_CARD[card ?? ""] ?? ""}`);
  }
  for (const event of events) {
    const who = name(event.seat);
    if (event.type === "replaced") {
      const whose = event.from === "gray" ? "a gray tile" : `${name(event.from)}’s tile`;
      said.push(`${who} took ${whose} at ${at(event)}${BY_CARD.replacement}`);
    }
    if (event.type === "filled") said.push(`Only ${who} can still move and fills ${count(event.cells.length, "cell")}`);
    if (event.type === "skipped") said.push(event.why === "absent" ? `${who} missed the turn` : `${who} is blocked`);
    if (event.type === "left") {
      const tiles = grayed.get(event.seat);
      said.push(`${who} left the game${tiles ? `, and ${count(tiles, "tile")} turned gray` : ""}`);
    }
  }
  return said;
}

/**
 * @param {Game["action"]} action
 * @param {Game["options"]} options
 */
export function describe(action, options) {
  const cells = [action.at, ...(action.then ? [action.then] : [])].map((cell) => nameIn(cell, options));
  return list(cells) + (BY_CARD[action.card ?? ""] ?? "");
}

/**
 * `D4`, `D4 E5` (a double move), `freedom D4`, `replacement D4`.
 * @param {string} text
 * @param {Miai.Step<Game["position"], Game["event"]>} _line
 * @param {Game["options"]} options
 * @returns {Game["action"] | null}
 */
export function parse(text, _line, options) {
  const [, word = "", rest = ""] = /^\s*(double[\s-]*move|double|replacement|replace|freedom|free)?\s*(.*)$/i.exec(text) ?? [];
  const cells = parsePoints(rest, extentOf(options));
  const [at, then] = cells ?? [];
  if (!at || !cells || cells.length > 2) return null;
  const card = /^d/i.test(word) || then ? "double-move" : /^r/i.test(word) ? "replacement" : word ? "freedom" : null;
  if (card === "double-move") return then && /^(d|$)/i.test(word) ? { type: "place", card, at, then } : null;
  return card ? { type: "place", card, at } : { type: "place", at };
}

/** @type {NonNullable<Miai.BoardModule<Game>["prompt"]>} */
export function prompt({ position, awaiting }, seat, seats) {
  const { choices, blocked } = position;
  if (!awaiting.includes(seat)) {
    const who = seats[awaiting[0] ?? -1]?.name;
    if (blocked[seat]) return "You are blocked: there is no move for you now.";
    return who && `It is ${who}’s turn.`;
  }
  if (choices && !choices.cells.length) return "It is your turn. No empty cell is next to your tiles: lift a card.";
  return "It is your turn. Place a tile next to one of yours, or lift a card first.";
}

/** @type {NonNullable<Miai.BoardModule<Game>["timeUp"]>} */
export function timeUp({ awaiting }, seats) {
  const who = seats[awaiting[0] ?? -1]?.name;
  return who && `${who} to play, or the turn is skipped`;
}

export const leaving = "Its tiles turn gray and belong to nobody.";

/**
 * What to do with the card in hand.
 * @param {import("./choosing.js").Hand} hand
 * @param {Game["options"]} options
 */
export function handWords({ card, first }, options) {
  if (card === "freedom") return "Freedom: place a tile on any empty cell.";
  if (card === "replacement") return "Replacement: take a tile that is not yours, next to one of yours.";
  if (card !== "double-move") return "";
  if (!first) return "Double move: choose the first of two cells.";
  return `Double move: first ${nameIn(first, options)}. Now the second cell, which may be next to the first.`;
}

/**
 * How many tiles each seat has, then the gray ones, then the empty cells.
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
 * What a description of the cells looks at, by cells' keys (`String(cell)`).
 * @typedef {object} Looks
 * @property {Set<string>} open the cells that the viewer can take now
 * @property {Set<string>} last where the last step placed tiles
 * @property {Set<string>} chosen the viewer's own choice, or its first cell
 */

/**
 * A cell in words, for screen readers.
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
  if (holder === "gray") parts.push("gray tile");
  else if (holder !== null) parts.push(holder === me ? "your tile" : `${seats[holder]?.name ?? ""}’s tile`);
  else if (!selected) parts.push("empty");
  if (selected) parts.push("your choice");
  if (last.has(key)) parts.push("just placed");
  if (open.has(key)) parts.push("you can take it");
  return { label: parts.join(", "), selected, kind: open.has(key) ? "open" : "" };
}

/**
 * The cells that the last step's tiles were placed on, by seat.
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
