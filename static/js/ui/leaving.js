/** Texts that say what happens when a seat leaves the game. No DOM. */

import { gettext } from "../core/language.js";

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
  if (others.length === 0) return gettext("The game ends at once.");
  const leaves = own
    ? gettext("You are out for good, and the others play on.")
    : gettext("The player is out for good, and the others play on.");
  return leaving ? `${leaves} ${leaving()}` : leaves;
}

/**
 * Whether the seat of a player who leaves is first offered to others.
 * @param {Pick<Miai.State, "game" | "seats">} state
 * @param {number | null} leaver
 */
export function isOffered({ game, seats }, leaver) {
  const stay = seats.filter(({ left, offered_until, number }) => !left && !offered_until && number !== leaver);
  return Boolean(game.settings?.seats_taken_over) && stay.length > 1 && stay.some(({ bot }) => !bot);
}

/** What happens if the seat is offered to others. @param {boolean} [own] whether it is the reader's */
export function offeredWords(own = false) {
  if (!own) return gettext("The player is out for good. For a while, others can take over the seat and play on.");
  return gettext("You are out for good. For a while, others can take over your seat; they will not see what you have sealed.");
}
