/**
 * The viewer's own move of this turn. It may stand sealed while others choose again, when the
 * server speaks of it no more; so that a reload does not lose sight of it, the tab keeps it.
 */

const NAME = () => `miai.move ${location.pathname}`;

/**
 * @param {number} turn
 * @param {Miai.Action | null} action null: taken back
 */
export function keepMine(turn, action) {
  if (action) sessionStorage.setItem(NAME(), JSON.stringify({ turn, action }));
  else sessionStorage.removeItem(NAME());
}

/**
 * @param {number} turn
 * @returns {Miai.Action | null}
 */
export function mineOf(turn) {
  const kept = JSON.parse(sessionStorage.getItem(NAME()) ?? "null");
  return kept?.turn === turn ? kept.action : null;
}
