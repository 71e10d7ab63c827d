/** The viewer's own choice: what follows from the server's answers, and from a new step. No DOM. */

import { gettext } from "./language.js";
import { freshChoice } from "./state.js";

/**
 * The refusal of a choice that could not be stored, or may have been: the page sends the same one
 * again until it is answered otherwise.
 */
export const UNAVAILABLE = "unavailable";

/** The first and the longest pause before what could not be stored is sent again, in milliseconds. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 5000;

/**
 * How long to wait before sending again what could not be stored, in milliseconds: longer each time,
 * and by chance sooner or later than other pages.
 * @param {number} refused how often in a row it was refused before
 * @param {number} [chance] from 0 to 1
 */
export function pauseAfter(refused, chance = Math.random()) {
  return Math.min(FIRST_PAUSE * 2 ** refused, LONGEST_PAUSE) * (0.5 + chance / 2);
}

/**
 * Takes what the server holds for the seat. If it differs from what this page knows to be sealed,
 * it comes from another tab or is a late report of an earlier choice: the page asks which.
 * @param {Miai.State} state
 * @param {Miai.ActionKept} event
 */
export function keep(state, { step, action }) {
  const { kept, wanted } = state.choice;
  if (step !== state.choice.step) return state;
  if (wanted === undefined && kept !== null && !isSame(kept, action)) state = { ...state, gap: true };
  return { ...state, choice: heardOf(state.choice, action) };
}

/**
 * Marks the choice that was sent as kept by the server.
 * @param {Miai.State} state
 * @param {Miai.CommandDone} event
 */
export function done(state, { id }) {
  const { choice } = state;
  if (id === null || choice.id !== id) return state;
  const kept = choice.wanted === undefined || choice.heard ? choice.kept : choice.wanted;
  const refusal = state.refusal?.code === UNAVAILABLE ? null : state.refusal;
  return { ...state, refusal, choice: { ...choice, kept, wanted: undefined, id: null } };
}

/**
 * Shows a refusal: of the choice at its point on the board, of anything else as a message.
 * @param {Miai.State} state
 * @param {Miai.Error} event
 */
export function refuse(state, { id, code, message, at }) {
  const { choice } = state;
  if (id == null || choice.id !== id) return { ...state, trouble: message };
  if (code === UNAVAILABLE) {
    const words = gettext("The club cannot store choices at the moment. Yours is sent again by itself.");
    return { ...state, refusal: { code, message: words, at: null } };
  }
  const point = at ?? choice.wanted?.at ?? null;
  return {
    ...state,
    choice: { ...choice, wanted: undefined, id: null },
    refusal: { code, message, at: point },
    gap: state.gap || code === "step-over" || code === "not-awaited",
  };
}

/**
 * The choice after a step. When seats only left, no choice was played: what was sealed or drafted
 * stays for the next step. Otherwise the next choice starts empty.
 * @param {Miai.State} state
 * @param {Miai.Step} step
 * @param {boolean} carried whether the server still holds a choice of this seat
 * @returns {Pick<Miai.State, "choice" | "refusal">}
 */
export function choiceAfter({ choice }, step, carried) {
  if (isLeaveOnly(step)) {
    const kept = carried ? choice.kept : null;
    return { choice: { ...choice, step: step.step + 1, kept }, refusal: null };
  }
  return { choice: choiceOfNext(choice, step.step + 1, null), refusal: lostDraft(choice) };
}

/**
 * A fresh choice for a later step. If the command for the step before is unanswered, its answer is
 * still expected, because only the server knows whether that choice was played; but not if the
 * server holds that very choice for the new step, as after a leave.
 * @param {Miai.Choice} choice
 * @param {number} next
 * @param {Miai.Action | null} kept
 * @returns {Miai.Choice}
 */
export function choiceOfNext({ id, wanted }, next, kept) {
  const isHeld = kept !== null && isSame(wanted ?? null, kept);
  return { ...freshChoice(next, kept), id: isHeld ? null : id };
}

/**
 * The choice after the server reports what it holds. The report may still be about an earlier
 * choice. Only once a report agrees with what was sent is it certain that the server has it; from
 * then on its reports count.
 * @param {Miai.Choice} choice
 * @param {Miai.Action | null} kept
 * @returns {Miai.Choice}
 */
export function heardOf(choice, kept) {
  const { wanted } = choice;
  return { ...choice, kept, heard: choice.heard || (wanted !== undefined && isSame(wanted, kept)) };
}

/**
 * The message for a player whose choice was not sent before the turn ended. Whoever was about to
 * change a sealed choice has not missed the turn.
 * @param {Miai.Choice} choice
 * @returns {Miai.Refusal | null}
 */
export function lostDraft({ draft, kept }) {
  if (draft === null) return null;
  const message = kept
    ? gettext("The turn ended before your new choice was sealed. The one you had sealed before was played.")
    : gettext("The turn ended before your choice was sealed.");
  return { code: "step-over", message, at: null };
}

/**
 * Stores the plan that the server reports. If the page already has the answer to a later change of
 * its own, this report is out of date and is ignored.
 * @param {Miai.State} state
 * @param {Miai.PlanKept} event
 */
export function keepPlan(state, { actions, order }) {
  const { planning, you } = state;
  const kept = you && { ...you, plan: actions };
  if (!order) return { ...state, you: kept };
  if (order.number < (planning.carriedOut[order.page] ?? 0)) return state;
  const carriedOut = { ...planning.carriedOut, [order.page]: order.number };
  return { ...state, you: kept, planning: { ...planning, carriedOut } };
}

/**
 * Ends planning when the game asks for the player's choice again: their next choice is for this
 * turn, unless the plan has already made it.
 * @param {Miai.State} state before the step
 * @param {Miai.Step} step
 * @param {boolean} chosen whether a choice of the player's is already sealed
 * @returns {Miai.State["planning"]}
 */
export function planningAfter({ planning, you }, { awaiting }, chosen) {
  const asked = you !== null && you.seat !== null && awaiting.includes(you.seat) && !chosen;
  return planning.on && asked ? { ...planning, on: false } : planning;
}

/**
 * Whether seats left in a step and nothing else happened.
 * @param {Miai.Step} step
 */
export function isLeaveOnly({ events }) {
  return events.length > 0 && events.every(({ type }) => type === "left");
}

/**
 * @param {Miai.Action | null} one
 * @param {Miai.Action | null} other
 */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
