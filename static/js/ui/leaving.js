/** What follows when a seat leaves the game, in words. No DOM. */

/**
 * @param {Miai.Seat[]} seats
 * @param {number | null} leaver the seat that would leave
 * @param {Miai.BoardModule["leaving"]} leaving what becomes of what it has on the board
 * @param {string} whose what the seat is called
 */
export function leavingWords(seats, leaver, leaving = "", whose = "The seat") {
  const others = seats.filter(({ left, number }) => !left && number !== leaver);
  if (others.length === 1) return `The game ends at once, and ${others[0]?.name} wins.`;
  if (others.length === 0) return "The game ends at once.";
  return `${whose} leaves for good, and the others play on. ${leaving}`.trim();
}
