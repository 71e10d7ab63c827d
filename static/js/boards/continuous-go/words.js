/** What happens in Continuous Go, in words. No DOM. */

import { namesIn, ofType } from "../shared/words.js";
import { pathLength } from "./geometry.js";
import { parsePath, pointWords, shortNumber, spaces } from "./points.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/** Turns end by length that is smaller than this, in spaces. */
const NOTHING = 1e-9;

/** Why a choice was refused, by the code of the rules. @type {{[code: string]: string}} */
export const refusals = {
  "off-board": "That is off the board.",
  "too-short": "That is too short for a line. Draw to another point.",
  "on-opponent": "All of this runs too near to your opponent’s line. Begin farther away.",
  blocked: "There is no room to draw here. Begin somewhere else.",
  tangled: "Your lines cross in too many places. Draw something simpler.",
  "nothing-to-undo": "You have drawn nothing in this turn.",
};

/**
 * @param {Game["event"][]} events
 * @param {Miai.Seat[]} seats
 * @param {Game["options"]} options the game's options, complete
 * @param {Game["event"][]} [earlier] what happened before in the same turn
 * @returns {string[]}
 */
export function words(events, seats, options, earlier = []) {
  const name = namesIn(seats);
  /** @type {{[Type in Game["event"]["type"]]: (event: Extract<Game["event"], {type: Type}>) => string}} */
  const say = {
    drawn: ({ seat, path, length, stopped }) => {
      const [from, to] = [pointWords(path[0] ?? [], options.size), pointWords(path.at(-1) ?? [], options.size)];
      return `${name(seat)} drew ${spaces(length)} from ${from} to ${to}${stopWords(stopped, name(1 - seat))}`;
    },
    undone: ({ seat }) => `${name(seat)} took back the last line`,
    passed: ({ seat }) => (drewIn(earlier) ? `${name(seat)} ended the turn` : `${name(seat)} passed`),
    absent: ({ seat }) => `${name(seat)}’s time was up`,
    left: ({ seat }) => `${name(seat)} left the game`,
    scored: ({ scores: [black, white] }) =>
      `Counted, in squares: ${name(0)} ${shortNumber(black)}, ${name(1)} ${shortNumber(white)}${komiWords(options.komi)}`,
  };
  return events.flatMap((event) => {
    const phrase = /** @type {((event: Game["event"]) => string) | undefined} */ (say[event.type]);
    return phrase ? phrase(event) : [];
  });
}

/**
 * Whether something was drawn in a turn, and not taken back: who ends it then does not pass.
 * @param {Game["event"][]} events
 */
function drewIn(events) {
  return ofType(events, "drawn").length > ofType(events, "undone").length;
}

/**
 * @param {string | null} stopped
 * @param {string} opponent
 */
function stopWords(stopped, opponent) {
  if (stopped === "opponent") return `, and was stopped by ${opponent}’s line`;
  return stopped === "budget" ? ", where the length of the turn was used up" : "";
}

/**
 * Why one's own line ends where it does; empty: it ends where it was let go.
 * @param {string | null} stopped
 * @param {string} opponent
 */
export function stoppedWords(stopped, opponent) {
  if (stopped === "opponent") return `Your line stops at ${opponent}’s line.`;
  return stopped === "budget" ? "The length of your turn is used up." : "";
}

/**
 * What the board is, for screen readers.
 * @param {number} size
 * @param {boolean} open whether the viewer may draw
 */
export function boardWords(size, open) {
  const drawing = open ? ", Enter begins and ends a line, Escape drops it" : "";
  return `Board, ${size} by ${size} lines. Arrow keys move a cross-hair${drawing}.`;
}

/** @param {number} komi */
function komiWords(komi) {
  return komi ? ` with ${shortNumber(komi)} komi` : "";
}

/**
 * @param {Game["action"]} action
 * @param {Game["options"]} options
 */
export function describe(action, options) {
  if (action.type === "pass") return "the end of the turn";
  if (action.type === "undo") return "undo";
  const { path } = action;
  return `a line of ${spaces(pathLength(path))} from ${pointWords(path[0] ?? [], options.size)}`;
}

/**
 * `D4 E7`, `D.5,4 F4.25 G7`: a line through two or more points; `pass`, `end`, `undo`.
 * @param {string} text
 * @param {Miai.Step<Game["position"], Game["event"]>} _line
 * @param {Game["options"]} options
 * @returns {Game["action"] | null}
 */
export function parse(text, _line, options) {
  const word = text.trim().toLowerCase();
  if (word === "undo") return { type: "undo" };
  if (word === "pass" || word === "end") return { type: "pass" };
  const path = parsePath(text, options.size);
  return path && path.length > 1 && path.length <= 512 ? { type: "draw", path } : null;
}

/**
 * Whether something was drawn in the turn that is being played.
 * @param {Game["position"]} position
 * @param {Game["options"]} options
 */
export function hasDrawn({ remaining }, { budget }) {
  return remaining < budget - NOTHING;
}

/** @type {Miai.BoardModule<Game>["choices"]} */
export function choices({ position }, _seat, options) {
  if (!hasDrawn(position, options)) return [{ label: "Pass", action: { type: "pass" } }];
  return [
    { label: "Undo", action: { type: "undo" } },
    { label: "End the turn", action: { type: "pass" } },
  ];
}

/** @type {NonNullable<Miai.BoardModule<Game>["prompt"]>} */
export function prompt({ position, awaiting }, seat, seats, options) {
  const left = spaces(position.remaining);
  if (!awaiting.includes(seat)) {
    const who = seats[awaiting[0] ?? -1]?.name;
    return who && `${who} is drawing.`;
  }
  if (hasDrawn(position, options)) return `Go on drawing: ${left} left. Or undo, or end the turn.`;
  if (position.consecutive_passes) return `Your turn: draw up to ${left}. Passing now ends the game.`;
  return `Your turn: draw up to ${left}. Drag, or tap a start and an end.`;
}

/** @type {NonNullable<Miai.BoardModule<Game>["timeUp"]>} */
export function timeUp({ position, awaiting }, seats, options) {
  const who = seats[awaiting[0] ?? -1]?.name;
  if (!who) return undefined;
  if (hasDrawn(position, options)) return `${who} to draw, or the turn ends here`;
  if (position.consecutive_passes) return `${who} to draw, or the game ends`;
  return `${who} to draw, or it counts as a pass`;
}
