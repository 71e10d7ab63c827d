/** Another starting board: chosen, or put together on a small board, when a table is opened. */

import { gettext } from "../../core/language.js";
import { el, say } from "../../dom/elements.js";
import { keyed } from "../../dom/keyed.js";
import { announce } from "../../dom/live.js";
import { segments } from "../../dom/segments.js";
import { cellEditor } from "../shared/cell-editor.js";
import { atPoint, cellLines } from "../shared/frame.js";
import { pointName, samePoint } from "../shared/grid.js";
import { svg } from "../shared/svg.js";
import { pieceSymbols } from "./pieces.js";
import { agentOf, boardOf, extentOfRows, LEAST, MOST, resized, SMALL, USUAL, withPiece } from "./setup.js";
import { emptyName, pieceName } from "./words.js";

const boards = () => [
  { value: "usual", label: gettext("Usual, 11×11") },
  { value: "small", label: gettext("Small, 7×7") },
  { value: "own", label: gettext("Your own") },
];
const choices = () => [
  { value: "W", label: gettext("White") },
  { value: "B", label: gettext("Black") },
  { value: "A", label: gettext("The Agent") },
  { value: ".", label: gettext("Nothing") },
];

/** @type {(place: HTMLElement, field: Miai.OptionField) => void} */
export function setupEditor(place, field) {
  /** @type {import("./setup.js").Piece} */
  let piece = "W";
  let own = whichOf(field.value()) === "own";
  let drawn = "";
  /** @type {ReturnType<typeof setupBoard> | null} */
  let shown = null;
  const status = el("p", { class: "field-help" });
  const ground = el("div");
  const which = segments(gettext("Starting board"), "setup-board", boards(), (value) => {
    own = value === "own";
    if (own) draw();
    else change(value === "usual" ? null : SMALL);
  }, { said: true });
  const pieces = segments(gettext("Tap a cell to put there"), "setup-piece", choices(), (value) => {
    piece = /** @type {import("./setup.js").Piece} */ (value);
  });
  const [across, down] = [
    sizeField("Columns", gettext("Columns, %(least)s to %(most)s", { least: LEAST, most: MOST })),
    sizeField("Rows", gettext("Rows, %(least)s to %(most)s", { least: LEAST, most: MOST })),
  ];
  const whole = el("div", { class: "stack" }, [el("div", { class: "row" }, [across.element, down.element]), pieces.element, ground, status]);
  place.replaceChildren(which.element, whole);
  pieces.choose(piece);

  /** @param {string[] | null} rows */
  function change(rows) {
    field.change(rows && String(rows) !== String(USUAL) ? rows : null);
    draw();
  }

  /**
   * @param {"Columns" | "Rows"} name
   * @param {string} label
   */
  function sizeField(name, label) {
    const input = el("input", { type: "number", min: LEAST, max: MOST, id: `setup-${name}` });
    const element = el("div", { class: "field" }, [el("label", { class: "field-label", for: input.id }, [label]), input]);
    element.addEventListener("input", (event) => {
      event.stopPropagation();
      const [columns, rows] = [across, down].map((size) => size.input.valueAsNumber);
      const fits = [columns, rows].every((size) => Number.isInteger(size) && Number(size) >= LEAST && Number(size) <= MOST);
      if (fits) change(resized(boardOf(field.value()), { columns: Number(columns), rows: Number(rows) }));
    });
    return { element, input };
  }

  /** @param {string} words */
  function tell(words) {
    say(status, words);
    announce(words);
  }

  /** @param {Miai.Point} at */
  function tapped(at) {
    const rows = boardOf(field.value());
    const next = withPiece(rows, at, piece);
    if (next) {
      change(next);
      const { [at[1]]: row = "" } = next;
      tell(`${pointName(at, extentOfRows(rows))}: ${pieceName(row.charAt(at[0])) ?? emptyName()}.`);
    } else if (samePoint(at, agentOf(rows))) tell(gettext("Put the Agent elsewhere first: it has to be on the board."));
    else tell(gettext("The Agent cannot start on a corner: reaching one ends the game."));
  }

  function draw() {
    which.choose(own ? "own" : whichOf(field.value()));
    whole.hidden = !own;
    if (!own) return;
    const rows = boardOf(field.value());
    const extent = extentOfRows(rows);
    for (const [{ input }, size] of /** @type {const} */ ([[across, extent.columns], [down, extent.rows]])) {
      if (input !== document.activeElement) input.value = String(size);
    }
    if (JSON.stringify(extent) !== drawn) ground.replaceChildren((shown = setupBoard(extent, tapped)).element);
    drawn = JSON.stringify(extent);
    shown?.update(rows);
  }

  field.watch(draw);
  draw();
}

/** @param {unknown} rows */
function whichOf(rows) {
  if (rows === null) return "usual";
  return String(rows) === String(SMALL) ? "small" : "own";
}

/**
 * @param {import("../shared/grid.js").Extent} extent
 * @param {(at: Miai.Point) => void} onChoose
 */
function setupBoard(extent, onChoose) {
  const label = gettext("Starting board, %(columns)s by %(rows)s cells", { ...extent });
  const { element, groups, describe } = cellEditor(extent, { layers: ["lines", "pieces"], label, onChoose });
  const symbols = pieceSymbols();
  groups.lines.append(symbols.defs, ...cellLines(extent));
  return {
    element,
    /** @param {string[]} rows */
    update(rows) {
      /** @type {Map<string, {at: Miai.Point, piece: string}>} */
      const entries = new Map();
      rows.forEach((row, y) =>
        [...row].forEach((piece, x) => {
          if (piece !== ".") entries.set(`${x},${y}:${piece}`, { at: [x, y], piece });
        }),
      );
      keyed(groups.pieces, entries, ({ at, piece }) => atPoint(at, [svg("use", { href: symbols.pieceOf(piece) })]));
      describe((at) => {
        const piece = rows[at[1]]?.charAt(at[0]) ?? ".";
        return { label: `${pointName(at, extent)}, ${pieceName(piece) ?? emptyName()}`, selected: false, kind: "open" };
      });
    },
  };
}
