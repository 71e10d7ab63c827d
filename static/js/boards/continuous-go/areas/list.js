/** The list of sections beside the board. The one that is pointed at or focused is shown on the board. */

import { gettext, ngettext } from "../../../core/language.js";
import { button, el } from "../../../dom/elements.js";
import { MOST } from "./drawing.js";
import { sample } from "./patterns.js";
import { amount, briefVerdict, reason, sectionName, squares, verdict } from "./words.js";

/** How many entries the list shows before “more” is pressed: as many as fit beside the board. */
const PLACES = 6;

/** @typedef {Miai.ContinuousGo.Game} Game */

/** @typedef {import("./words.js").Section} Section */
/** A section with its colour and its colour's other sections. @typedef {{section: Section, seat: 0 | 1, among: Section[]}} Entry */

/**
 * @param {{onLook: (entry: Entry | null) => void}} callbacks an entry is pointed at or focused; null: none is
 */
export function areasList({ onLook }) {
  const list = el("ul", { class: "areas-list", "aria-label": gettext("Sections") });
  /** The sections in the list. @type {Entry[]} */
  let entries = [];
  /** Whether the list shows all sections, or only as many as fit. */
  let showsAll = false;
  /** Draws the list again with the same sections. */
  let redraw = () => {};
  const items = () => /** @type {HTMLButtonElement[]} */ ([...list.querySelectorAll(".areas-item")]);
  const itemOf = (/** @type {EventTarget | null} */ target) =>
    target instanceof Element ? /** @type {HTMLButtonElement | null} */ (target.closest(".areas-item")) : null;
  const entryOf = (/** @type {HTMLButtonElement | null} */ item) => entries[item ? items().indexOf(item) : -1] ?? null;
  /** Which item the pointer was last moved over. @type {HTMLButtonElement | null} */
  let under = null;

  // A mouse that lies still points at nothing, though the list is scrolled away under it by keys.
  list.addEventListener("pointermove", ({ target }) => {
    const item = itemOf(target);
    if (item !== under) onLook(entryOf((under = item)));
  });
  for (const type of ["focusin", "click"]) {
    list.addEventListener(type, ({ target }) => {
      under = null;
      onLook(entryOf(itemOf(target)));
    });
  }
  list.addEventListener("pointerleave", () => {
    under = null;
    onLook(entryOf(list.contains(document.activeElement) ? itemOf(document.activeElement) : null));
  });
  list.addEventListener("focusout", () => onLook(null));
  // One stop for the tab key; the arrow keys go through the list, and not through the game.
  list.addEventListener("keydown", (event) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!way || !itemOf(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    const all = items();
    const next = all[all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) + way];
    if (!next) return;
    for (const item of all) item.tabIndex = item === next ? 0 : -1;
    next.focus();
  });

  /** Shows all sections, or only as many as fit. Focus moves to the first new one, or back to the button. */
  function toggle() {
    const before = entries.length;
    showsAll = !showsAll;
    redraw();
    if (showsAll) items()[before]?.focus();
    else /** @type {HTMLElement | null} */ (list.querySelector(".areas-more"))?.focus();
  }

  /**
   * @param {Entry[]} given
   * @param {(entry: Entry, stop: boolean) => HTMLElement} itemFor
   */
  function draw(given, itemFor) {
    const focused = items().indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const fits = given.length <= PLACES;
    entries = given.slice(0, fits || showsAll ? MOST : PLACES - 1);
    const left = given.length - entries.length;
    const rows = entries.map((entry, n) => itemFor(entry, n === Math.max(focused, 0)));
    if (!fits) rows.push(button(showsAll ? gettext("Fewer") : ngettext("%(count)s more", "%(count)s more", left), "areas-more", toggle));
    list.replaceChildren(...rows.map((row) => el("li", {}, [row])));
    if (showsAll && left > 0) {
      list.append(el("li", { class: "areas-least" }, [ngettext("And %(count)s smaller one.", "And %(count)s smaller ones.", left)]));
    }
    list.hidden = !rows.length;
    if (focused >= 0) (items()[focused] ?? items().at(-1))?.focus({ preventScroll: true });
  }

  return {
    element: list,
    /**
     * @param {Entry[]} given
     * @param {boolean} both whether the colours are told
     * @param {Game["options"]} options
     * @param {import("./patterns.js").Patterns} fills
     */
    update(given, both, options, fills) {
      redraw = () => draw(given, (entry, stop) => item(entry, both, options, fills, stop));
      redraw();
    },
  };
}

/**
 * @param {Entry} entry
 * @param {boolean} both
 * @param {Game["options"]} options
 * @param {import("./patterns.js").Patterns} fills
 * @param {boolean} stop whether the tab key stops here
 */
function item({ section, seat, among }, both, options, fills, stop) {
  const { area, counts, why } = section;
  const name = [both ? sectionName(section, seat) : squares(area), verdict(section)].join(", ");
  return el("button", { type: "button", class: "areas-item", tabindex: stop ? 0 : -1, "data-counts": counts ? "true" : "false" }, [
    sample(fills, `${why}-${seat}`),
    el("span", { "aria-hidden": "true" }, [el("b", {}, [amount(area)]), ` ${briefVerdict(section)}`]),
    el("span", { class: "visually-hidden" }, [`${name}. ${reason(section, among, options)}`]),
  ]);
}
