/** What happens in Automatafl, in words. No DOM. */

import { includesPoint, parsePoints, pointName, samePoint } from "../shared/grid.js";
import { list, namesIn, namesOf } from "../shared/words.js";

/** @typedef {Miai.Automatafl.Game} Game */

/** A seat's letter, on its corners and moves. @param {number} seat */
export function letter(seat) {
  return "ABCD".charAt(seat);
}

/** Why a choice was refused, by the code of the rules. @type {{[code: string]: string}} */
export const refusals = {
  agent: "The Agent moves by itself. Choose another cell.",
  marked: "This cell is blocked this turn. Choose another.",
  "not-a-line": "A move goes along one row or one column.",
  "same-cell": "A move goes from one cell to another.",
};

/** Why a move failed, short enough for the board. @type {{[why: string]: string}} */
export const FAILURES = {
  "in-the-way": "in the way",
  "no-piece": "no piece",
  occupied: "occupied",
  forked: "forked",
};

/** @type {{[why: string]: string}} */
const FAILED = {
  "in-the-way": "something stood in the way",
  "no-piece": "no piece was there to move",
  occupied: "the target was occupied",
  forked: "several moves began on that empty cell",
};

/** @type {{[why: string]: string}} */
const BY_RULE = {
  "opposing-pair": "between white and black, toward the white",
  "from-black": "away from black",
  "toward-white": "toward white",
};

/**
 * The board that a record's options describe.
 * @param {{setup?: string[] | null}} options
 */
export function extentOf({ setup }) {
  return setup ? { columns: setup[0]?.length ?? 0, rows: setup.length } : { columns: 11, rows: 11 };
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
  const left = namesOf(events, "left", name);
  const absent = namesOf(events, "absent", name);
  const said = [];
  if (left.length) said.push(`${list(left)} left the game`);
  if (absent.length) said.push(`${list(absent)} missed the turn`);
  for (const event of events) {
    if (event.type === "moved") said.push(`${name(event.seat)} moved ${at(event.from)} to ${at(event.to)}`);
    if (event.type === "failed") said.push(`${name(event.seat)}’s move ${at(event.from)} to ${at(event.to)} failed: ${FAILED[event.why] ?? event.why}`);
    if (event.type === "conflict") said.push(conflict(event, name, at));
    if (event.type === "agent") said.push(agent(event, at));
  }
  const again = [...new Set(events.flatMap((event) => (event.type === "conflict" ? event.seats : [])))].sort((a, b) => a - b);
  if (again.length) said.push(`${list(again.map(name))} choose again`);
  return said;
}

/**
 * @param {Miai.Automatafl.Conflict} event
 * @param {(seat: number) => string} name
 * @param {(cell: Miai.Point) => string} at
 */
function conflict({ seats, why, at: cell }, name, at) {
  const all = list(seats.map(name));
  const what = why === "from" ? `wanted to move the piece on ${at(cell)}` : `chose ${at(cell)} as their target`;
  return `${all} ${what}, and it is blocked this turn`;
}

/**
 * @param {Miai.Automatafl.AgentStep} event
 * @param {(cell: Miai.Point) => string} at
 */
function agent({ from, to, why }, at) {
  return samePoint(from, to) ? `The Agent stayed on ${at(from)}` : `The Agent went to ${at(to)}, ${BY_RULE[why ?? ""] ?? ""}`;
}

/**
 * @param {Game["action"]} action
 * @param {Game["options"]} options
 */
export function describe(action, options) {
  const extent = extentOf(options);
  return `${pointName(action.from, extent)} to ${pointName(action.to, extent)}`;
}

/**
 * Two cells, such as `D4 D7` or `D4-D7`.
 * @param {string} text
 * @param {Miai.Step<Game["position"], Game["event"]>} _line
 * @param {Game["options"]} options
 * @returns {Game["action"] | null}
 */
export function parse(text, _line, options) {
  const cells = parsePoints(text, extentOf(options));
  return cells?.length === 2 ? { type: "move", from: cells[0], to: cells[1] } : null;
}

/** @type {NonNullable<Miai.BoardModule<Game>["prompt"]>} */
export function prompt({ position, awaiting }, seat, seats) {
  const again = list(awaiting.map((number) => seats[number]?.name ?? ""));
  if (!awaiting.includes(seat)) return position.standing.includes(seat) ? `Your move stands. After a conflict ${again} choose again.` : undefined;
  return position.marked.length ? "After a conflict: choose another move, without the red cells" : "Choose a move, from one cell to another";
}

/**
 * What is asked once the first cell of a move is chosen: a sentence; null: nothing.
 * @param {Miai.Point | null} from
 * @param {import("../shared/grid.js").Extent} extent
 */
export function askWords(from, extent) {
  return from && `Choose where ${pointName(from, extent)} goes, along its row or its column.`;
}

/** @type {{[piece: string]: string}} */
const PIECES = { W: "white piece", B: "black piece", A: "the Agent" };

/**
 * A cell in words, for screen readers.
 * @param {Miai.Point} cell
 * @param {Pick<Miai.BoardView<Game>, "step" | "seats" | "me" | "own">} view
 * @param {Miai.Point | null} from the cell that is lifted
 * @param {Set<string>} open the keys of the cells to which it can go
 */
export function describeCell(cell, { step, seats, me, own }, from, open) {
  const [x, y] = cell;
  const { board, width, height, goals, marked } = step.position;
  const owner = goals.findIndex((/** @type {Miai.Point[]} */ corners) => includesPoint(corners, cell));
  const parts = [pointName(cell, { columns: width, rows: height }), PIECES[board[y][x]] ?? "empty"];
  if (owner >= 0) parts.push(owner === me ? "your corner" : `${seats[owner]?.name ?? ""}’s corner`);
  if (includesPoint(marked, cell)) parts.push("blocked this turn");
  const lifted = samePoint(from, cell);
  const start = samePoint(own?.from, cell);
  const end = samePoint(own?.to, cell);
  if (lifted) parts.push("lifted");
  if (start) parts.push("your move starts here");
  if (end) parts.push("your move ends here");
  if (open.has(String(cell))) parts.push("in line");
  const kind = open.has(String(cell)) ? "open" : PIECES[board[y][x]] ? "piece" : "";
  return { label: parts.join(", "), selected: lifted || start || end, kind };
}
