/** Asks before a player resigns or ends the game, or somebody takes over a seat, and then does it. */

import { gettext, pgettext } from "../core/language.js";
import { byId } from "../dom/elements.js";
import { focusBar } from "./after-board.js";
import { ask } from "./dialog.js";
import { isAlone, isOffered, leavingWords, offeredWords } from "./leaving.js";
import { refuse } from "./refusals.js";

/**
 * Asks, and resigns. The only player who is left ends the game by it, and wins.
 * @param {string} button the id of the button that was pressed
 * @param {Miai.State} state
 * @param {Miai.BoardModule["leaving"]} leaving says what happens to the player's pieces on the board
 * @param {Miai.PostCommand} command
 */
export async function resign(button, { game, seats, you }, leaving, command) {
  const seat = you?.seat ?? null;
  const alone = isAlone(seats, seat);
  const sure = await ask({
    title: alone ? gettext("End the game?") : gettext("Resign?"),
    text: isOffered({ game, seats }, seat, true) ? offeredWords(true) : leavingWords(seats, seat, leaving, true),
    yes: alone ? gettext("End the game") : pgettext("a button", "Resign"),
    reason: false,
    harmless: alone,
  });
  if (sure !== null) await carryOut(button, () => command("resign", { alone }));
}

/**
 * @param {string} button the id of the button that was pressed
 * @param {Miai.Seat} seat
 * @param {Miai.PostCommand} command
 */
export async function takeOver(button, { name, number }, command) {
  const sure = await ask({
    title: gettext("Take over the seat of %(name)s?", { name }),
    text: gettext("You carry on from the current position to the end. After that nobody else can take the seat."),
    yes: gettext("Take over the seat"),
    reason: false,
    harmless: true,
  });
  if (sure !== null) await carryOut(button, () => command("take-seat", { seat: number }));
}

/**
 * Carries a command out and shows at the button why it was refused. The button is looked up only
 * then, since it may have been drawn again in the meantime.
 * @param {string} button its id
 * @param {() => Promise<string>} command
 */
async function carryOut(button, command) {
  const refused = await command();
  refuse(byId(button), refused);
  if (!refused) focusBar();
}
