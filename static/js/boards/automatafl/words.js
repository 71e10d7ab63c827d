/** The events of Automatafl in words. No DOM. */

import { gettext, ngettext, pgettext } from "../../core/language.js";
import { includesPoint, parsePoints, pointName, samePoint } from "../shared/grid.js";
import { leftWords, list, missedWords, namesIn, namesOf } from "../shared/words.js";

/** @typedef {Miai.Automatafl.Game} Game */

/** Why a choice was refused, by the code that the rules give. @returns {{[code: string]: string}} */
export function refusals() {
  return {
    agent: gettext("The Agent moves by itself. Choose another cell."),
    marked: gettext("This cell is blocked this turn. Choose another."),
    "not-a-line": gettext("A move goes along one row or one column."),
    "same-cell": gettext("A move goes from one cell to another."),
  };
}

/** Why a move failed, short enough to stand on the board. @param {string} why */
export function failureName(why) {
  /** @type {{[why: string]: string}} */
  const names = {
    "in-the-way": pgettext("a move that failed", "in the way"),
    "no-piece": pgettext("a move that failed", "no piece"),
    occupied: pgettext("a move that failed", "occupied"),
    forked: pgettext("a move that failed", "forked"),
  };
  return names[why] ?? why;
}

/**
 * The size of the board, from the options of a game.
 * @param {{setup?: unknown}} options `setup`: the board's rows; null: the usual board
 */
export function extentOf({ setup }) {
  if (!Array.isArray(setup)) return { columns: 11, rows: 11 };
  return { columns: String(setup[0] ?? "").length, rows: setup.length };
}

/**
 * @param {Game["event"][]} events
 * @param {Miai.Seat[]} seats
 * @param {Game["options"]} options the game's options, complete
 * @returns {string[]}
 */
export function words(events, seats, options) {
  const extent = extentOf(options);
  const name = namesIn(seats);
  const at = (/** @type {Miai.Point} */ cell) => pointName(cell, extent);
  const absent = namesOf(events, "absent", name);
  const said = [];
  said.push(...leftWords(events, seats));
  if (absent.length) said.push(missedWords(absent));
  for (const event of events) {
    if (event.type === "moved") said.push(gettext("%(name)s moved %(from)s to %(to)s", { name: name(event.seat), from: at(event.from), to: at(event.to) }));
    if (event.type === "failed") said.push(failed(event, name, at));
    if (event.type === "conflict") said.push(conflict(event, name, at));
    if (event.type === "agent") said.push(agent(event, at));
  }
  const again = [...new Set(events.flatMap((event) => (event.type === "conflict" ? event.seats : [])))].sort((a, b) => a - b);
  if (again.length) said.push(gettext("%(names)s choose again", { names: list(again.map(name)) }));
  return said;
}

/**
 * @param {Miai.Automatafl.Failed} event
 * @param {(seat: number) => string} name
 * @param {(cell: Miai.Point) => string} at
 */
function failed({ seat, from, to, why }, name, at) {
  const values = { name: name(seat), from: at(from), to: at(to) };
  /** @type {{[why: string]: string}} */
  const words = {
    "in-the-way": gettext("%(name)s’s move %(from)s to %(to)s failed: something stood in the way", values),
    "no-piece": gettext("%(name)s’s move %(from)s to %(to)s failed: no piece was there to move", values),
    occupied: gettext("%(name)s’s move %(from)s to %(to)s failed: the target was occupied", values),
    forked: gettext("%(name)s’s move %(from)s to %(to)s failed: several moves started on that empty cell", values),
  };
  return words[why] ?? gettext("%(name)s’s move %(from)s to %(to)s failed", values);
}

/**
 * @param {Miai.Automatafl.Conflict} event
 * @param {(seat: number) => string} name
 * @param {(cell: Miai.Point) => string} at
 */
function conflict({ seats, why, at: cell }, name, at) {
  const values = { names: list(seats.map(name)), cell: at(cell) };
  return why === "from"
    ? gettext("%(names)s wanted to move the piece on %(cell)s, and it is blocked this turn", values)
    : gettext("%(names)s chose %(cell)s as their target, and it is blocked this turn", values);
}

/**
 * @param {Miai.Automatafl.AgentStep} event
 * @param {(cell: Miai.Point) => string} at
 */
function agent({ from, to, why }, at) {
  const values = { cell: at(to) };
  if (samePoint(from, to)) return gettext("The Agent stayed on %(cell)s", values);
  if (why === "opposing-pair") return gettext("The Agent went to %(cell)s, between white and black, towards the white", values);
  return why === "from-black"
    ? gettext("The Agent went to %(cell)s, away from black", values)
    : gettext("The Agent went to %(cell)s, towards white", values);
}

/**
 * @param {Game["action"]} action
 * @param {Game["options"]} options
 */
export function describe(action, options) {
  const extent = extentOf(options);
  return pgettext("a move", "%(from)s to %(to)s", { from: pointName(action.from, extent), to: pointName(action.to, extent) });
}

/**
 * Two cells, such as `D4 D7` or `D4-D7`.
 * @param {string} text
 * @param {Miai.Step<Game["position"], Game["event"]>} _line
 * @param {Game["options"]} options
 * @returns {Game["action"] | null}
 */
export function parse(text, _line, options) {
  const [from, to, ...more] = parsePoints(text, extentOf(options)) ?? [];
  return from && to && !more.length ? { type: "move", from, to } : null;
}

/** @type {NonNullable<Miai.BoardModule<Game>["prompt"]>} */
export function prompt({ position, awaiting }, seat, seats) {
  const again = list(awaiting.map((number) => seats[number]?.name ?? ""));
  if (!awaiting.includes(seat)) return position.standing.includes(seat) ? ngettext("Your move stands. After a conflict %(names)s choose again.", "Your move stands. After a conflict %(names)s choose again.", awaiting.length, { names: again }) : undefined;
  return position.marked.length
    ? gettext("After a conflict: choose another move, without the red cells.")
    : gettext("Choose a move, from one cell to another.");
}

/**
 * The question after the first cell of a move is chosen, as a sentence; null if there is none.
 * @param {Miai.Point | null} from
 * @param {import("../shared/grid.js").Extent} extent
 */
export function askWords(from, extent) {
  return from && gettext("Choose where %(cell)s goes, along its row or its column.", { cell: pointName(from, extent) });
}

/** The name of the piece on a cell; undefined if the cell is empty. @param {string} piece */
export function pieceName(piece) {
  if (piece === "W") return gettext("white piece");
  if (piece === "B") return gettext("black piece");
  return piece === "A" ? gettext("the Agent") : undefined;
}

/** The words for an empty cell. */
export const emptyName = () => pgettext("a cell", "empty");

/**
 * A cell in words, for screen readers.
 * @param {Miai.Point} cell
 * @param {Pick<Miai.BoardView<Game>, "step" | "seats" | "me" | "own">} view
 * @param {Miai.Point | null} from the selected cell
 * @param {Set<string>} open the keys of the cells that it can move to
 */
export function describeCell(cell, { step, seats, me, own }, from, open) {
  const [x, y] = cell;
  const { board, width, height, goals, marked } = step.position;
  const piece = board[y]?.charAt(x) ?? ".";
  const owner = goals.findIndex((corners) => includesPoint(corners, cell));
  const parts = [pointName(cell, { columns: width, rows: height }), pieceName(piece) ?? emptyName()];
  if (owner >= 0) parts.push(owner === me ? gettext("your corner") : gettext("%(name)s’s corner", { name: seats[owner]?.name ?? "" }));
  if (includesPoint(marked, cell)) parts.push(gettext("blocked this turn"));
  const lifted = samePoint(from, cell);
  const start = samePoint(own?.from, cell);
  const end = samePoint(own?.to, cell);
  if (lifted) parts.push(gettext("selected"));
  if (start) parts.push(gettext("your move starts here"));
  if (end) parts.push(gettext("your move ends here"));
  if (open.has(String(cell))) parts.push(gettext("in line"));
  const kind = open.has(String(cell)) ? "open" : piece !== "." ? "piece" : "";
  return { label: parts.join(", "), selected: lifted || start || end, kind };
}
