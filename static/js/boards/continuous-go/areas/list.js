/** The list of sections beside the board. The one that is pointed at or focused is shown on the board. */

import { gettext, ngettext } from "../../../core/language.js";
import { el } from "../../../ui/dom.js";
import { MOST } from "./drawing.js";
import { sample } from "./patterns.js";
import { reason, sectionName, squares, verdict } from "./words.js";

/** @typedef {Miai.ContinuousGo.Game} Game */

/** @typedef {import("./words.js").Section} Section */
/** A section with its colour and its colour's other sections. @typedef {{section: Section, seat: 0 | 1, among: Section[]}} Entry */

/**
 * @param {{onLook: (entry: Entry | null) => void}} callbacks an entry is pointed at or focused; null: none is
 */
export function areasList({ onLook }) {
  const list = el("ul", { class: "areas-list", "aria-label": gettext("Sections") });
  /** @type {Entry[]} */
  let entries = [];
  const items = () => /** @type {HTMLButtonElement[]} */ ([...list.querySelectorAll("button")]);
  const itemOf = (/** @type {EventTarget | null} */ target) => target instanceof Element ? target.closest("button") : null;
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
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const all = items();
    const next = all[all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) + way];
    if (!next) return;
    for (const item of all) item.tabIndex = item === next ? 0 : -1;
    next.focus();
  });

  return {
    element: list,
    /**
     * @param {Entry[]} given
     * @param {boolean} both whether the colours are told
     * @param {Game["options"]} options
     * @param {import("./patterns.js").Patterns} fills
     */
    update(given, both, options, fills) {
      const focused = items().indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      entries = given.slice(0, MOST);
      const rows = entries.map((entry, n) => el("li", {}, [item(entry, both, options, fills, n === Math.max(focused, 0))]));
      const left = given.length - entries.length;
      if (left > 0) rows.push(el("li", { class: "areas-more" }, [ngettext("And %(count)s smaller one.", "And %(count)s smaller ones.", left)]));
      list.replaceChildren(...rows);
      list.hidden = !rows.length;
      if (focused >= 0) (items()[focused] ?? items().at(-1))?.focus({ preventScroll: true });
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
  const made = el("button", { type: "button", class: "areas-item", tabindex: stop ? 0 : -1, "data-counts": counts ? "true" : "false" }, [
    sample(fills, `${why}-${seat}`),
    el("b", {}, [both ? sectionName(section, seat) : squares(area)]),
    el("span", {}, [verdict(section), el("span", { class: "visually-hidden" }, [`. ${reason(section, among, options)}`])]),
  ]);
  return made;
}
