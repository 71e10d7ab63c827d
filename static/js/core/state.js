/** The state of a game's page: what it begins with, and what is read out of it. No DOM. */

import { shownHolders } from "./holders.js";
import { shownSeats } from "./names.js";
import { betterOffset } from "./time.js";

/** Of the protocol that this page speaks (docs/protocol.md). */
export const VERSION = 4;

/**
 * The state that a page begins with.
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
    planning: { on: false, wanted: null, refusal: "" },
    trouble: null,
    past: null,
    unfolded: [],
    animate: false,
  };
}

/** @param {Miai.Snapshot} snapshot */
export function taken({ game, seats, step, clock, chosen, newest, watching, you, vote = null, away = [], leaving = [], holders = [] }) {
  const [shown, had] = [shownSeats(seats), shownHolders(holders)];
  return { game, seats: shown, holders: had, latest: step, clock, chosen, newest, watching, you, vote, away, leaving };
}

/**
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
 * Whether the viewer may choose now: their seat is awaited, and they look at now.
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
 * Whether the game waits for the viewer, whatever they look at: their seat is awaited, and the
 * server holds no choice of theirs.
 * @param {Miai.State} state
 */
export function owesChoice(state) {
  return mayChoose({ ...state, past: null }) && state.choice.kept === null;
}

/**
 * Whether a sealed step is revealed as soon as all have chosen: at some tables always, at all of
 * them once the time was up and goes on for those who had not.
 * @param {Pick<Miai.State, "clock" | "game">} state
 */
export function endsWhenComplete({ clock, game }) {
  return clock.put_off || game.settings?.turn_ends === "complete";
}

/**
 * Whether a file is shown, in which nothing goes on: of a game that was not over it has the
 * beginning.
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
