/**
 * The panel beside the board of Territory: each seat's number of tiles, and the viewer's three
 * cards.
 */

import { inkOn } from "../../core/colours.js";
import { gettext, ngettext, pgettext } from "../../core/language.js";
import { el, say } from "../../dom/elements.js";
import { announcer } from "../../dom/live.js";
import { drawOne } from "../shared/batches.js";
import { svg } from "../shared/svg.js";
import { CARDS } from "./choosing.js";
import { pattern } from "./tiles.js";
import { cardName, handWords, tally } from "./words.js";

/** @typedef {Miai.Territory.Game} Game */

/** What a card is for. @param {import("./choosing.js").Card} card */
function cardWords(card) {
  return {
    "double-move": gettext("Two tiles in one turn"),
    replacement: gettext("Take a tile next to yours"),
    freedom: gettext("A tile on any empty cell"),
  }[card];
}

/** @typedef {{made: HTMLElement, note: HTMLElement}} CardButton */

export class TerritoryHand {
  #hex;
  #bar = el("div", { class: "tally", role: "img" });
  #status = el("p", { class: "hand-status" });
  /** @type {Map<import("./choosing.js").Card, CardButton>} */
  #cards;
  #hand;
  #whole;
  #tell = announcer();
  /** The numbers and players in the tally, as a key. */
  #counted = "";

  /**
   * @param {HTMLElement} element
   * @param {{onLift: (card: import("./choosing.js").Card) => void, hex: (key: string) => string}} callbacks
   */
  constructor(element, { onLift, hex }) {
    this.#hex = hex;
    this.#cards = new Map(CARDS.map((card) => [card, cardButton(card, onLift)]));
    const buttons = [...this.#cards.values()].map(({ made }) => made);
    this.#hand = el("div", { class: "hand-cards", role: "group", "aria-label": gettext("Your cards") }, buttons);
    this.#whole = el("div", { class: "hand" }, [this.#bar, this.#hand, this.#status]);
    element.replaceChildren(this.#whole);
  }

  /**
   * @param {Miai.BoardView<Game>} view
   * @param {import("./choosing.js").Hand} held
   */
  update(view, held) {
    const { step, me, open, own, options } = view;
    this.#drawTally(view);
    this.#hand.hidden = me === null || step.outcome !== null || step.position.left.includes(me);
    for (const [card, button] of this.#cards) showCard(card, button, view, held);
    say(this.#status, open && !own ? handWords(held, options) : "");
    this.#tell(this.#status.textContent ?? "");
  }

  destroy() {
    this.#whole.remove();
  }

  /** @param {Miai.BoardView<Game>} view */
  #drawTally({ step, seats }) {
    const { tiles, gray, empty } = tally(step.position.board, seats.length);
    const key = JSON.stringify([tiles, gray, empty, seats.map(({ name, stone }) => [name, stone])]);
    if (key === this.#counted) return;
    this.#counted = key;
    const parts = seats.map((seat, n) => part(tiles[n] ?? 0, this.#hex(seat.stone), n)).concat(
      part(gray, "#8f8a82", null), part(empty, null, null),
    );
    this.#bar.replaceChildren(...parts);
    const told = seats.map(({ name }, n) => `${name} ${tiles[n]}`);
    if (gray) told.push(gettext("grey %(number)s", { number: gray }));
    this.#bar.setAttribute("aria-label", ngettext(
      "Tiles: %(tiles)s; %(count)s cell empty",
      "Tiles: %(tiles)s; %(count)s cells empty",
      empty,
      { tiles: told.join(", ") },
    ));
  }
}

/**
 * @param {import("./choosing.js").Card} card
 * @param {(card: import("./choosing.js").Card) => void} onLift
 * @returns {CardButton}
 */
function cardButton(card, onLift) {
  const note = el("span", { class: "hand-card-note" });
  const made = el("button", { type: "button", class: "hand-card" }, [
    pictogram(card),
    el("span", { class: "hand-card-name" }, [cardName(card)]),
    note,
  ]);
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-disabled") !== "true") onLift(card);
  });
  return { made, note };
}

/**
 * Shows whether the viewer still has a card, can play it now, or is playing it.
 * @param {import("./choosing.js").Card} card
 * @param {CardButton} button
 * @param {Miai.BoardView<Game>} view
 * @param {import("./choosing.js").Hand} held
 */
function showCard(card, { made, note }, { step, me, open, own }, held) {
  const { cards, choices } = step.position;
  const has = me !== null && (cards[me]?.includes(card) ?? false);
  const idle = open && has && !choices?.cards[card]?.cells.length;
  made.setAttribute("aria-pressed", String(open && (held.card ?? own?.card) === card));
  made.setAttribute("aria-disabled", String(!open || !has || idle));
  made.toggleAttribute("data-used", !has);
  say(note, !has ? pgettext("a card", "used") : idle ? gettext("cannot be used now") : cardWords(card));
}

/**
 * A part of the tally, as wide as its number.
 * @param {number} number
 * @param {string | null} colour null: the empty cells
 * @param {number | null} seat
 */
function part(number, colour, seat) {
  const shown = el("span", {}, [colour ? String(number) : gettext("%(number)s empty", { number })]);
  const made = el("span", { class: "tally-part", "data-none": number === 0 }, [shown]);
  made.style.flexGrow = String(number);
  if (colour) {
    made.style.background = colour;
    made.style.color = inkOn(colour);
  }
  if (colour && seat !== null) {
    const drawn = drawOne([pattern(seat, inkOn(colour))]);
    made.prepend(svg("svg", { viewBox: "-18 -18 36 36", class: "tally-pattern", "aria-hidden": "true" }, drawn));
  }
  return made;
}

/**
 * A drawing of what a card does.
 * @param {import("./choosing.js").Card} card
 */
function pictogram(card) {
  const tile = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ kind) =>
    svg("rect", { x, y, width: 12, height: 12, rx: 2, class: `card-tile card-tile--${kind}` });
  const drawn = {
    "double-move": [tile(2, 11, "own"), tile(18, 11, "new"), tile(34, 11, "new")],
    replacement: [tile(6, 11, "own"), tile(30, 11, "other"), tile(26, 7, "new")],
    freedom: [tile(2, 18, "own"), tile(18, 18, "empty"), tile(18, 3, "empty"), tile(34, 3, "new")],
  };
  return svg("svg", { viewBox: "0 0 48 34", class: "card-picture", "aria-hidden": "true" }, drawn[card]);
}
