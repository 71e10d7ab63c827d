/** The state of a game's page: how it starts, and what can be derived from it. No DOM. */

import { shownHolders } from "./holders.js";
import { shownSeats } from "./names.js";
import { betterOffset } from "./time.js";

/** The version of the protocol that this page speaks (docs/protocol.md). */
export const VERSION = 4;

/**
 * The state of a page that has just opened.
 * @param {Miai.Snapshot} snapshot
 * @param {Miai.LogEntry[]} log
 * @param {number} received this clock's time, in milliseconds
 * @returns {Miai.State}
 */
export function initialState(snapshot, log, received) {
  return {
    ...taken(snapshot),
    log,
    chat: snapshot.chat ?? [],
    offset: betterOffset(null, snapshot.now, received),
    gap: false,
    outdated: false,
    connection: "none",
    choice: freshChoice(snapshot.step.step + 1, snapshot.you?.action ?? null),
    refusal: null,
    planning: { on: false, wanted: null, refusal: "", carriedOut: {} },
    trouble: null,
    past: null,
    unfolded: [],
    animate: false,
  };
}

/** The part of the state that comes from a snapshot. @param {Miai.Snapshot} snapshot */
export function taken({ game, seats, step, clock, chosen, newest, watching, you, vote = null, away = [], leaving = [], holders = [] }) {
  const [shown, had] = [shownSeats(seats), shownHolders(holders)];
  return { game, seats: shown, holders: had, latest: step, clock, chosen, newest, watching, you, vote, away, leaving };
}

/**
 * A choice for which nothing has been drafted or sent yet.
 * @param {number} step
 * @param {Miai.Action | null} kept
 * @returns {Miai.Choice}
 */
export function freshChoice(step, kept) {
  return { step, kept, wanted: undefined, id: null, heard: false, draft: null, moment: false };
}

/**
 * What the viewer has chosen, as the board shows it.
 * @param {Miai.Choice} choice
 */
export function ownAction({ draft, wanted, kept }) {
  return draft ?? (wanted === undefined ? kept : wanted);
}

/**
 * Whether the viewer may choose now: the game waits for their seat, and they look at the present.
 * @param {Miai.State} state
 */
export function mayChoose({ you, latest, game, past }) {
  return (
    past === null &&
    you !== null &&
    you.seat !== null &&
    you.may.includes("seal") &&
    latest.awaiting.includes(you.seat) &&
    (game.status === "running" || game.status === "paused")
  );
}

/**
 * Whether the game waits for the viewer's choice and the server holds none yet, even if they are
 * looking at a past step.
 * @param {Miai.State} state
 */
export function owesChoice(state) {
  return mayChoose({ ...state, past: null }) && state.choice.kept === null;
}

/**
 * Whether a sealed step is revealed as soon as all have chosen: at some tables always, at the
 * others once the deadline has been extended for players who had not chosen.
 * @param {Pick<Miai.State, "clock" | "game">} state
 */
export function endsWhenComplete({ clock, game }) {
  return clock.put_off || game.settings?.turn_ends === "complete";
}

/**
 * Whether the page shows a file, in which nothing happens any more. A file of an unfinished game
 * has only its beginning.
 * @param {Pick<Miai.State, "game">} state
 */
export function isFromFile({ game }) {
  return game.id === null;
}

/**
 * @param {Miai.State} state
 */
export function isOver({ game }) {
  return game.status === "finished" || game.status === "cancelled";
}
