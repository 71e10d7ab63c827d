/** Texts that say what happens when a seat leaves the game. No DOM. */

import { gettext } from "../core/language.js";
import { isOver } from "../core/store.js";
import { clockTime } from "../core/time.js";

/**
 * What happens when a seat leaves for good.
 * @param {Miai.Seat[]} seats
 * @param {number | null} leaver the seat that would leave
 * @param {Miai.BoardModule["leaving"]} leaving says what happens to its pieces on the board
 * @param {boolean} [own] whether it is the reader's seat
 */
export function leavingWords(seats, leaver, leaving, own = false) {
  const others = seats.filter(({ left, offered_until, number }) => !left && !offered_until && number !== leaver);
  if (others.length === 1) return gettext("The game ends at once, and %(name)s wins.", { name: others[0]?.name ?? "" });
  if (others.length === 0) {
    const wins = own && isAlone(seats, leaver);
    return wins ? gettext("The others have left, so the game ends at once, and you win.") : gettext("The game ends at once.");
  }
  const leaves = own
    ? gettext("You are out for good, and the others play on.")
    : gettext("The player is out for good, and the others play on.");
  return leaving ? `${leaves} ${leaving()}` : leaves;
}

/**
 * Whether only this player is left, and waits for others to take over the seats on offer.
 * @param {Pick<Miai.Seat, "left" | "offered_until" | "number">[]} seats
 * @param {number | null} seat
 */
export function isAlone(seats, seat) {
  const held = seats.filter(({ left, offered_until }) => !left && !offered_until);
  return held.length === 1 && held[0]?.number === seat && seats.some(({ offered_until }) => offered_until);
}

/**
 * What becomes of the game, for the only player who is left in it; empty for everybody else.
 * @param {Miai.State} state
 * @param {string} timeZone
 * @param {number} now milliseconds
 */
export function aloneWords(state, timeZone, now) {
  const { game, seats, you } = state;
  if (isOver(state) || !isAlone(seats, you?.seat ?? null)) return "";
  const until = seats.map(({ offered_until }) => offered_until ?? "").reduce((one, other) => (one > other ? one : other));
  const values = { time: clockTime(until, timeZone, now) };
  return game.settings?.bots_take_over
    ? gettext("You are the only player left. Others can take over the free seat until %(time)s; if nobody does, a bot plays on. You can also end the game now, and win.", values)
    : gettext("You are the only player left. Others can take over the free seat until %(time)s; if nobody does, you win. You can also end the game now, and win.", values);
}

/**
 * Whether the seat of a player who leaves is first offered to others. Whoever resigns in a game of
 * two gives it up.
 * @param {Pick<Miai.State, "game" | "seats">} state
 * @param {number | null} leaver
 * @param {boolean} resigns
 */
export function isOffered({ game, seats }, leaver, resigns) {
  const stay = seats.filter(({ left, offered_until, number }) => !left && !offered_until && number !== leaver);
  return Boolean(game.settings?.seats_taken_over) && stay.length > (resigns ? 1 : 0) && stay.some(({ bot }) => !bot);
}

/** What happens if the seat is offered to others. @param {boolean} [own] whether it is the reader's */
export function offeredWords(own = false) {
  if (!own) return gettext("The player is out for good. For a while, others can take over the seat and play on.");
  return gettext("You are out for good. For a while, others can take over your seat; they will not see what you have sealed.");
}
