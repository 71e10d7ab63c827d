/** The events of Continuous Go in words. No DOM. */

import { gettext, ngettext, pgettext } from "../../core/language.js";
import { isWord, leftWords, namesIn, ofType, passedWords } from "../shared/words.js";
import { pathLength } from "./geometry.js";
import { parsePath, pointWords, shortNumber, spaces } from "./points.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/** Lengths smaller than this, in spaces, count as nothing. */
const NOTHING = 1e-9;

/** Why a choice was refused, by the code that the rules give. @returns {{[code: string]: string}} */
export function refusals() {
  return {
    "off-board": gettext("That is off the board."),
    "too-short": gettext("That is too short for a line. Draw to another point."),
    "on-opponent": gettext("All of this runs too close to your opponent’s line. Start farther away."),
    blocked: gettext("There is no room to draw here. Start somewhere else."),
    tangled: gettext("Your lines cross in too many places. Draw something simpler."),
    "nothing-to-undo": gettext("You have drawn nothing this turn."),
  };
}

/**
 * @param {Game["event"][]} events
 * @param {Miai.Seat[]} seats
 * @param {Game["options"]} options the game's options, complete
 * @param {Game["event"][]} [earlier] earlier events of the same turn
 * @returns {string[]}
 */
export function words(events, seats, options, earlier = []) {
  const name = namesIn(seats);
  /** @type {{[Type in Game["event"]["type"]]: (event: Extract<Game["event"], {type: Type}>) => string}} */
  const say = {
    drawn: ({ seat, path, length, stopped }) => {
      const [from, to] = [pointWords(path[0] ?? [], options.size), pointWords(path.at(-1) ?? [], options.size)];
      return drawnWords({ name: name(seat), length: spaces(length), from, to }, stopped, name(1 - seat));
    },
    undone: ({ seat }) => gettext("%(name)s undid the last line", { name: name(seat) }),
    passed: ({ seat }) => (drewIn(earlier) ? gettext("%(name)s ended the turn", { name: name(seat) }) : passedWords([name(seat)])),
    absent: ({ seat }) => gettext("%(name)s’s time was up", { name: name(seat) }),
    left: (event) => leftWords([event], seats).join(". "),
    scored: ({ scores: [black, white] }) => {
      const values = { first: name(0), black: shortNumber(black), second: name(1), white: shortNumber(white) };
      if (!options.komi) return gettext("Counted, in squares: %(first)s %(black)s, %(second)s %(white)s", values);
      return gettext("Counted, in squares: %(first)s %(black)s, %(second)s %(white)s with %(komi)s komi", { ...values, komi: shortNumber(options.komi) });
    },
  };
  return events.flatMap((event) => {
    const phrase = /** @type {((event: Game["event"]) => string) | undefined} */ (say[event.type]);
    return phrase ? phrase(event) : [];
  });
}

/** @type {NonNullable<Miai.BoardModule<Game>["takesBack"]>} */
export function takesBack(events) {
  return ofType(events, "undone").length > 0;
}

/** @type {NonNullable<Miai.BoardModule<Game>["takenBack"]>} */
export function takenBack(events, seats) {
  const drawn = ofType(events, "drawn");
  const values = { name: namesIn(seats)(drawn[0]?.seat ?? 0) };
  return ngettext("%(name)s drew a line and took it back", "%(name)s drew %(count)s lines and took them back", drawn.length, values);
}

/**
 * Whether a line was drawn in a turn and not taken back; then ending the turn is not a pass.
 * @param {Game["event"][]} events
 */
function drewIn(events) {
  return ofType(events, "drawn").length > ofType(events, "undone").length;
}

/**
 * @param {{name: string, length: string, from: string, to: string}} values
 * @param {string | null} stopped
 * @param {string} opponent
 */
function drawnWords(values, stopped, opponent) {
  if (stopped === "opponent") {
    return gettext("%(name)s drew %(length)s from %(from)s to %(to)s, and was stopped by %(opponent)s’s line", { ...values, opponent });
  }
  if (stopped === "budget") {
    return gettext("%(name)s drew %(length)s from %(from)s to %(to)s, where the length of the turn was used up", values);
  }
  return gettext("%(name)s drew %(length)s from %(from)s to %(to)s", values);
}

/**
 * Why the player's line ends where it does; empty if it was not stopped.
 * @param {string | null} stopped
 * @param {string} opponent
 */
export function stoppedWords(stopped, opponent) {
  if (stopped === "opponent") return gettext("Your line stops at %(name)s’s line.", { name: opponent });
  return stopped === "budget" ? gettext("The length of your turn is used up.") : "";
}

/**
 * The board's description for screen readers.
 * @param {number} size
 * @param {boolean} open whether the viewer may draw
 */
export function boardWords(size, open) {
  return open
    ? gettext("Board, %(size)s by %(size)s lines. Arrow keys move a cross-hair, Enter starts and ends a line, Escape discards it.", { size })
    : gettext("Board, %(size)s by %(size)s lines. Arrow keys move a cross-hair.", { size });
}

/**
 * @param {Game["action"]} action
 * @param {Game["options"]} options
 */
export function describe(action, options) {
  if (action.type === "pass") return gettext("the end of the turn");
  if (action.type === "undo") return pgettext("a choice", "undo");
  const { path } = action;
  return gettext("a line of %(length)s from %(point)s", { length: spaces(pathLength(path)), point: pointWords(path[0] ?? [], options.size) });
}

/** A line that is longer than the turn allows ends where the length is used up, or before. @type {NonNullable<Miai.BoardModule<Game>["draftWords"]>} */
export function draftWords(action, { position: { remaining, size } }) {
  if (action.type !== "draw" || pathLength(action.path) <= remaining + NOTHING) return undefined;
  const values = { length: spaces(remaining), point: pointWords(action.path[0] ?? [], size) };
  return gettext("A line from %(point)s, up to %(length)s long: chosen, not confirmed yet.", values);
}

/**
 * `D4 E7`, `D.5,4 F4.25 G7`: a line through two or more points; `pass`, `end`, `undo`.
 * @param {string} text
 * @param {Miai.Step<Game["position"], Game["event"]>} _line
 * @param {Game["options"]} options
 * @returns {Game["action"] | null}
 */
export function parse(text, _line, options) {
  if (isWord(text, "undo", pgettext("a choice", "undo"))) return { type: "undo" };
  if (isWord(text, "pass", "end", gettext("Pass"))) return { type: "pass" };
  const path = parsePath(text, options.size);
  return path && path.length > 1 && path.length <= 512 ? { type: "draw", path } : null;
}

/**
 * Whether a line was drawn in the current turn.
 * @param {Game["position"]} position
 * @param {Game["options"]} options
 */
export function hasDrawn({ remaining }, { budget }) {
  return remaining < budget - NOTHING;
}

/** @type {Miai.BoardModule<Game>["choices"]} */
export function choices({ position }, _seat, options) {
  if (!hasDrawn(position, options)) return [{ label: gettext("Pass"), action: { type: "pass" } }];
  return [
    { label: gettext("Undo"), action: { type: "undo" } },
    { label: gettext("End turn"), action: { type: "pass" } },
  ];
}

/** @type {NonNullable<Miai.BoardModule<Game>["prompt"]>} */
export function prompt({ position, awaiting }, seat, seats, options) {
  const values = { length: spaces(position.remaining) };
  if (!awaiting.includes(seat)) {
    const who = seats[awaiting[0] ?? -1]?.name;
    return who && gettext("%(name)s is drawing.", { name: who });
  }
  if (hasDrawn(position, options)) return gettext("Keep drawing: %(length)s left. Or undo, or end your turn.", values);
  if (position.consecutive_passes) return gettext("Your turn: draw up to %(length)s. Passing now ends the game.", values);
  return gettext("Your turn: draw up to %(length)s. Drag, or tap a start and an end.", values);
}

/** @type {NonNullable<Miai.BoardModule<Game>["timeUp"]>} */
export function timeUp({ position, awaiting }, seats, options) {
  const who = seats[awaiting[0] ?? -1]?.name;
  if (!who) return undefined;
  if (hasDrawn(position, options)) return gettext("%(name)s to draw, or the turn ends here", { name: who });
  if (position.consecutive_passes) return gettext("%(name)s to draw, or the game ends", { name: who });
  return gettext("%(name)s to draw, or it counts as a pass", { name: who });
}
