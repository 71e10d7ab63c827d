/**
 * What a line would close while it is being drawn: a hint for the player. Only the server decides
 * what counts (docs/decisions/0022-choosing-on-a-board.md). No DOM.
 */

import { gettext, ngettext, number } from "../../../core/language.js";
import { distance, onGrid } from "../geometry.js";
import { edgeOf, segmentIndex, segmentsOf } from "../segments.js";
import { facesAlong, standingOf } from "./faces.js";

/** If the server stops a line, its end may differ from the hint by less than this, in spaces. */
const UNSURE = 1 / 64;
/** The same tolerance as in the rules. */
const EXCESS = 1e-9;

/** @typedef {import("./faces.js").Face & {tooBig: boolean}} Closed */

/**
 * The lines of a colour and the edge of the board, which bound its areas.
 * @param {Miai.Point[][]} paths of the colour
 * @param {number} size
 */
export function standingLines(paths, size) {
  return standingOf([...paths, edgeOf(size)].flatMap(segmentsOf));
}

/**
 * The areas that a line closes or divides, largest first; without the rest of the board, which is
 * too big to count.
 * @param {import("./faces.js").Standing} standing
 * @param {import("./preview.js").Expected} line the part of a path on the grid that will be drawn
 * @param {number} upper the largest area that counts, in squares
 * @returns {Closed[]}
 */
export function closedBy(standing, line, upper) {
  const sure = segmentsOf(surelyDrawn(standing, line));
  if (!sure.length) return [];
  const faces = facesAlong(standing, sure).map((face) => ({ ...face, tooBig: face.area > upper + EXCESS }));
  return faces.length > 1 && faces[0]?.tooBig ? faces.slice(1) : faces;
}

/**
 * The part of a line that is certain to be drawn. The server finds for itself where the line begins
 * and stops, so the first and the last leg may end up in a slightly different place. They are cut
 * off where they pass so close to a corner or an end that this could matter.
 * @param {import("./faces.js").Standing} standing
 * @param {import("./preview.js").Expected} line
 * @returns {Miai.Point[]}
 */
function surelyDrawn(standing, { drawn, skipped, stopped }) {
  if (!stopped && !skipped.length) return drawn;
  if (drawn.length < 3 && stopped && skipped.length) return [];
  const itself = segmentIndex(segmentsOf(drawn));
  const shortened = (/** @type {Miai.Point[]} */ path) => withoutUnsureEnd(path, [standing.index, itself]);
  const ended = stopped ? shortened(drawn) : drawn;
  return skipped.length ? shortened([...ended].reverse()) : ended;
}

/**
 * @param {Miai.Point[]} path
 * @param {import("../segments.js").SegmentIndex[]} around
 * @returns {Miai.Point[]}
 */
function withoutUnsureEnd(path, around) {
  const rest = path.slice(0, -1);
  const [from, to] = [rest.at(-1), path.at(-1)];
  if (!from || !to) return rest;
  const whole = distance(from, to);
  let kept = whole - UNSURE;
  for (const corner of around.flatMap((index) => index.near(from, to, UNSURE)).flat()) {
    if (corner === to || corner === from) continue;
    const [x, y] = [corner[0] - from[0], corner[1] - from[1]];
    const [wayX, wayY] = [(to[0] - from[0]) / whole, (to[1] - from[1]) / whole];
    const along = x * wayX + y * wayY;
    if (Math.abs(x * wayY - y * wayX) < UNSURE && along > -UNSURE) kept = Math.min(kept, along - UNSURE);
  }
  return kept > UNSURE ? [...rest, onGrid([from[0] + ((to[0] - from[0]) * kept) / whole, from[1] + ((to[1] - from[1]) * kept) / whole])] : rest;
}

/**
 * What a line closes, as a sentence; empty if it closes nothing.
 * @param {Closed[]} areas
 */
export function closedWords(areas) {
  const counted = areas.filter(({ tooBig }) => !tooBig);
  const [only] = areas;
  if (!only) return "";
  const squares = number(Math.round(10 * (counted.length ? counted : areas).reduce((sum, { area }) => sum + area, 0)) / 10);
  if (!counted.length && areas.length === 1) return gettext("Encloses an area of about %(squares)s squares, too big to count.", { squares });
  if (!counted.length) return gettext("Encloses areas that are too big to count.");
  return ngettext(
    "Encloses an area of about %(squares)s squares.",
    "Encloses %(count)s areas, about %(squares)s squares together.",
    counted.length,
    { squares },
  );
}
