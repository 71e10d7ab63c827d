/** The points of Parallel Go in words: for screen readers, and to explain a cross. No DOM. */

import { gettext, pgettext } from "../../core/language.js";
import { includesPoint, pointName, samePoint, squareExtent } from "../shared/grid.js";
import { list } from "../shared/words.js";
import { clashesOf, heldPoints } from "./conflict.js";
import { markAt, takesAll } from "./counting.js";
import { markWords, standing } from "./counting-words.js";

/** @typedef {Miai.ParallelGo.Game} Game */

/** @typedef {Pick<Miai.BoardView<Game>, "step" | "seats" | "me" | "own">} Looked */

/**
 * Why a point has a cross; null if it has none.
 * @param {Miai.Point} point
 * @param {Looked} view
 */
export function whyProhibited(point, { step, seats, me }) {
  const held = seatsAt(heldPoints(step.position.prohibited), point);
  const [first] = held;
  if (first === undefined) return null;
  if (held.length > 1) {
    return me === null
      ? gettext("Neither side may choose this point again in this turn: it led to a conflict.")
      : gettext("Neither of you may choose this point again in this turn: it led to a conflict.");
  }
  if (first === me) return gettext("You may not choose this point again in this turn: it led to a conflict. Your opponent may.");
  const name = seats[first]?.name ?? "";
  return me === null
    ? gettext("%(name)s may not choose this point again in this turn: it led to a conflict.", { name })
    : gettext("%(name)s may not choose this point again in this turn: it led to a conflict. You may.", { name });
}

/**
 * @param {Miai.Point} point
 * @param {Looked} view
 */
export function describePoint(point, { step, seats, me, own }) {
  const [x, y] = point;
  const { position } = step;
  const selected = own !== null && "at" in own && samePoint(own.at, point);
  const name = (/** @type {number} */ seat) => seats[seat]?.name ?? "";
  const holder = position.board[y]?.[x] ?? null;
  const parts = [pointName(point, squareExtent(position.size))];
  if (holder !== null) parts.push(holder === me ? gettext("your stone") : gettext("%(name)s’s stone", { name: name(holder) }));
  else if (!selected) parts.push(pgettext("a point", "empty"));
  if (selected) parts.push(gettext("your choice"));
  if (position.last.some((at) => samePoint(at, point))) parts.push(gettext("just placed"));
  const clashed = seatsAt(clashesOf(step.events), point);
  if (clashed.length) {
    const names = list(clashed.map((seat) => (seat === me ? pgettext("after “chosen by”", "you") : name(seat))));
    parts.push(gettext("chosen by %(names)s in the conflict", { names }));
  }
  const closed = seatsAt(heldPoints(position.prohibited), point);
  if (closed.length) {
    const names = list(closed.map((seat) => (seat === me ? pgettext("after “blocked for”", "you") : name(seat))));
    parts.push(gettext("blocked this turn for %(names)s", { names }));
  }
  if (includesPoint(position.dead ?? [], point)) parts.push(gettext("marked dead"));
  const owner = position.area?.[y]?.[x];
  if (owner === null) parts.push(gettext("nobody’s point"));
  else if (owner !== undefined) parts.push(owner === me ? gettext("your point") : gettext("%(name)s’s point", { name: name(owner) }));
  const mark = markAt(position, point);
  const effect = mark && me !== null ? `. ${markWords(mark, takesAll(position, mark), seats, me)}. ${standing(mark.points, seats)}` : "";
  return { label: parts.join(", ") + effect, selected };
}

/**
 * @param {import("./conflict.js").Held[]} held
 * @param {Miai.Point} point
 */
function seatsAt(held, point) {
  return held.find(({ at }) => samePoint(at, point))?.seats ?? [];
}
