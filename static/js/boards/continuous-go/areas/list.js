/**
 * The list of sections beside the board. The board highlights the section that is pointed at or
 * focused.
 */

import { gettext, ngettext } from "../../../core/language.js";
import { button, el } from "../../../dom/elements.js";
import { MOST } from "./drawing.js";
import { sample } from "./patterns.js";
import { amount, briefVerdict, reason, sectionName, squares, verdict } from "./words.js";

/** How many entries fit beside the board; “more” shows the rest. */
const PLACES = 6;

/** @typedef {Miai.ContinuousGo.Game} Game */

/** @typedef {import("./words.js").Section} Section */
/** A section with its colour and all sections of that colour. @typedef {{section: Section, seat: 0 | 1, among: Section[]}} Entry */

export class AreasList {
  element = el("ul", { class: "areas-list", "aria-label": gettext("Sections") });
  /** The sections in the list. @type {Entry[]} */
  #entries = [];
  /** Whether the list shows all sections or only those that fit. */
  #showsAll = false;
  /** Draws the same sections again. */
  #redraw = () => {};
  /** The item that the mouse last moved over. @type {HTMLButtonElement | null} */
  #under = null;
  #onLook;

  /** @param {{onLook: (entry: Entry | null) => void}} callbacks an entry is pointed at or focused; null: none is */
  constructor({ onLook }) {
    this.#onLook = onLook;
    this.#listenForLooks();
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * @param {Entry[]} entries
   * @param {boolean} both whether the list names the owner of each section
   * @param {Game["options"]} options
   * @param {import("./patterns.js").Patterns} fills
   */
  update(entries, both, options, fills) {
    this.#redraw = () => this.#draw(entries, (entry, stop) => item(entry, both, options, fills, stop));
    this.#redraw();
  }

  #listenForLooks() {
    // Only moving the mouse counts as pointing: keys can scroll the list under a resting mouse.
    this.element.addEventListener("pointermove", ({ target }) => {
      const under = itemOf(target);
      if (under === this.#under) return;
      this.#under = under;
      this.#look(under);
    });
    for (const type of ["focusin", "click"]) {
      this.element.addEventListener(type, ({ target }) => {
        this.#under = null;
        this.#look(itemOf(target));
      });
    }
    this.element.addEventListener("pointerleave", () => {
      this.#under = null;
      this.#look(this.#focused);
    });
    this.element.addEventListener("focusout", () => this.#onLook(null));
  }

  get #items() {
    return /** @type {HTMLButtonElement[]} */ ([...this.element.querySelectorAll(".areas-item")]);
  }

  /** The focused item. */
  get #focused() {
    return this.element.contains(document.activeElement) ? itemOf(document.activeElement) : null;
  }

  /** @param {HTMLButtonElement | null} item */
  #look(item) {
    this.#onLook(this.#entries[item ? this.#items.indexOf(item) : -1] ?? null);
  }

  /** Makes the list one tab stop; within it the arrow keys move the focus instead of stepping through the game. @param {KeyboardEvent} event */
  #key(event) {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const focused = itemOf(event.target);
    if (!way || !focused) return;
    event.preventDefault();
    event.stopPropagation();
    const items = this.#items;
    const next = items[items.indexOf(focused) + way];
    if (!next) return;
    for (const item of items) item.tabIndex = item === next ? 0 : -1;
    next.focus();
  }

  /**
   * Shows all sections, or only as many as fit. The focus moves to the first new item, or back to
   * the button.
   */
  #toggle() {
    const before = this.#entries.length;
    this.#showsAll = !this.#showsAll;
    this.#redraw();
    if (this.#showsAll) this.#items[before]?.focus();
    else /** @type {HTMLElement | null} */ (this.element.querySelector(".areas-more"))?.focus();
  }

  /**
   * @param {Entry[]} given
   * @param {(entry: Entry, stop: boolean) => HTMLElement} itemFor
   */
  #draw(given, itemFor) {
    const focused = this.#focused ? this.#items.indexOf(this.#focused) : -1;
    const fits = given.length <= PLACES;
    this.#entries = given.slice(0, fits || this.#showsAll ? MOST : PLACES - 1);
    const left = given.length - this.#entries.length;
    const rows = this.#entries.map((entry, n) => itemFor(entry, n === Math.max(focused, 0)));
    if (!fits) rows.push(this.#moreButton(left));
    this.element.replaceChildren(...rows.map((row) => el("li", {}, [row])));
    if (this.#showsAll && left > 0) {
      this.element.append(el("li", { class: "areas-least" }, [ngettext("And %(count)s smaller one.", "And %(count)s smaller ones.", left)]));
    }
    this.element.hidden = !rows.length;
    if (focused >= 0) (this.#items[focused] ?? this.#items.at(-1))?.focus({ preventScroll: true });
  }

  /** @param {number} left how many sections the list does not show */
  #moreButton(left) {
    const words = this.#showsAll ? gettext("Fewer") : ngettext("%(count)s more", "%(count)s more", left);
    return button(words, "areas-more", () => this.#toggle());
  }
}

/** The list item that contains an event's target. @param {EventTarget | null} target */
function itemOf(target) {
  return target instanceof Element ? /** @type {HTMLButtonElement | null} */ (target.closest(".areas-item")) : null;
}

/**
 * @param {Entry} entry
 * @param {boolean} both whether the item names the section's owner
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
