/**
 * Areas on demand: the choice whose areas are shown, the areas on the board, and the text beside
 * it.
 */

import { gettext } from "../../../core/language.js";
import { button, el, say } from "../../../dom/elements.js";
import { announcer } from "../../../dom/live.js";
import { svg } from "../../shared/svg.js";
import { areasChoice, usualMode } from "./choice.js";
import { areasDrawing } from "./drawing.js";
import { areasExplanation } from "./explanation.js";
import { gapMarks, gapWords } from "./gap-marks.js";
import { AreasList } from "./list.js";
import { lookingAt } from "./looking.js";
import { contains } from "./shapes.js";
import { areasSource } from "./source.js";
import { leader, sumsTable } from "./sums.js";
import { sectionCount, summary, tooTangled } from "./words.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/** @typedef {import("./words.js").Areas} Areas */
/** @typedef {import("./list.js").Entry} Entry */
/** @typedef {import("./choice.js").Mode} Mode */

/** More than the number of squares of any board. */
const BOARD = 1000;

/** The areas that are drawn, and the sections in the list. @typedef {{areas: Areas, mode: Mode, entries: Entry[]}} Drawn */

export class AreasPanel {
  /** @type {Miai.BoardView<Game> | null} */
  #view = null;
  /** The areas that the viewer chose to see; null before they choose. @type {Mode | null} */
  #chosen = null;
  /** @type {Drawn | null} */
  #drawn = null;
  /** @type {ReturnType<typeof areasDrawing> | null} */
  #drawing = null;
  #layer;
  #gaps;
  #labels = svg("g", { class: "area-labels" });
  #marks;
  #source;
  #looking;
  #parts = this.#makeParts();
  #whole;
  #announceSums = announcer();

  /**
   * @param {HTMLElement} beside the place beside the board
   * @param {object} board
   * @param {Miai.BoardCallbacks<Game>["extra"]} board.extra
   * @param {SVGElement} board.layer the group under the lines
   * @param {SVGElement} board.gaps the group above them
   */
  constructor(beside, { extra, layer, gaps }) {
    this.#layer = layer;
    this.#gaps = gaps;
    const rings = svg("g");
    gaps.replaceChildren(this.#labels, rings);
    this.#marks = gapMarks(rings);
    const { choice, said, again, found } = this.#parts;
    this.#whole = el("section", { class: "areas", "aria-label": gettext("Areas") }, [this.#marks.list, choice.element, said, again, found]);
    beside.replaceChildren(this.#whole);
    this.#looking = lookingAt(layer, (at) => this.#pointAt(at));
    this.#source = this.#makeSource(extra);
  }

  /** @param {Miai.BoardView<Game>} next */
  update(next) {
    const view = this.#view;
    const another = view?.step.step !== next.step.step || view.me !== next.me || view.step !== next.step;
    this.#view = next;
    this.#looking.quiet(next.open);
    this.#parts.explanation.draws(next.open);
    if (!another) return;
    this.#marks.update(next);
    this.#show(next);
  }

  destroy() {
    this.#source.drop();
    this.#looking.destroy();
    this.#layer.replaceChildren();
    this.#gaps.replaceChildren();
    this.#whole.remove();
  }

  /** The elements beside the board. */
  #makeParts() {
    const choice = areasChoice((mode) => {
      this.#chosen = mode;
      if (this.#view) this.#show(this.#view);
    });
    const said = el("p", { class: "areas-said" });
    const again = button(gettext("Try again"), "button button--small", () => this.#view && this.#show(this.#view));
    const explanation = areasExplanation();
    const list = new AreasList({ onLook: (entry) => this.#pointOut(entry ? [entry] : []) });
    const many = el("summary");
    const each = el("details", { class: "areas-each" }, [many, list.element]);
    const sums = el("div", { class: "areas-sums" });
    const found = el("div", { class: "areas-found", hidden: true }, [explanation.element, each, sums]);
    return { choice, said, again, explanation, list, many, each, sums, found };
  }

  /** @param {Miai.BoardCallbacks<Game>["extra"]} extra */
  #makeSource(extra) {
    return areasSource(extra, {
      onAsked: () => this.#setBusy(true),
      onSlow: () => this.#tell(gettext("Calculating the areas…")),
      onAnswer: (areas) => {
        this.#setBusy(false);
        if (areas.areas && this.#view) return this.#draw(areas, this.#view);
        this.#clear([...(this.#mode === "both" ? [leader(areas.score)] : []), tooTangled()].join(" "));
      },
      onRefused: (why) => {
        this.#setBusy(false);
        this.#clear(why || gettext("The areas of this step could not be calculated here."));
        this.#parts.again.hidden = false;
      },
    });
  }

  /** Whose areas are shown: as chosen, or else the default. @returns {Mode} */
  get #mode() {
    return this.#view ? (this.#chosen ?? usualMode(this.#view.step)) : "none";
  }

  /** @param {string} words */
  #tell(words) {
    say(this.#parts.said, words);
    this.#announceSums(words);
  }

  /** Marks the drawing as out of date, or as current again. @param {boolean} busy */
  #setBusy(busy) {
    this.#layer.toggleAttribute("data-stale", busy);
    this.#parts.found.setAttribute("aria-busy", String(busy));
  }

  /** Requests the areas of a step, or clears them. @param {Miai.BoardView<Game>} view */
  #show({ step }) {
    this.#parts.choice.show(this.#mode);
    this.#parts.again.hidden = true;
    if (this.#mode !== "none") return void this.#source.ask(step);
    this.#source.drop();
    this.#setBusy(false);
    this.#clear("");
  }

  /** @param {string} words */
  #clear(words) {
    this.#drawn = null;
    this.#drawing?.clear();
    this.#parts.found.hidden = true;
    this.#tell(words);
    this.#pointOut([]);
  }

  /** @param {Areas} areas @param {Miai.BoardView<Game>} view */
  #draw(areas, { step, options }) {
    const mode = this.#mode;
    const seat = mode === "white" ? 1 : 0;
    this.#parts.found.hidden = false;
    this.#tell(mode === "both" ? leader(areas.score) : summary(areas.areas[seat], seat));
    if (this.#drawn?.areas === areas && this.#drawn.mode === mode) return;
    const anotherMode = this.#drawn?.mode !== mode;
    const drawn = (this.#drawn = { areas, mode, entries: entriesOf(areas, mode) });
    const drawing = (this.#drawing ??= areasDrawing(this.#layer, this.#labels, step.position.size));
    if (mode === "both") drawing.showHolders(areas);
    else drawing.showSections(areas.areas[seat], seat);
    this.#showBeside(drawn, drawing.fills, options, anotherMode);
    this.#pointOut([]);
  }

  /**
   * Shows the sums and the list of sections.
   * @param {Drawn} drawn
   * @param {import("./patterns.js").Patterns} fills
   * @param {Game["options"]} options
   * @param {boolean} anotherMode whether the areas before were another player's
   */
  #showBeside({ areas, mode, entries }, fills, options, anotherMode) {
    const { sums, list, many, each } = this.#parts;
    const both = mode === "both";
    sums.replaceChildren(...(both ? [sumsTable(areas.score, fills)] : []));
    list.update(entries, both, options, fills);
    say(many, sectionCount(entries.length));
    if (anotherMode) each.open = !both;
    each.hidden = !entries.length;
  }

  /** Highlights sections on the board and returns their description. @param {Entry[]} found */
  #pointOut(found) {
    this.#drawing?.lift(found.map(({ section }) => section));
    return this.#parts.explanation.show(found, Boolean(this.#drawn?.entries.length), this.#view?.options ?? null);
  }

  /**
   * Called when somebody points at the board. Returns a description of what is there, or null if
   * there is nothing.
   * @param {Miai.Point | null} at
   */
  #pointAt(at) {
    const gap = at && this.#marks.at(at);
    if (gap && this.#view) return gapWords(gap, this.#view.step.position.size, this.#view.me);
    if (!this.#drawn) return null;
    const found = at ? this.#drawn.entries.filter(({ section }) => contains(section.outline, at)) : [];
    const words = this.#pointOut(found);
    return found.length ? words : null;
  }
}

/**
 * The sections to show: those that count first, the largest first.
 * @param {Areas} areas
 * @param {Mode} mode
 * @returns {Entry[]}
 */
function entriesOf({ areas }, mode) {
  const seats = /** @type {const} */ ([0, 1]).filter((seat) => mode === "both" || mode === ["black", "white"][seat]);
  const all = seats.flatMap((seat) => areas[seat].map((section) => ({ section, seat, among: areas[seat] })));
  const worth = (/** @type {Entry} */ { section }) => (section.counts ? BOARD : 0) + section.area;
  return all.sort((one, other) => worth(other) - worth(one));
}
