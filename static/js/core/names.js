/** Players' names as the page shows them. */

import { gettext } from "./language.js";

/** The server's name for anybody who has left the club; nobody may take it (accounts/names.py). */
const FORMER_MEMBER = "former member";

/**
 * A name as the page shows it: "former member" is translated, other names stay as they are.
 * @param {string} name
 */
export function shownName(name) {
  return name === FORMER_MEMBER ? gettext("former member") : name;
}

/** Whether a shown name stands for a former member. @param {string} name */
export function isFormer(name) {
  return name === shownName(FORMER_MEMBER);
}

/** @param {Miai.Seat[]} seats */
export function shownSeats(seats) {
  return seats.map((seat) => ({ ...seat, name: shownName(seat.name) }));
}
