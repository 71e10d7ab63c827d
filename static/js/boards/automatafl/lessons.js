/** What newcomers are told in their first turns of Automatafl. No DOM. */

import { gettext } from "../../core/language.js";
import { pointName, samePoint } from "../shared/grid.js";
import { list, namesIn, ofType } from "../shared/words.js";
import { extentOf, failureName } from "./words.js";

/** @typedef {Miai.Automatafl.Game} Game */

/** @type {NonNullable<Miai.BoardModule<Game>["toDo"]>} */
export function toDo(turn, { step: { position }, me, options }) {
  const { agent, goals, marked: blocked, decision } = position;
  const at = (/** @type {Miai.Point} */ cell) => pointName(cell, extentOf(options));
  if (blocked.length) return { words: gettext("Choose another move. The red cells are blocked this turn."), marked: [] };
  if (turn === 1) {
    return {
      words: gettext("The Agent, in the middle, walks by itself: towards white pieces and away from black ones. Bring it to one of your marked corners. Move any piece along its row or column: tap it, then its target."),
      marked: [agent, ...(goals[me] ?? [])],
    };
  }
  if (turn === 2) {
    const to = decision?.to;
    return to
      ? { words: gettext("As the board stands, the Agent would go to %(cell)s next. It looks along its own row and column only: change what it sees there.", { cell: at(to) }), marked: [to] }
      : { words: gettext("As the board stands, the Agent would stay. It looks along its own row and column only: move a white piece into view on your side."), marked: [agent] };
  }
  return { words: gettext("All of you move at once. Whoever chooses the same piece or the same target as somebody else is in conflict and chooses again. Choose your next move."), marked: goals[me] ?? [] };
}

/** @type {NonNullable<Miai.BoardModule<Game>["happened"]>} */
export function happened(events, { step, me, seats, options }) {
  const at = (/** @type {Miai.Point} */ cell) => pointName(cell, extentOf(options));
  const conflict = ofType(step.events, "conflict").find((event) => event.seats.includes(me));
  if (conflict) {
    const names = list(conflict.seats.filter((seat) => seat !== me).map(namesIn(seats)));
    const values = { names, cell: at(conflict.at) };
    const words = conflict.why === "from"
      ? gettext("You and %(names)s wanted to move the piece on %(cell)s. That is a conflict, so neither moves it.", values)
      : gettext("You and %(names)s chose the same target, %(cell)s. That is a conflict, so nothing goes there.", values);
    return { words, marked: [conflict.at] };
  }
  const moved = ofType(events, "moved").filter(({ seat }) => seat === me).at(-1);
  const failed = ofType(events, "failed").filter(({ seat }) => seat === me).at(-1);
  const walked = ofType(events, "agent").at(-1);
  const own = moved
    ? gettext("Your piece went from %(from)s to %(to)s.", { from: at(moved.from), to: at(moved.to) })
    : failed ? gettext("Your move from %(from)s to %(to)s failed: %(why)s.", { from: at(failed.from), to: at(failed.to), why: failureName(failed.why) }) : "";
  return {
    words: [own, walked ? walkWords(walked, at) : ""].filter(Boolean).join(" "),
    marked: [...(moved ? [moved.to] : failed ? [failed.from] : []), ...(walked ? [walked.to] : [])],
  };
}

/**
 * @param {Miai.Automatafl.AgentStep} step
 * @param {(cell: Miai.Point) => string} at
 */
function walkWords({ from, to, why }, at) {
  const values = { cell: at(to) };
  if (samePoint(from, to)) return gettext("Then the Agent stayed on %(cell)s.", values);
  return why === "from-black"
    ? gettext("Then the Agent went to %(cell)s, away from a black piece.", values)
    : gettext("Then the Agent went to %(cell)s, towards a white piece.", values);
}
