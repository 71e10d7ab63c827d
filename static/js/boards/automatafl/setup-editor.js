/** Another starting board for a new table: chosen from a list, or built on a small board. */

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
  const editor = new SetupEditor(field);
  place.replaceChildren(...editor.elements);
  field.watch(() => editor.draw());
  editor.draw();
}

/** The fields for building a starting board. */
class SetupEditor {
  #field;
  /** The piece that a tap puts on a cell. @type {import("./setup.js").Piece} */
  #piece = "W";
  /** Whether the board is the viewer's own instead of one of the usual boards. */
  #own;
  /** The board to tap on, and the size that it was made for. @type {{size: string, board: ReturnType<typeof setupBoard>} | null} */
  #shown = null;
  #ground = el("div");
  #status = el("p", { class: "field-help" });
  #which = segments(gettext("Starting board"), "setup-board", boards(), (value) => this.#chooseBoard(value), { said: true });
  #pieces = segments(gettext("Tap a cell to put there"), "setup-piece", choices(), (value) => {
    this.#piece = /** @type {import("./setup.js").Piece} */ (value);
  });
  #across = sizeField("Columns", gettext("Columns, %(least)s to %(most)s", { least: LEAST, most: MOST }), () => this.#resize());
  #down = sizeField("Rows", gettext("Rows, %(least)s to %(most)s", { least: LEAST, most: MOST }), () => this.#resize());
  /** The part of the form that is shown for a board of one's own. */
  #whole = el("div", { class: "stack" }, [
    el("div", { class: "row" }, [this.#across.element, this.#down.element]), this.#pieces.element, this.#ground, this.#status,
  ]);

  /** @param {Miai.OptionField} field */
  constructor(field) {
    this.#field = field;
    this.#own = whichOf(field.value()) === "own";
    this.#pieces.choose(this.#piece);
  }

  get elements() {
    return [this.#which.element, this.#whole];
  }

  draw() {
    this.#which.choose(this.#own ? "own" : whichOf(this.#field.value()));
    this.#whole.hidden = !this.#own;
    if (!this.#own) return;
    const rows = boardOf(this.#field.value());
    const { columns, rows: height } = extentOfRows(rows);
    this.#across.show(columns);
    this.#down.show(height);
    this.#boardFor(rows).update(rows);
  }

  /** The board to tap on; a new one if the size has changed. @param {string[]} rows */
  #boardFor(rows) {
    const extent = extentOfRows(rows);
    const size = JSON.stringify(extent);
    if (this.#shown?.size === size) return this.#shown.board;
    const board = setupBoard(extent, (at) => this.#put(at));
    this.#ground.replaceChildren(board.element);
    this.#shown = { size, board };
    return board;
  }

  /** @param {string} value */
  #chooseBoard(value) {
    this.#own = value === "own";
    if (this.#own) this.draw();
    else this.#change(value === "usual" ? null : SMALL);
  }

  #resize() {
    const [columns, rows] = [this.#across.size(), this.#down.size()];
    if (columns !== null && rows !== null) this.#change(resized(boardOf(this.#field.value()), { columns, rows }));
  }

  /** @param {string[] | null} rows */
  #change(rows) {
    this.#field.change(rows && String(rows) !== String(USUAL) ? rows : null);
    this.draw();
  }

  /** Puts the chosen piece on a cell, or says why it cannot go there. @param {Miai.Point} at */
  #put(at) {
    const rows = boardOf(this.#field.value());
    const next = withPiece(rows, at, this.#piece);
    if (next) {
      this.#change(next);
      const { [at[1]]: row = "" } = next;
      this.#tell(`${pointName(at, extentOfRows(rows))}: ${pieceName(row.charAt(at[0])) ?? emptyName()}.`);
    } else if (samePoint(at, agentOf(rows))) this.#tell(gettext("Put the Agent elsewhere first: it has to be on the board."));
    else this.#tell(gettext("The Agent cannot start on a corner: reaching one ends the game."));
  }

  /** @param {string} words */
  #tell(words) {
    say(this.#status, words);
    announce(words);
  }
}

/**
 * A field for the number of columns or rows.
 * @param {"Columns" | "Rows"} name
 * @param {string} label
 * @param {() => void} onChange
 */
function sizeField(name, label, onChange) {
  const input = el("input", { type: "number", min: LEAST, max: MOST, id: `setup-${name}` });
  const element = el("div", { class: "field" }, [el("label", { class: "field-label", for: input.id }, [label]), input]);
  element.addEventListener("input", (event) => {
    event.stopPropagation();
    onChange();
  });
  return {
    element,
    /** The number, or null if a board cannot be that size. */
    size() {
      const size = input.valueAsNumber;
      return Number.isInteger(size) && size >= LEAST && size <= MOST ? size : null;
    },
    /** Shows a number, unless the field is being typed in. @param {number} size */
    show(size) {
      if (input !== document.activeElement) input.value = String(size);
    },
  };
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
