/** What a seat of Automatafl starts with: its corners, on a small board that shows all corners. */

import { isPoint } from "../../core/json.js";
import { gettext } from "../../core/language.js";
import { svg } from "../shared/svg.js";
import { cornerGroups } from "./corners.js";
import { seatSign } from "./seat-signs.js";
import { extentOf } from "./words.js";

/** @typedef {Miai.Automatafl.Game} Game */

const SIDE = 40;
const CORNER = 13;

/** @type {NonNullable<Miai.BoardModule<Game>["seatAtStart"]>} */
export function seatAtStart(element, number, options, seats, palette) {
  const extent = extentOf({ setup: options["setup"] ?? null });
  const groups = cornerGroups(extent, seats.length);
  const goals = goalsIn(options) ?? groups.map(({ cells }) => cells);
  const ground = svg("rect", { x: 1, y: 1, width: SIDE - 2, height: SIDE - 2, rx: 2, fill: "none", stroke: "currentColor", "stroke-opacity": 0.5 });
  const agent = svg("circle", { cx: SIDE / 2, cy: SIDE / 2, r: 3.4, fill: "none", stroke: "currentColor", "stroke-width": 1.6, "stroke-opacity": 0.6 });
  const corners = goals.flatMap((cells, seat) =>
    cells.map((cell) => corner(cell, seat, seats[seat] ?? null, seat === number, palette)),
  );
  element.replaceChildren(svg("svg", { viewBox: `0 0 ${SIDE} ${SIDE}` }, [ground, agent, ...corners]));
  const mine = (goals[number] ?? []).map(String).sort();
  return cornerWords(seats.length)[groups.findIndex(({ cells }) => String(cells.map(String).sort()) === String(mine))] ?? "";
}

/**
 * The corners of each seat; null if the options leave them at the usual ones.
 * @param {{goals?: unknown}} options
 * @returns {Miai.Point[][] | null}
 */
function goalsIn({ goals }) {
  return Array.isArray(goals) ? goals.map((cells) => (Array.isArray(cells) ? cells.filter(isPoint) : [])) : null;
}

/**
 * Names of the groups of corners for use within a sentence, in the order of the groups.
 * @param {number} seats
 */
function cornerWords(seats) {
  if (seats === 2) return [gettext("upper corners"), gettext("lower corners")];
  return [gettext("upper left"), gettext("upper right"), gettext("lower right"), gettext("lower left")];
}

/**
 * A corner in its owner's colour with the seat's sign; only an outline if the seat is still empty.
 * @param {Miai.Point} cell
 * @param {number} number the seat's
 * @param {Miai.Seat | null} seat
 * @param {boolean} mine whether it belongs to the seat that is shown
 * @param {Miai.Palette} palette
 */
function corner([x, y], number, seat, mine, palette) {
  const colour = seat ? (palette[seat.stone]?.hex ?? "#808080") : null;
  const [left, top] = [x === 0 ? 1 : SIDE - CORNER - 1, y === 0 ? 1 : SIDE - CORNER - 1];
  const box = svg("rect", {
    x: left, y: top, width: CORNER, height: CORNER, rx: 2, fill: colour ?? "none", stroke: "currentColor", "stroke-width": mine ? 2.2 : 0.8,
    ...(colour ? {} : { "stroke-dasharray": mine ? "none" : "2 2" }),
  });
  const name = seatSign(number, colour, { x: left + CORNER / 2, y: top + CORNER / 2, radius: 3.2 });
  return svg("g", mine ? {} : { opacity: 0.5 }, mine ? [box, name] : [box]);
}
