/** Areas on demand: whose are shown, what the board shows of them, and what is said beside it. */

import { gettext } from "../../../core/language.js";
import { button, el, say } from "../../../dom/elements.js";
import { announcer } from "../../../dom/live.js";
import { svg } from "../../shared/svg.js";
import { areasChoice, usualMode } from "./choice.js";
import { areasDrawing } from "./drawing.js";
import { areasExplanation } from "./explanation.js";
import { gapMarks, gapWords } from "./gap-marks.js";
import { areasList } from "./list.js";
import { lookingAt } from "./looking.js";
import { contains } from "./shapes.js";
import { areasSource } from "./source.js";
import { leader, sumsTable } from "./sums.js";
import { sectionCount, summary, tooTangled } from "./words.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/** @typedef {import("./words.js").Areas} Areas */
/** @typedef {import("./list.js").Entry} Entry */
/** @typedef {import("./choice.js").Mode} Mode */

/** More squares than a board has. */
const BOARD = 1000;

/**
 * @param {HTMLElement} beside the place beside the board
 * @param {object} parts
 * @param {Miai.BoardCallbacks<Game>["extra"]} parts.extra
 * @param {SVGElement} parts.layer the group under the lines
 * @param {SVGElement} parts.gaps the group above them
 */
export function areasPanel(beside, { extra, layer, gaps }) {
  /** @type {Miai.BoardView<Game> | null} */
  let view = null;
  /** @type {Mode | null} */
  let chosen = null;
  /** What is drawn. @type {{areas: Areas, mode: Mode, entries: Entry[]} | null} */
  let drawn = null;
  /** @type {ReturnType<typeof areasDrawing> | null} */
  let drawing = null;

  const choice = areasChoice((mode) => {
    chosen = mode;
    if (view) show(view);
  });
  const list = areasList({ onLook: (entry) => look(entry ? [entry] : []) });
  const labels = svg("g", { class: "area-labels" });
  const rings = svg("g");
  gaps.replaceChildren(labels, rings);
  const marks = gapMarks(rings);
  const said = el("p", { class: "areas-said" });
  const announceSums = announcer();
  const sums = el("div", { class: "areas-sums" });
  const again = button(gettext("Try again"), "button button--small", () => view && show(view));
  const explanation = areasExplanation();
  const many = el("summary");
  const each = el("details", { class: "areas-each" }, [many, list.element]);
  const found = el("div", { class: "areas-found", hidden: true }, [explanation.element, each, sums]);
  const whole = el("section", { class: "areas", "aria-label": gettext("Areas") }, [marks.list, choice.element, said, again, found]);
  beside.replaceChildren(whole);
  const looking = lookingAt(layer, (at) => point(at));

  /** @param {string} words */
  function tell(words) {
    say(said, words);
    announceSums(words);
  }

  const mode = () => (view && (chosen ?? usualMode(view.step))) ?? "none";

  const source = areasSource(extra, {
    onAsked: () => busy(true),
    onSlow: () => tell(gettext("Calculating the areas…")),
    onAnswer(areas) {
      busy(false);
      if (areas.areas && view) return draw(areas, view);
      clear([...(mode() === "both" ? [leader(areas.score)] : []), tooTangled()].join(" "));
    },
    onRefused(why) {
      busy(false);
      clear(why || gettext("The areas of this step could not be calculated here."));
      again.hidden = false;
    },
  });

  /** What is still drawn is out of date. @param {boolean} now */
  function busy(now) {
    layer.toggleAttribute("data-stale", now);
    found.setAttribute("aria-busy", String(now));
  }

  /** @param {Miai.BoardView<Game>} next */
  function show(next) {
    choice.show(mode());
    again.hidden = true;
    if (mode() !== "none") return void source.ask(next.step);
    source.drop();
    busy(false);
    clear("");
  }

  /** @param {string} words */
  function clear(words) {
    drawn = null;
    drawing?.clear();
    found.hidden = true;
    tell(words);
    look([]);
  }

  /** @param {Areas} areas @param {Miai.BoardView<Game>} next */
  function draw(areas, { step, options }) {
    const now = mode();
    const both = now === "both";
    const seat = now === "white" ? 1 : 0;
    found.hidden = false;
    tell(both ? leader(areas.score) : summary(areas.areas[seat], seat));
    if (drawn?.areas === areas && drawn.mode === now) return;
    const another = drawn?.mode !== now;
    const all = entriesOf(areas, now);
    drawn = { areas, mode: now, entries: all };
    drawing ??= areasDrawing(layer, labels, step.position.size);
    if (both) drawing.showHolders(areas);
    else drawing.showSections(areas.areas[seat], seat);
    sums.replaceChildren(...(both ? [sumsTable(areas.score, drawing.fills)] : []));
    list.update(all, both, options, drawing.fills);
    say(many, sectionCount(all.length));
    if (another) each.open = !both;
    each.hidden = !all.length;
    look([]);
  }

  /** Points sections out, and says what they are. @param {Entry[]} found */
  function look(found) {
    drawing?.lift(found.map(({ section }) => section));
    return explanation.show(found, Boolean(drawn?.entries.length), view?.options ?? null);
  }

  /**
   * Somebody points at the board. Says what is there, null: nothing.
   * @param {Miai.Point | null} at
   */
  function point(at) {
    const gap = at && marks.at(at);
    if (gap && view) return gapWords(gap, view.step.position.size, view.me);
    if (!drawn) return null;
    const found = at ? drawn.entries.filter(({ section }) => contains(section.outline, at)) : [];
    const words = look(found);
    return found.length ? words : null;
  }

  return {
    /** @param {Miai.BoardView<Game>} next */
    update(next) {
      const another = view?.step.step !== next.step.step || view.me !== next.me || view.step !== next.step;
      view = next;
      looking.quiet(next.open);
      explanation.draws(next.open);
      if (!another) return;
      marks.update(next);
      show(next);
    },
    destroy() {
      source.drop();
      looking.destroy();
      layer.replaceChildren();
      gaps.replaceChildren();
      whole.remove();
    },
  };
}

/**
 * The sections that are shown: those that count first, the largest first.
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
