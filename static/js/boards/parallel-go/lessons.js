/** What newcomers are told in their first turns of Parallel Go. No DOM. */

import { gettext } from "../../core/language.js";
import { pointName, squareExtent } from "../shared/grid.js";
import { explainCaptures, goodStarts, libertiesNextTo, explainLiberties, distinctPoints } from "../shared/stone-lessons.js";
import { ofType } from "../shared/words.js";
import { conflictOf } from "./conflict.js";

/** @typedef {Miai.ParallelGo.Game} Game */

/** @type {NonNullable<Miai.BoardModule<Game>["toDo"]>} */
export function toDo(turn, { step, me, seats }) {
  const { position, events } = step;
  const name = seats[1 - me]?.name ?? "";
  if (step.phase === "counting") {
    return { words: gettext("Both of you passed, so the stones are counted. Accept the count, or mark dead stones first."), marked: [] };
  }
  if (conflictOf(events)) return { words: gettext("Choose another point. Those with a cross are blocked for you this turn."), marked: [] };
  if (turn === 1) {
    return {
      words: gettext("Choose any empty point. %(name)s chooses in secret at the same time, then both stones appear together. The marked points are good ones to begin with.", { name }),
      marked: goodStarts(position),
    };
  }
  if (turn === 2) return explainLiberties(position, position.last[me]);
  const theirs = position.last[1 - me] ?? null;
  const marked = theirs ? libertiesNextTo(position, theirs) : [];
  const aim = gettext("In the end you have a point for each of your stones, and for each empty point that only your stones enclose. When both of you pass in one turn, it is counted.");
  const near = gettext("The marked points are the liberties of %(name)s’s last stone.", { name });
  return { words: marked.length ? `${aim} ${near}` : aim, marked };
}

/** @type {NonNullable<Miai.BoardModule<Game>["happened"]>} */
export function happened(events, { step, me, seats, options: { size } }) {
  const name = seats[1 - me]?.name ?? "";
  const at = (/** @type {Miai.Point} */ point) => pointName(point, squareExtent(size));
  const conflict = conflictOf(step.events);
  if (conflict) return explainConflict(conflict, me, name, at);
  const placed = ofType(events, "placed");
  const [mine, theirs] = [me, 1 - me].map((seat) => placed.filter((event) => event.seat === seat).at(-1)?.at);
  const captures = explainCaptures(ofType(events, "captured"), me);
  return {
    words: [stonesWords(mine, theirs, name, at), captures.words].filter(Boolean).join(" "),
    marked: distinctPoints([mine ?? [], theirs ?? []].flatMap((point) => (point.length ? [/** @type {Miai.Point} */ (point)] : [])).concat(captures.marked)),
  };
}

/**
 * @param {Miai.Point | undefined} mine
 * @param {Miai.Point | undefined} theirs
 * @param {string} name
 * @param {(point: Miai.Point) => string} at
 */
function stonesWords(mine, theirs, name, at) {
  if (mine && theirs) return gettext("Your stone is on %(mine)s, and %(name)s’s on %(theirs)s: neither of you knew of the other.", { mine: at(mine), theirs: at(theirs), name });
  if (mine) return gettext("Your stone is on %(mine)s. %(name)s passed.", { mine: at(mine), name });
  return theirs ? gettext("You passed, and %(name)s placed a stone on %(theirs)s.", { theirs: at(theirs), name }) : "";
}

/**
 * @param {Miai.ParallelGo.Conflict} conflict
 * @param {number} me
 * @param {string} name
 * @param {(point: Miai.Point) => string} at
 * @returns {Miai.Explanation}
 */
function explainConflict({ why, chosen }, me, name, at) {
  const marked = distinctPoints(chosen.flatMap((point) => (point ? [point] : [])));
  const mine = chosen[me];
  if (why === "same-point" && mine) {
    return { words: gettext("You and %(name)s both chose %(point)s. That is a conflict: nobody gets the point, and nothing was placed.", { name, point: at(mine) }), marked };
  }
  if (why === "order") {
    return { words: gettext("Your choice and %(name)s’s would end differently depending on who goes first. That is a conflict, and nothing was placed.", { name }), marked };
  }
  return { words: gettext("The board would look as it did before. That is a conflict, and nothing was placed."), marked };
}
