/** Names of players as they are shown. */

import { gettext } from "./language.js";

/** What the server calls whoever has left the club; nobody may take the name (accounts/names.py). */
const FORMER_MEMBER = "former member";

/**
 * A name in the page's language: that of former members is a word, not a name.
 * @param {string} name
 */
export function shownName(name) {
  return name === FORMER_MEMBER ? gettext("former member") : name;
}

/** Whether a name, as it is shown, is that of former members. @param {string} name */
export function isFormer(name) {
  return name === shownName(FORMER_MEMBER);
}

/** @param {Miai.Seat[]} seats */
export function shownSeats(seats) {
  return seats.map((seat) => ({ ...seat, name: shownName(seat.name) }));
}
