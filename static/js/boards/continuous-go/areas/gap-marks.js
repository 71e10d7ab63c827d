/** Marks gaps on the board, each with a ring and a sign, and describes them beside it. */

import { gettext } from "../../../core/language.js";
import { afterDrawing } from "../../../dom/after-drawing.js";
import { el } from "../../../dom/elements.js";
import { batchLayer, disc } from "../../shared/batches.js";
import { SPACE } from "../../shared/frame.js";
import { onDrawing } from "../frame.js";
import { distance } from "../geometry.js";
import { pointWords } from "../points.js";
import { gapsOf, middle, widthWords } from "./gaps.js";
import { colourName } from "./words.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/** @typedef {import("./gaps.js").Gap} Gap */

const RING = 0.34;
/** The badge's distance from the middle, to the right and upward. */
const BADGE = 0.27 * SPACE;
/** At most this many gaps are described in words. */
const MOST = 3;

/**
 * Marks the gaps of the player's own lines; for spectators those of both players.
 * @param {SVGElement} group
 */
export function gapMarks(group) {
  /** The gaps of each seat, and the lines in which they were found. @type {Map<number, {lines: string, gaps: Gap[]}>} */
  const known = new Map();
  const list = el("ul", { class: "areas-gaps", "aria-label": gettext("Gaps") });
  /** @type {Gap[]} */
  let shown = [];

  /** @param {Game["position"]} position @param {number} seat */
  function gaps({ lines, size }, seat) {
    const own = lines.filter((/** @type {{seat: number}} */ line) => line.seat === seat);
    const text = JSON.stringify(own);
    const before = known.get(seat);
    if (before?.lines === text) return before.gaps;
    const found = gapsOf(own, size, [seat]);
    known.set(seat, { lines: text, gaps: found });
    return found;
  }

  /** @param {Miai.BoardView<Game>} view */
  function draw({ step: { position }, me }) {
    shown = (me === null ? [0, 1] : [me]).flatMap((seat) => gaps(position, seat));
    drawMarks(new Map([["gaps", { parts: MARK, places: shown.map(placeOf) }]]));
    const said = shown.slice(0, MOST).map((gap) => gapWords(gap, position.size, me));
    if (shown.length > MOST) said.push(gettext("And %(number)s more.", { number: shown.length - MOST }));
    list.replaceChildren(...said.map((words) => el("li", {}, [words])));
    list.hidden = !said.length;
  }

  const later = afterDrawing();
  const drawMarks = batchLayer(group);

  return {
    list,
    /**
     * Finds and marks gaps after the step is on the screen, because finding them takes longer than
     * drawing the step.
     * @param {Miai.BoardView<Game>} view
     */
    update: (view) => later(() => draw(view)),
    /** The gap whose ring contains a point. @param {Miai.Point} point */
    at: (point) => shown.find((gap) => distance(middle(gap), point) <= RING),
  };
}

/**
 * The position of a gap on the drawing.
 * @param {Gap} gap
 * @returns {[number, number]}
 */
function placeOf(gap) {
  const [x, y] = middle(gap);
  return [onDrawing(x), onDrawing(y)];
}

/**
 * A gap in words.
 * @param {Gap} gap
 * @param {number} size
 * @param {number | null} me
 */
export function gapWords(gap, size, me) {
  const values = { point: pointWords(gap.at, size), width: widthWords(gap) };
  if (gap.seat === me) return gettext("Your line almost closes near %(point)s: a gap of %(width)s.", values);
  const colour = colourName(gap.seat === 0 ? 0 : 1);
  return gettext("%(colour)s’s line almost closes near %(point)s: a gap of %(width)s.", { ...values, colour });
}

/** A ring, and a badge that shows two ends that do not meet. @type {import("../../shared/batches.js").Part[]} */
const MARK = [
  { shape: disc(RING * SPACE), look: { class: "gap-casing" } },
  { shape: disc(RING * SPACE), look: { class: "gap-ring" } },
  { shape: `m${BADGE} ${-BADGE}${disc(0.19 * SPACE)}`, look: { class: "gap-badge" } },
  { shape: `m${BADGE} ${-BADGE}m-4.6 0h2.6m4 0h2.6`, look: { class: "gap-sign" } },
];
