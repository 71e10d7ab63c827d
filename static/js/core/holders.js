/** Whose seat it was: in the past a seat has the name of the player who had it then. No DOM. */

import { shownName } from "./names.js";

/**
 * Seats of the past by the seats of now and the names: what is the same for a board stays the same.
 * @type {WeakMap<Miai.Seat[], Map<string, Miai.Seat[]>>}
 */
const made = new WeakMap();

/**
 * The holders of seats that were taken over, as they are shown.
 * @param {Miai.Holder[]} holders
 */
export function shownHolders(holders) {
  return holders.map((holder) => ({ ...holder, name: shownName(holder.name) }));
}

/**
 * The seats with the names of those who played a step.
 * @param {Pick<Miai.State, "seats" | "holders">} state
 * @param {number} step
 */
export function seatsAt({ seats, holders }, step) {
  return named(seats, (of) => of.filter(({ since }) => since < step).at(-1) ?? of[0], holders);
}

/**
 * The seats with the names of those who had them when an act of the log was done, such as a vote. A
 * player who takes a seat over has it from the end of a step, and acts before and after that can be of
 * the same step: so takeovers are counted from the end of the log back.
 * @param {Pick<Miai.State, "seats" | "holders" | "log">} state
 * @param {Miai.ActEntry} act
 */
export function seatsAtAct({ seats, holders, log }, act) {
  const place = log.indexOf(act);
  const later = place >= 0 ? log.slice(place + 1) : log.filter((entry) => Date.parse(entry.at ?? "") > Date.parse(act.at));
  const taken = later.flatMap((entry) => ("what" in entry && entry.what === "seat-taken" ? [entry.seat] : []));
  return named(seats, (of) => of.at(-1 - taken.filter((seat) => seat === of[0]?.seat).length) ?? of[0], holders);
}

/**
 * @param {Miai.Seat[]} seats
 * @param {(of: Miai.Holder[]) => Miai.Holder | undefined} choose one of the holders of a seat
 * @param {Miai.Holder[]} holders
 */
function named(seats, choose, holders) {
  if (!holders.length) return seats;
  const chosen = seats.map(({ number }) => choose(holders.filter(({ seat }) => seat === number)));
  const key = JSON.stringify(chosen);
  const known = made.get(seats) ?? new Map();
  made.set(seats, known);
  if (!known.has(key)) known.set(key, seats.map((seat, n) => withName(seat, chosen[n])));
  return /** @type {Miai.Seat[]} */ (known.get(key));
}

/**
 * @param {Miai.Seat} seat
 * @param {Miai.Holder | undefined} holder undefined: it was never taken over
 */
function withName(seat, holder) {
  return holder ? { ...seat, name: holder.name, bot: holder.bot } : seat;
}
