/** Explanations that the games of stones have in common. No DOM. */

import { gettext, ngettext } from "../../core/language.js";
import { includesPoint, nextTo, squareExtent, starPoints } from "./grid.js";

/** @typedef {{size: number, board: Miai.Stone[][]}} StonePosition */

/**
 * The marked points of an empty board where a first stone is well placed.
 * @param {StonePosition} position
 */
export function goodStarts({ size, board }) {
  return starPoints(size).filter(([x, y]) => (board[y]?.[x] ?? null) === null);
}

/**
 * The empty points next to a stone.
 * @param {StonePosition} position
 * @param {Miai.Point} at
 */
export function libertiesNextTo({ size, board }, at) {
  return nextTo(at, squareExtent(size)).filter(([x, y]) => (board[y]?.[x] ?? null) === null);
}

/**
 * Who captured what, as far as it concerns the viewer.
 * @param {{stones: {seat: number, at: Miai.Point}[]}[]} captures
 * @param {number} me
 * @returns {Miai.Explanation}
 */
export function explainCaptures(captures, me) {
  const stones = captures.flatMap((event) => event.stones);
  const [mine, others] = [stones.filter(({ seat }) => seat === me), stones.filter(({ seat }) => seat !== me)];
  const said = [
    ...(others.length ? [ngettext("%(count)s stone of somebody else was captured: it had no empty point left beside it.", "%(count)s stones of others were captured: they had no empty point left beside them.", others.length)] : []),
    ...(mine.length ? [ngettext("%(count)s stone of yours was captured: it had no empty point left beside it.", "%(count)s stones of yours were captured: they had no empty point left beside them.", mine.length)] : []),
  ];
  return { words: said.join(" "), marked: stones.map(({ at }) => at) };
}

/**
 * What a second or third choice should look at: the liberties of the viewer's last stone.
 * @param {StonePosition} position
 * @param {Miai.Point | null | undefined} last
 * @returns {Miai.Explanation}
 */
export function explainLiberties(position, last) {
  const marked = last ? libertiesNextTo(position, last) : [];
  const words = marked.length
    ? gettext("The marked points beside your last stone are its liberties. Stones without liberties are captured, so keep yours connected, or fill those of others. Choose the next point.")
    : gettext("The empty points beside a stone are its liberties. Stones without liberties are captured. Choose the next point.");
  return { words, marked };
}

/**
 * Each place once.
 * @param {Miai.Point[]} places
 * @returns {Miai.Point[]}
 */
export function distinctPoints(places) {
  return places.filter((at, n) => !includesPoint(places.slice(0, n), at));
}
