/** The events of Parallel Go in words. No DOM. */

import { gettext, ngettext, pgettext } from "../../core/language.js";
import { parsePoint, pointName, squareExtent } from "../shared/grid.js";
import { captured, isWord, leftWords, list, missedWords, namesIn, namesOf, ofType, passedWords, pointList } from "../shared/words.js";
import { conflictOf } from "./conflict.js";
import { countingPrompt } from "./counting-words.js";

/** @typedef {Miai.ParallelGo.Game} Game */

/** Why a choice was refused, by the code that the rules give. @returns {{[code: string]: string}} */
export function refusals() {
  return {
    occupied: gettext("There is already a stone here. Choose an empty point."),
    suicide: gettext("Your stone would have no liberty here, and it captures nothing. Choose another point."),
    prohibited: gettext("You chose this point earlier this turn, and it led to a conflict. Choose another, or pass."),
    "no-stone": gettext("There is no stone here to mark. Tap a stone."),
    "not-awaited": gettext("You have accepted the count. You are asked again when a stone is marked."),
    "bad-action": gettext("That is not possible in this part of the game. Look at the board and choose again."),
    "off-board": gettext("That point is not on this board. Choose another."),
  };
}

/**
 * @param {Game["event"][]} events
 * @param {Miai.Seat[]} seats
 * @param {Game["options"]} options the game's options, complete
 * @returns {string[]}
 */
export function words(events, seats, { size }) {
  const name = namesIn(seats);
  const at = (/** @type {Miai.Point} */ point) => pointName(point, squareExtent(size));
  /** @type {string[]} */
  const said = [];
  const tell = (/** @type {Parameters<typeof namesOf<Game["event"]>>[1]} */ type, /** @type {(names: string[]) => string} */ what) => {
    const names = namesOf(events, type, name);
    if (names.length) said.push(what(names));
  };
  const placed = ofType(events, "placed");
  const conflict = conflictOf(events);
  tell("absent", missedWords);
  tell("passed", passedWords);
  if (placed.length) said.push(placed.map((event) => `${name(event.seat)} ${at(event.at)}`).join(", "));
  if (conflict) said.push(conflictWords(conflict, size, name), gettext("Both choose again"));
  for (const event of events) {
    if (event.type === "captured") said.push(captured(event, name, at));
    if (event.type === "counting") said.push(gettext("The stones are being counted"));
    if (event.type === "marked") said.push(marked(event, name, at));
  }
  tell("accepted", acceptedWords);
  said.push(...resumedWords(events, name), ...leftWords(events, seats));
  // Nothing else to say: the count's time ran out, which ends the game.
  return said.length ? said : [gettext("The time for the count ran out again, so all stones count as alive")];
}

/** @param {string[]} names */
function acceptedWords(names) {
  return ngettext("%(names)s accepted the count", "%(names)s accepted the count", names.length, { names: list(names) });
}

/**
 * Says that play goes on after a count, and why.
 * @param {Game["event"][]} events
 * @param {(seat: number) => string} name
 */
function resumedWords(events, name) {
  return ofType(events, "resumed").map(({ seat }) =>
    seat === undefined
      ? gettext("The count was not agreed on in time. Play goes on, and all marks are cleared")
      : gettext("%(name)s wants to play on; all marks are cleared", { name: name(seat) }),
  );
}

/**
 * A conflict and its reason, as everybody reads it.
 * @param {Miai.ParallelGo.Conflict} conflict
 * @param {number} size
 * @param {(seat: number) => string} name
 */
function conflictWords({ why, chosen }, size, name) {
  const moves = movesIn(chosen, [0, 1], size, (seat, point) => gettext("%(name)s’s %(point)s", { name: name(seat), point }));
  if (why === "repetition") {
    return ngettext(
      "%(moves)s would repeat an earlier position, so nothing was played",
      "%(moves)s would repeat an earlier position, so nothing was played",
      moves.length,
      { moves: list(moves) },
    );
  }
  if (why === "order") return gettext("%(moves)s conflict: it would matter who plays first, so nothing was played", { moves: list(moves) });
  const names = list([0, 1].map(name));
  const [at] = chosen;
  if (!at) return gettext("%(names)s both chose the same point, so nothing was played", { names });
  return gettext("%(names)s both chose %(point)s, so nothing was played", { names, point: pointName(at, squareExtent(size)) });
}

/**
 * The same for a player, who is asked to choose again.
 * @param {Miai.ParallelGo.Conflict} conflict
 * @param {number} size
 * @param {number} seat the player's
 * @param {string} other the opponent's name
 */
function ownConflictWords({ why, chosen }, size, seat, other) {
  const moves = movesIn(chosen, [seat, 1 - seat], size, (whose, point) =>
    whose === seat ? gettext("Your %(point)s", { point }) : gettext("%(name)s’s %(point)s", { name: other, point }),
  );
  if (why === "repetition") {
    return ngettext(
      "%(moves)s would repeat an earlier position. Nothing was played. Choose again.",
      "%(moves)s would repeat an earlier position. Nothing was played. Choose again.",
      moves.length,
      { moves: list(moves) },
    );
  }
  if (why === "order") {
    return gettext("%(moves)s conflict: it would matter who plays first. Nothing was played. Choose again.", { moves: list(moves) });
  }
  const [at] = chosen;
  if (!at) return gettext("You and %(name)s both chose the same point. Nothing was played. Choose again.", { name: other });
  const point = pointName(at, squareExtent(size));
  return gettext("You and %(name)s both chose %(point)s. Nothing was played. Choose again.", { name: other, point });
}

/**
 * The chosen points, each with its owner.
 * @param {(Miai.Point | null)[]} chosen by seat
 * @param {number[]} order the seats in the order in which they are named
 * @param {number} size
 * @param {(seat: number, point: string) => string} said
 */
function movesIn(chosen, order, size, said) {
  return order.flatMap((seat) => {
    const at = chosen[seat];
    return at ? [said(seat, pointName(at, squareExtent(size)))] : [];
  });
}

/**
 * @param {Miai.ParallelGo.Marked} event
 * @param {(seat: number) => string} name
 * @param {(point: Miai.Point) => string} at
 */
function marked({ seat, dead, stones }, name, at) {
  const owner = stones[0]?.seat;
  const points = pointList(stones.map((stone) => at(stone.at)));
  const values = { name: name(seat), points };
  const many = stones.length;
  if (owner === undefined || owner === seat) {
    return dead
      ? ngettext(
          "%(name)s marked %(count)s stone of their own as dead (%(points)s)",
          "%(name)s marked %(count)s stones of their own as dead (%(points)s)",
          many,
          values,
        )
      : ngettext(
          "%(name)s marked %(count)s stone of their own as alive again (%(points)s)",
          "%(name)s marked %(count)s stones of their own as alive again (%(points)s)",
          many,
          values,
        );
  }
  const all = { ...values, owner: name(owner) };
  return dead
    ? ngettext(
        "%(name)s marked %(count)s stone of %(owner)s as dead (%(points)s)",
        "%(name)s marked %(count)s stones of %(owner)s as dead (%(points)s)",
        many,
        all,
      )
    : ngettext(
        "%(name)s marked %(count)s stone of %(owner)s as alive again (%(points)s)",
        "%(name)s marked %(count)s stones of %(owner)s as alive again (%(points)s)",
        many,
        all,
      );
}

/**
 * @param {Game["action"]} action
 * @param {Game["options"]} options
 */
export function describe(action, { size }) {
  if (action.type === "place") return pointName(action.at, squareExtent(size));
  if (action.type === "mark") return gettext("mark %(point)s", { point: pointName(action.at, squareExtent(size)) });
  return wordOf(action.type);
}

/** @param {"pass" | "accept" | "resume"} type */
function wordOf(type) {
  if (type === "accept") return pgettext("a choice", "accept");
  return type === "resume" ? pgettext("a choice", "resume") : pgettext("a choice", "pass");
}

/**
 * A point such as `D4`, which places a stone, or marks it while stones are counted; `pass`,
 * `accept`, `resume`.
 * @param {string} text
 * @param {Miai.Step<Game["position"], Game["event"]>} step
 * @param {Game["options"]} options
 * @returns {Game["action"] | null}
 */
export function parse(text, { phase }, { size }) {
  const counting = phase === "counting";
  const type = /** @type {const} */ (["pass", "accept", "resume"]).find((word) => isWord(text, word, wordOf(word)));
  if (type) return { type };
  const [, name] = /^\s*(?:mark\s+)?([a-z]\s*\d+)\s*$/i.exec(text) ?? [];
  const at = parsePoint(name ?? "", squareExtent(size));
  return at && { type: counting ? "mark" : "place", at };
}

/** @type {NonNullable<Miai.BoardModule<Game>["prompt"]>} */
export function prompt(step, seat, seats) {
  if (step.phase === "counting") return countingPrompt(step, seat, seats);
  const other = seats[1 - seat]?.name ?? "";
  const conflict = conflictOf(step.events);
  if (conflict) return ownConflictWords(conflict, step.position.size, seat, other);
  const [resumed] = ofType(step.events, "resumed");
  if (!resumed) return gettext("Choose a point, or pass.");
  if (resumed.seat === undefined) {
    return gettext("The time for the count ran out, so play goes on. Capture what is dead, then pass again.");
  }
  return resumed.seat === seat
    ? gettext("You play on. Choose a point, or pass.")
    : gettext("%(name)s wants to play on. Choose a point, or pass.", { name: other });
}
