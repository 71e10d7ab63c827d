/**
 * `reduce(state, event) → state`, a pure function. Events come from the protocol; a few are the
 * page's own. Knows no game and no DOM.
 */

import { changed } from "./changes.js";
import { shownHolders } from "./holders.js";
import { gettext } from "./language.js";
import { shownSeats } from "./names.js";
import { freshChoice, taken, VERSION } from "./state.js";
import { betterOffset } from "./time.js";

/** @type {{[Type in Miai.AnyEvent["type"]]: (state: Miai.State, event: Extract<Miai.AnyEvent, {type: Type}>) => Miai.State}} */
const reducers = {
  "game.snapshot": takeSnapshot,
  "events.missed": takeMissed,
  "step.resolved": takeStep,
  "action.sealed": (state, { seat, step }) => mark(state, step, [...without(state.chosen, seat), seat]),
  "action.withdrawn": (state, { seat, step }) => mark(state, step, without(state.chosen, seat)),
  "action.kept": keep,
  "plan.kept": (state, { actions }) => ({ ...state, you: state.you && { ...state.you, plan: actions } }),
  "events.newest": (state, { newest }) => ({ ...state, gap: state.gap || isBehind(state.newest, newest) }),
  "clock.changed": takeClock,
  "game.paused": takeClock,
  "game.resumed": takeClock,
  "game.cancelled": takeClock,
  "game.ended": end,
  "seats.changed": (state, { seats, chosen, holders }) => ({
    ...state,
    seats: shownSeats(seats),
    chosen,
    holders: holders ? shownHolders(holders) : state.holders,
  }),
  "vote.changed": (state, { vote }) => ({ ...state, vote }),
  "log.added": (state, { entry }) => ({ ...state, log: inOrder([...state.log, entry]) }),
  "chat.said": say,
  "chat.removed": (state, { id }) => ({ ...state, chat: state.chat.filter((message) => message.id !== id) }),
  "watching.changed": (state, { watching }) => ({ ...state, watching }),
  "presence.changed": (state, { away, leaving = [] }) => ({ ...state, away, leaving }),
  "command.done": done,
  error: refuse,
  // The page's own events.
  "choice.drafted": (state, { action, moment = false }) => ({
    ...state,
    choice: { ...state.choice, draft: action, moment },
    refusal: null,
  }),
  // A refusal is ignored if the choice was changed or sent in the meantime.
  "choice.refused": (state, { action, refused: { code, message, at } }) =>
    state.choice.draft !== action
      ? state
      : {
          ...state,
          choice: { ...state.choice, draft: null, moment: false },
          refusal: { code, message, at: at ?? action["at"] ?? null },
        },
  "choice.sent": (state, { action, id }) => ({
    ...state,
    choice: { ...state.choice, draft: null, moment: false, wanted: action, id, heard: false },
    refusal: null,
  }),
  // On a new connection the server sends a snapshot unasked.
  "connection.changed": (state, { connection }) =>
    connection === "open" ? { ...state, connection, newest: {}, gap: false } : { ...state, connection },
  "planning.changed": (state, { type, ...changed }) => ({ ...state, planning: { ...state.planning, refusal: "", ...changed } }),
  "snapshot.asked": (state) => ({ ...state, gap: false }),
  "snapshot.needed": (state) => ({ ...state, gap: true }),
  "log.read": (state, { entries }) => ({ ...state, log: inOrder([...entries, ...state.log]) }),
  "past.shown": (state, { past, animate }) => ({ ...state, past, animate }),
  "past.left": (state, { animate }) => ({ ...state, past: null, animate }),
  "fold.toggled": (state, { first, open }) => ({
    ...state,
    unfolded: [...without(state.unfolded, first), ...(open ? [first] : [])],
  }),
  "trouble.told": (state, { message }) => ({ ...state, trouble: message }),
  "trouble.seen": (state) => ({ ...state, trouble: null }),
};

/**
 * The state after an event. An unknown event changes nothing: a newer server may send more. An
 * event whose number was seen before is dropped; after a gap only a snapshot counts. A page that
 * is older than the server ignores all its events.
 * @param {Miai.State} state
 * @param {Miai.AnyEvent} event
 * @param {number} received this clock's time, in milliseconds
 * @returns {Miai.State}
 */
export function reduce(state, event, received) {
  const isServers = "now" in event && event.now;
  const timed = isServers ? { ...state, offset: betterOffset(state.offset, event.now, received) } : state;
  const reducer = /** @type {((state: Miai.State, event: Miai.AnyEvent) => Miai.State) | undefined} */ (reducers[event.type]) ?? same;
  if (state.outdated && isServers) return state;
  if (!("seq" in event) || event.seq === undefined || event.to === undefined) return reducer(timed, event);
  const last = state.newest[event.to] ?? 0;
  if (event.seq <= last) return timed;
  if (event.seq > last + 1) return { ...timed, gap: true };
  return reducer({ ...timed, newest: { ...state.newest, [event.to]: event.seq } }, event);
}

/** Ignores an event that this page does not know. @param {Miai.State} state */
function same(state) {
  return state;
}

/**
 * Whether the known event numbers are behind those the server names.
 * @param {Miai.Newest} known
 * @param {Miai.Newest} told by audience, for the audiences that this page belongs to
 */
function isBehind(known, told) {
  return Object.entries(told).some(([audience, seq]) => seq > (known[audience] ?? 0));
}

/**
 * Takes the server's whole state. A choice that is still under way for the same step stays. A
 * snapshot older than the last event is dropped, and the page needs another.
 * @param {Miai.State} state
 * @param {Miai.Snapshot} snapshot
 */
function takeSnapshot(state, snapshot) {
  if (snapshot.version !== VERSION) return { ...state, outdated: true, trouble: gettext("The site has been updated. Reload this page to continue.") };
  if (isOlder(snapshot, state)) return { ...state, gap: true };
  const next = snapshot.step.step + 1;
  const kept = snapshot.you?.action ?? null;
  const same = state.choice.step === next;
  return {
    ...state,
    ...taken(snapshot),
    chat: snapshot.chat ?? state.chat,
    gap: false,
    choice: same ? heardOf(state.choice, kept) : choiceOfNext(state.choice, next, kept),
    planning: same ? state.planning : planningAfter(state, snapshot.step, kept !== null),
    refusal: same ? state.refusal : lostDraft(state.choice),
    animate: false,
  };
}

/**
 * The choice after the server reports what it holds. The report may still be about an earlier
 * choice. Only once a report agrees with what was sent is it certain that the server has it; from
 * then on its reports count.
 * @param {Miai.Choice} choice
 * @param {Miai.Action | null} kept
 * @returns {Miai.Choice}
 */
function heardOf(choice, kept) {
  const { wanted } = choice;
  return { ...choice, kept, heard: choice.heard || (wanted !== undefined && isSame(wanted, kept)) };
}

/**
 * @param {Miai.Action | null} one
 * @param {Miai.Action | null} other
 */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
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
function choiceOfNext({ id, wanted }, next, kept) {
  const isHeld = kept !== null && isSame(wanted ?? null, kept);
  return { ...freshChoice(next, kept), id: isHeld ? null : id };
}

/**
 * Applies missed events in order to the state for which they were requested. If the result is
 * behind the server's state, the page forgets its event numbers and asks for the whole state.
 * @param {Miai.State} state
 * @param {Miai.EventsMissed} missed
 */
function takeMissed(state, { after, events, newest, step, watching, you }) {
  const begun = { ...state, newest: { ...after, ...state.newest }, gap: false };
  const told = events.reduce((known, event) => reduce(known, event, 0), begun);
  if (told.latest.step < step || isBehind(told.newest, newest)) return { ...state, newest: {}, gap: true };
  // Newer events have arrived since, so the viewer's own data may be out of date: ask again.
  if (told.latest.step > step || isBehind(newest, told.newest)) return { ...told, gap: true };
  return { ...told, watching, you, choice: heardOf(told.choice, you?.action ?? null), gap: false };
}

/**
 * Whether a snapshot is older than the state.
 * @param {Miai.Snapshot} snapshot
 * @param {Miai.State} state
 */
function isOlder(snapshot, { newest, latest }) {
  const ours = Object.entries(newest).filter(([audience]) => audience in snapshot.newest);
  return snapshot.step.step < latest.step || isBehind(snapshot.newest, Object.fromEntries(ours));
}

/**
 * The choice after a step. When seats only left, no choice was played: what was sealed or drafted
 * stays for the next step. Otherwise the next choice starts empty.
 * @param {Miai.State} state
 * @param {Miai.Step} step
 * @param {boolean} carried whether the server still holds a choice of this seat
 * @returns {Pick<Miai.State, "choice" | "refusal">}
 */
function choiceAfter({ choice }, step, carried) {
  if (isLeaveOnly(step)) {
    const kept = carried ? choice.kept : null;
    return { choice: { ...choice, step: step.step + 1, kept }, refusal: null };
  }
  return { choice: choiceOfNext(choice, step.step + 1, null), refusal: lostDraft(choice) };
}

/**
 * Whether seats left in a step and nothing else happened.
 * @param {Miai.Step} step
 */
function isLeaveOnly({ events }) {
  return events.length > 0 && events.every(({ type }) => type === "left");
}

/**
 * Ends planning when the game asks for the player's choice again: their next choice is for this
 * turn, unless the plan has already made it.
 * @param {Miai.State} state before the step
 * @param {Miai.Step} step
 * @param {boolean} chosen whether a choice of the player's is already sealed
 * @returns {Miai.State["planning"]}
 */
function planningAfter({ planning, you }, { awaiting }, chosen) {
  const asked = you !== null && you.seat !== null && awaiting.includes(you.seat) && !chosen;
  return planning.on && asked ? { ...planning, on: false } : planning;
}

/**
 * The message for a player whose choice was not sent before the turn ended.
 * @param {Miai.Choice} choice
 * @returns {Miai.Refusal | null}
 */
function lostDraft({ draft }) {
  if (draft === null) return null;
  const message = gettext("The turn ended before your choice was sealed.");
  return { code: "step-over", message, at: null };
}

/**
 * A whole step, made by applying its changes to the position before it; null if they do not fit.
 * @param {Miai.Step} before
 * @param {Miai.ToldStep} told
 * @returns {Miai.Step | null}
 */
function stepAfter(before, { changes, ...step }) {
  try {
    return { ...step, position: changed(before.position, changes) };
  } catch {
    return null;
  }
}

/**
 * @param {Miai.State} state
 * @param {{step: Miai.ToldStep, seats: Miai.Seat[], clock: Miai.Clock, status: Miai.Status, chosen: number[]}} event
 * @returns {Miai.State}
 */
function takeStep(state, { step: told, seats, clock, status, chosen }) {
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
    game: { ...state.game, status },
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

/**
 * Notes which seats have chosen for a step.
 * @param {Miai.State} state
 * @param {number} step
 * @param {number[]} chosen
 */
function mark(state, step, chosen) {
  if (step > state.latest.step + 1) return { ...state, gap: true };
  return step === state.latest.step + 1 ? { ...state, chosen: chosen.sort((a, b) => a - b) } : state;
}

/**
 * @param {number[]} seats
 * @param {number} seat
 */
function without(seats, seat) {
  return seats.filter((other) => other !== seat);
}

/**
 * Takes what the server holds for the seat. If it differs from what this page knows to be sealed,
 * it comes from another tab or is a late report of an earlier choice: the page asks which.
 * @param {Miai.State} state
 * @param {Miai.ActionKept} event
 */
function keep(state, { step, action }) {
  const { kept, wanted } = state.choice;
  if (step !== state.choice.step) return state;
  if (wanted === undefined && kept !== null && !isSame(kept, action)) state = { ...state, gap: true };
  return { ...state, choice: heardOf(state.choice, action) };
}

/**
 * @param {Miai.State} state
 * @param {{clock: Miai.Clock, status: Miai.Status, seats?: Miai.Seat[]}} event
 */
function takeClock(state, { clock, status, seats }) {
  const over = status === "cancelled";
  const told = seats ? shownSeats(seats) : state.seats;
  return { ...state, clock, seats: told, game: { ...state.game, status }, gap: state.gap || over };
}

/**
 * Ends the game because the players agreed to: the last step gets an outcome that the rules did not
 * decide. A player's page needs a snapshot to learn what they may read now.
 * @param {Miai.State} state
 * @param {Miai.GameEnded} event
 */
function end(state, { outcome, seats, clock, status }) {
  return {
    ...state,
    latest: { ...state.latest, outcome, awaiting: [] },
    seats: shownSeats(seats),
    clock,
    game: { ...state.game, status },
    chosen: [],
    you: state.you && { ...state.you, may: mayAfter(state.you, seats, status) },
    gap: state.gap || (state.you?.seat ?? null) !== null,
  };
}

/**
 * @param {Miai.State} state
 * @param {{message: Miai.ChatMessage}} event
 */
function say(state, { message }) {
  if (state.chat.some((known) => known.id === message.id)) return state;
  return { ...state, chat: [...state.chat, message] };
}

/**
 * Marks the choice that was sent as kept by the server.
 * @param {Miai.State} state
 * @param {Miai.CommandDone} event
 */
function done(state, { id }) {
  const { choice } = state;
  if (id === null || choice.id !== id) return state;
  const kept = choice.wanted === undefined || choice.heard ? choice.kept : choice.wanted;
  return { ...state, choice: { ...choice, kept, wanted: undefined, id: null } };
}

/**
 * Shows a refusal: of the choice at its point on the board, of anything else as a message.
 * @param {Miai.State} state
 * @param {Miai.Error} event
 */
function refuse(state, { id, code, message, at }) {
  const { choice } = state;
  if (id == null || choice.id !== id) return { ...state, trouble: message };
  const point = at ?? choice.wanted?.at ?? null;
  return {
    ...state,
    choice: { ...choice, wanted: undefined, id: null },
    refusal: { code, message, at: point },
    gap: state.gap || code === "step-over" || code === "not-awaited",
  };
}

/**
 * Log entries in the order in which things happened, without duplicates.
 * @param {Miai.LogEntry[]} entries
 */
function inOrder(entries) {
  const seen = new Set();
  return entries
    .filter((entry) => {
      const key = "what" in entry ? `${entry.at} ${entry.what} ${entry.seat}` : entry.step;
      return !seen.has(key) && seen.add(key);
    })
    .sort((a, b) => a.step - b.step || Date.parse(a.at ?? "") - Date.parse(b.at ?? "") || 0);
}
