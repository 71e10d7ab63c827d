/** Parallel Go: what the page knows of its board (`Miai.BoardModule`). */

import { gettext, ngettext, pgettext } from "../../core/language.js";
import { el, withElement } from "../../dom/elements.js";
import { mounting } from "../shared/mounting.js";
import { stoneIcon } from "../shared/stones.js";
import { ParallelGoBoard } from "./board.js";
import { pointsOf } from "./counting.js";

export { draftWords, scoredWords, timeUp } from "./counting-words.js";
export { happened, toDo } from "./lessons.js";
export { describe, parse, prompt, refusals, words } from "./words.js";

/** @typedef {Miai.ParallelGo.Game} Game */

export const example = "D4";
export const stone = stoneIcon;

/** @type {Miai.BoardModule<Game>["heat"]} */
export function heat() {
  return false;
}

/**
 * While stones are counted, Undo mark takes the place of Pass, because it does no harm to anyone
 * who presses once too often.
 * @type {Miai.BoardModule<Game>["choices"]}
 */
export function choices({ phase, position: { area = [], count } }, seat) {
  if (phase !== "counting") return [{ label: gettext("Pass"), action: { type: "pass" } }];
  const at = count?.undo[seat] ?? null;
  return [
    { label: gettext("Undo mark"), action: at && { type: "mark", at } },
    { label: pgettext("the game after counting", "Resume"), action: { type: "resume" } },
    { label: gettext("Accept"), action: { type: "accept" }, about: String(pointsOf(area)) },
  ];
}

/** Marking stones does not end the turn. @type {NonNullable<Miai.BoardModule<Game>["endsTurn"]>} */
export function endsTurn({ type }) {
  return type !== "mark";
}

export const mount = mounting(ParallelGoBoard, ({ size }) => `${size}`);

/**
 * The stones that a seat has captured; while stones are counted its points, and whether it accepts
 * the count.
 * @type {NonNullable<Miai.BoardModule<Game>["seatDetails"]>}
 */
export function seatDetails(element, { number }, { position, phase }) {
  const { area, accepted = [], captures } = position;
  const amount = (area ? pointsOf(area) : captures)[number];
  const accepts = phase === "counting" && accepted.includes(number);
  const key = JSON.stringify([!area, amount, accepts]);
  if (element.getAttribute("data-shown") === key) return;
  element.setAttribute("data-shown", key);
  const told = el("span", { class: "seat-amount" }, withElement(area
    ? ngettext("<b>%(count)s</b> point", "<b>%(count)s</b> points", amount ?? 0)
    : ngettext("<b>%(count)s</b> captured", "<b>%(count)s</b> captured", amount ?? 0), "b"));
  const badge = accepts ? [el("span", { class: "badge badge--good" }, [pgettext("a seat", "accepted")])] : [];
  element.replaceChildren(...badge, told);
}
