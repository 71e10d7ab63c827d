/** Who held each seat in the past: seats can be taken over during a game. No DOM. */

import { shownName } from "./names.js";

/**
 * Past seats by the current seats and the names: equal seats are the same objects, so that the
 * board is not redrawn.
 * @type {WeakMap<Miai.Seat[], Map<string, Miai.Seat[]>>}
 */
const made = new WeakMap();

/**
 * The holders of seats that were taken over, with the names the page shows.
 * @param {Miai.Holder[]} holders
 */
export function shownHolders(holders) {
  return holders.map((holder) => ({ ...holder, name: shownName(holder.name) }));
}

/**
 * The seats with the names of those who held them when a step was played.
 * @param {Pick<Miai.State, "seats" | "holders">} state
 * @param {number} step
 */
export function seatsAt({ seats, holders }, step) {
  return named(seats, (of) => of.filter(({ since }) => since < step).at(-1) ?? of[0], holders);
}

/**
 * The seats with the names of those who held them at the time of an act in the log, such as a vote.
 * A takeover happens at the end of a step, and acts before and after it can belong to the same
 * step, so the step does not tell them apart: takeovers are counted back from the end of the log.
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
 * @param {(of: Miai.Holder[]) => Miai.Holder | undefined} choose picks one of the holders of a seat
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
 * @param {Miai.Holder | undefined} holder undefined if the seat was never taken over
 */
function withName(seat, holder) {
  if (!holder) return seat;
  return { ...seat, name: holder.name, bot: holder.bot, owner: holder.name === seat.name ? seat.owner : null };
}
