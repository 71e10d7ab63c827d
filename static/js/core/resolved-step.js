/** The state after a step was resolved, and after changes to the clock or the end of the game. No DOM. */

import { changed } from "./changes.js";
import { shaped } from "./json.js";
import { inOrder } from "./log-order.js";
import { shownSeats } from "./names.js";
import { choiceAfter, isLeaveOnly, planningAfter } from "./own-choice.js";
import { withStatus } from "./rated.js";

/**
 * @param {Miai.State} state
 * @param {{step: Miai.ToldStep, seats: Miai.Seat[], clock: Miai.Clock, status: Miai.Status, chosen: number[], unrated?: string | null}} event
 * @returns {Miai.State}
 */
export function takeStep(state, { step: told, seats, clock, status, chosen, unrated }) {
  if (told.step <= state.latest.step) return state;
  const step = told.step === state.latest.step + 1 ? stepAfter(state.latest, told) : null;
  if (step === null) return { ...state, gap: true };
  const mine = state.you?.seat ?? null;
  return {
    ...state,
    latest: step,
    seats: shownSeats(seats),
    clock,
    chosen,
    game: withStatus(state.game, status, unrated),
    log: inOrder([...state.log, entryOf(state.latest, step)]),
    ...choiceAfter(state, step, mine !== null && chosen.includes(mine)),
    planning: isLeaveOnly(step) ? state.planning : planningAfter(state, step, mine !== null && chosen.includes(mine)),
    // Only a snapshot tells what the server still holds for this seat, and what a player may read
    // when the game is over; so one is requested in those cases (`gap`).
    you: state.you && {
      ...state.you,
      earlier: earlierAfter(state, step, state.you),
      may: mayAfter(state.you, seats, status),
    },
    gap: state.gap || (mine !== null && (chosen.includes(mine) || status === "finished")),
    animate: true,
  };
}

/**
 * Ends the game because the players agreed to, or the last person left it to bots: the last step gets
 * an outcome that the rules did not decide. A player's page needs a snapshot to learn what they may read now.
 * @param {Miai.State} state
 * @param {Miai.GameEnded} event
 */
export function end(state, { outcome, seats, clock, status, unrated }) {
  return {
    ...state,
    latest: { ...state.latest, outcome, awaiting: [] },
    seats: shownSeats(seats),
    clock,
    game: withStatus(state.game, status, unrated),
    chosen: [],
    you: state.you && { ...state.you, may: mayAfter(state.you, seats, status) },
    gap: state.gap || (state.you?.seat ?? null) !== null,
  };
}

/**
 * @param {Miai.State} state
 * @param {{clock: Miai.Clock, status: Miai.Status, seats?: Miai.Seat[]}} event
 */
export function takeClock(state, { clock, status, seats }) {
  const over = status === "cancelled";
  const told = seats ? shownSeats(seats) : state.seats;
  return { ...state, clock, seats: told, game: withStatus(state.game, status), gap: state.gap || over };
}

/**
 * Notes which seats have chosen for a step.
 * @param {Miai.State} state
 * @param {number} step
 * @param {number[]} chosen
 */
export function mark(state, step, chosen) {
  if (step > state.latest.step + 1) return { ...state, gap: true };
  return step === state.latest.step + 1 ? { ...state, chosen: chosen.sort((a, b) => a - b) } : state;
}

/**
 * A whole step, made by applying its changes to the position before it; null if they do not fit.
 * @param {Miai.Step} before
 * @param {Miai.ToldStep} told
 * @returns {Miai.Step | null}
 */
function stepAfter(before, { changes, ...step }) {
  try {
    return { ...step, position: shaped(changed(before.position, changes), {}) };
  } catch {
    return null;
  }
}

/**
 * What the viewer's seat has chosen in this turn if it need not choose again while others do.
 * @param {Miai.State} state before the step
 * @param {Miai.Step} step
 * @param {Miai.You} you
 */
function earlierAfter({ latest, choice }, step, { seat, earlier }) {
  const stands = step.sealed && step.turn === latest.turn && step.outcome === null && seat !== null && !step.awaiting.includes(seat);
  return stands ? (choice.kept ?? earlier) : null;
}

/**
 * What the viewer may still do: nobody plays after their seat has left or the game is over.
 * @param {Miai.You} you
 * @param {Miai.Seat[]} seats
 * @param {Miai.Status} status
 */
function mayAfter({ seat, may }, seats, status) {
  const over = status === "finished" || status === "cancelled";
  const plays = !over && seat !== null && !seats[seat]?.left;
  const needs = (/** @type {string} */ right) =>
    right === "say" ? true : right === "moderate" || right === "take-seat" ? !over : plays;
  return may.filter(needs);
}

/**
 * The log entry of a step that was resolved while the page was open.
 * @param {Miai.Step} before
 * @param {Miai.Step} step
 * @returns {Miai.StepEntry}
 */
function entryOf(before, step) {
  return {
    step: step.step,
    turn: before.turn,
    sealed: before.sealed,
    at: step.resolved_at ?? null,
    cause: step.cause ?? null,
    leave: step.leave ?? null,
    events: step.events,
  };
}
