/**
 * The seats' starting cells, chosen on a small board when a table is opened. The first part is
 * pure.
 */

import { gettext, pgettext } from "../../core/language.js";
import { el, say } from "../../dom/elements.js";
import { keyed } from "../../dom/keyed.js";
import { announce } from "../../dom/live.js";
import { segments } from "../../dom/segments.js";
import { cellEditor } from "../shared/cell-editor.js";
import { atPoint } from "../shared/frame.js";
import { allPoints, pointName, includesPoint, samePoint } from "../shared/grid.js";
import { svg } from "../shared/svg.js";
import { drawTerritory } from "./drawing.js";
import { outline } from "./tiles.js";

/**
 * For each number of seats the row in which each seat starts, so that no two share a row or column.
 */
const ROWS = [[], [0], [0, 1], [0, 2, 1], [1, 3, 0, 2], [0, 2, 4, 1, 3]];

/**
 * A starting cell for each seat: those of `start` that are on the board; for other seats cells far
 * apart.
 * @param {unknown} start
 * @param {import("../shared/grid.js").Extent} extent
 * @param {number} seats
 * @returns {Miai.Point[]}
 */
export function fitted(start, extent, seats) {
  const { columns, rows } = extent;
  const on = (/** @type {Miai.Point} */ [x, y]) => x >= 0 && y >= 0 && x < columns && y < rows;
  /** @type {Miai.Point[]} */
  const kept = (Array.isArray(start) ? start : []).slice(0, seats).filter(on);
  const spread = (ROWS[seats] ?? []).map((row, seat) => /** @type {Miai.Point} */ ([
    Math.floor(((seat + 0.5) * columns) / seats),
    Math.floor(((row + 0.5) * rows) / seats),
  ]));
  for (const cell of [...spread, ...allPoints(extent)]) {
    if (kept.length < seats && !includesPoint(kept, cell)) kept.push(cell);
  }
  return kept;
}

/**
 * The cells after `seat` is put on one: if another seat starts there, the two exchange cells.
 * @param {Miai.Point[]} start
 * @param {number} seat
 * @param {Miai.Point} at
 */
export function putOn(start, seat, at) {
  const had = /** @type {Miai.Point} */ (start[seat]);
  return start.map((cell, other) => (other === seat ? at : samePoint(cell, at) ? had : cell));
}

/** @type {(place: HTMLElement, field: Miai.OptionField) => void} */
export function startEditor(place, field) {
  const status = el("p", { class: "field-help" });
  const who = el("div");
  const ground = el("div");
  const board = el("div", { class: "stack stack--tight" }, [who, ground, status]);
  const ways = [{ value: "lot", label: gettext("Drawn by lot") }, { value: "chosen", label: gettext("Chosen here") }];
  const how = segments(gettext("Starting tiles"), "start-how", ways, (way) => {
    field.change(way === "lot" ? null : fitted(null, extentOf(field), field.seats()));
    draw();
  }, { said: true });
  place.replaceChildren(how.element, board);
  let seat = 0;
  let drawn = "";
  /** @type {ReturnType<typeof startBoard> | null} */
  let shown = null;
  /** @type {ReturnType<typeof segments> | null} */
  let chips = null;

  function draw() {
    const start = field.value();
    const [extent, seats] = [extentOf(field), field.seats()];
    how.choose(start === null ? "lot" : "chosen");
    board.hidden = start === null;
    if (start === null) return;
    const cells = fitted(start, extent, seats);
    if (JSON.stringify(cells) !== JSON.stringify(start)) field.change(cells);
    const key = JSON.stringify([extent, seats]);
    if (key !== drawn) rebuild(extent, seats);
    drawn = key;
    chips?.choose(String(seat));
    shown?.update(cells, seat);
  }

  /**
   * @param {import("../shared/grid.js").Extent} extent
   * @param {number} seats
   */
  function rebuild(extent, seats) {
    seat = Math.min(seat, seats - 1);
    const choices = Array.from({ length: seats }, (_, n) => ({ value: String(n), label: gettext("Seat %(number)s", { number: n + 1 }) }));
    chips = segments(gettext("Tap where this seat starts"), "start-seat", choices, (value) => {
      seat = Number(value);
      draw();
    });
    shown = startBoard(extent, (at) => {
      say(status, gettext("Seat %(number)s starts on %(cell)s.", { number: seat + 1, cell: pointName(at, extent) }));
      announce(status.textContent ?? "");
      field.change(putOn(fitted(field.value(), extent, seats), seat, at));
      seat = (seat + 1) % seats;
      draw();
    });
    who.replaceChildren(chips.element);
    ground.replaceChildren(shown.element);
  }

  field.watch(draw);
  draw();
}

/** @param {Miai.OptionField} field */
function extentOf(field) {
  const within = (/** @type {unknown} */ value, /** @type {number} */ usual) =>
    typeof value === "number" && Number.isInteger(value) && value >= 4 && value <= 20 ? value : usual;
  return { columns: within(field.other("columns"), 10), rows: within(field.other("rows"), 6) };
}

/**
 * @param {import("../shared/grid.js").Extent} extent
 * @param {(at: Miai.Point) => void} onChoose
 */
function startBoard(extent, onChoose) {
  const label = gettext("Where the seats start, %(columns)s by %(rows)s cells", { ...extent });
  const { element, groups, describe } = cellEditor(extent, { layers: ["slots", "tiles"], label, onChoose });
  groups.slots.append(...drawTerritory(extent, false).groups.slots.childNodes);
  return {
    element,
    /**
     * @param {Miai.Point[]} cells
     * @param {number} seat the seat to place next
     */
    update(cells, seat) {
      const entries = new Map(cells.map((at, n) => [`${at}:${n}:${n === seat}`, { at, n }]));
      keyed(groups.tiles, entries, ({ at, n }) =>
        atPoint(at, [
          outline(0.94, { class: "start-tile", "data-next": n === seat }),
          svg("text", { class: "start-number" }, [String(n + 1)]),
        ]),
      );
      describe((at) => {
        const here = cells.findIndex((cell) => samePoint(cell, at));
        const told = here < 0 ? pgettext("a cell", "empty") : gettext("seat %(number)s starts here", { number: here + 1 });
        return { label: `${pointName(at, extent)}, ${told}`, selected: here === seat, kind: "open" };
      });
    },
  };
}
