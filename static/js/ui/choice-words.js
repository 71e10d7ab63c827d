/** Where a player's choice stands, in words. No DOM. */

import { isLastChance } from "../core/away.js";
import { gettext, list, ngettext } from "../core/language.js";
import { isPlanning } from "../core/planning.js";
import { endsWhenComplete, isFromFile, isOver, mayChoose, ownAction } from "../core/store.js";

/**
 * The text that tells players where their choice stands.
 * @param {Miai.State} state
 * @param {Pick<Miai.BoardModule, "describe" | "prompt" | "draftWords"> & Partial<Pick<Miai.BoardModule, "refusals">>} board
 * @param {string | null} [middle] what the board asks for next in a choice of several parts
 */
export function noticeWords(state, board, middle = null) {
  const { you, latest, choice, refusal, connection, game } = state;
  const describe = (/** @type {Miai.Action} */ action) => board.describe(action, game.options);
  if (isOver(state) || isFromFile(state)) return "";
  if (you?.left) return gettext("You are no longer in this game. You can keep watching.");
  if (you === null || you.seat === null) return gettext("You are watching.");
  if (state.seats[you.seat]?.left === "away") {
    return ngettext(
      "You were away for %(count)s minute, so you are out of the game: a rule of this table. You can keep watching.",
      "You were away for %(count)s minutes, so you are out of the game: a rule of this table. You can keep watching.",
      game.settings?.away_minutes ?? 0,
    );
  }
  if (state.seats[you.seat]?.left) return gettext("You are no longer in this game. You can keep watching.");
  if (!you.may.includes("seal")) return gettext("You are suspended and can only watch.");
  const asked = board.prompt?.(latest, you.seat, state.seats, game.options);
  if (!mayChoose(state)) return state.past ? "" : (asked ?? gettext("Nothing to choose right now."));
  if (refusal && !Array.isArray(refusal.at)) return board.refusals?.()[refusal.code] ?? refusal.message;
  if (isPlanning(state) && choice.wanted === undefined && !choice.kept) return gettext("You have not chosen for this turn yet.");
  const before = choice.kept ? [gettext("Your sealed choice is still %(choice)s.", { choice: describe(choice.kept) })] : [];
  if (middle) return [middle, ...before].join(" ");
  if (choice.draft && choice.moment) return gettext("This ends your turn. It is sent in two seconds unless you take it back.");
  if (choice.draft) {
    const own = board.draftWords?.(choice.draft, latest, you.seat, state.seats);
    if (own) return own;
    const values = { choice: describe(choice.draft) };
    const words = latest.sealed
      ? gettext("%(choice)s: chosen, not sealed yet.", values)
      : gettext("%(choice)s: chosen, not confirmed yet.", values);
    const ends = latest.sealed && endsWhenComplete(state) ? [gettext("The turn ends as soon as all have chosen.")] : [];
    return [capital(words), ...ends, ...before].join(" ");
  }
  if (isOnItsWay(state)) {
    if (connection === "closed") return gettext("This game can no longer be watched. It is not known whether your choice arrived.");
    if (connection === "lost") return gettext("Connection lost. Your choice is kept, and sent when the connection is back.");
    const action = ownAction(choice);
    if (!action) return gettext("Taking back…");
    const values = { choice: describe(action) };
    return latest.sealed ? gettext("Sealing %(choice)s…", values) : gettext("Sending %(choice)s…", values);
  }
  if (choice.kept && latest.sealed) {
    const sealed = gettext("Sealed: %(choice)s. It stays secret until the reveal.", { choice: describe(choice.kept) });
    return [sealed, ...waitingWords(state)].join(" ");
  }
  if (choice.kept) return gettext("Chosen: %(choice)s. It will be played when the game resumes.", { choice: describe(choice.kept) });
  if (!latest.sealed) return asked ?? gettext("It is your turn.");
  return [asked ?? gettext("Choose a point."), gettext("Your choice stays secret until the reveal.")].join(" ");
}

/**
 * Whether the choice has been sent and neither answered nor played yet. In a game that runs, an open
 * choice is played as soon as it has arrived.
 * @param {Miai.State} state
 */
export function isOnItsWay({ choice, latest, game }) {
  return choice.wanted !== undefined || (choice.kept !== null && !latest.sealed && game.status === "running");
}

/**
 * The players for whose choices the reveal waits. The clock shows how long it may take.
 * @param {Miai.State} state
 * @returns {string[]} one sentence or none
 */
function waitingWords({ clock, game, latest, chosen, seats, you }) {
  if (!endsWhenComplete({ clock, game }) || game.status !== "running") return [];
  const names = latest.awaiting
    .filter((seat) => seat !== you?.seat && !chosen.includes(seat) && !seats[seat]?.offered_until)
    .map((seat) => seats[seat]?.name ?? "");
  if (names.length > 2) return [ngettext("Waiting for %(count)s player.", "Waiting for %(count)s players.", names.length)];
  return names.length ? [gettext("Waiting for %(names)s.", { names: list(names) })] : [];
}

/** @param {Miai.State} state */
export function warningWords(state) {
  const { you, game, choice } = state;
  const seat = you !== null && you.seat !== null ? state.seats[you.seat] : undefined;
  if (!seat || !mayChoose(state) || choice.kept !== null) return "";
  return isLastChance(seat, game) ? gettext("Miss one more turn and you are out of the game.") : "";
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
