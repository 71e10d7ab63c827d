/**
 * `reduce(state, event) → state`, a pure function. Events come from the protocol; a few are the
 * page's own. Knows no game and no DOM.
 */

import { shownHolders } from "./holders.js";
import { gettext } from "./language.js";
import { inOrder } from "./log-order.js";
import { shownSeats } from "./names.js";
import { choiceOfNext, done, heardOf, keep, keepPlan, lostDraft, planningAfter, refuse } from "./own-choice.js";
import { afterAct } from "./rated.js";
import { end, mark, takeClock, takeStep } from "./resolved-step.js";
import { taken, VERSION } from "./state.js";
import { betterOffset } from "./time.js";

/** @type {{[Type in Miai.AnyEvent["type"]]: (state: Miai.State, event: Extract<Miai.AnyEvent, {type: Type}>) => Miai.State}} */
const reducers = {
  "game.snapshot": takeSnapshot,
  "events.missed": takeMissed,
  "step.resolved": takeStep,
  "action.sealed": (state, { seat, step }) => mark(state, step, [...without(state.chosen, seat), seat]),
  "action.withdrawn": (state, { seat, step }) => mark(state, step, without(state.chosen, seat)),
  "action.kept": keep,
  "plan.kept": keepPlan,
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
  "log.added": (state, { entry }) => ({ ...state, game: afterAct(state.game, entry), log: inOrder([...state.log, entry]) }),
  "chat.said": say,
  "chat.removed": (state, { id }) => ({ ...state, chat: state.chat.filter((message) => message.id !== id) }),
  "watching.changed": (state, { watching }) => ({ ...state, watching }),
  "presence.changed": (state, { away, leaving = [] }) => ({ ...state, away, leaving }),
  "connection.waits": (state) => state, // net/socket.js has waited on
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
  "connection.changed": (state, { connection }) => {
    if (connection === "open") return { ...state, connection, newest: {}, gap: false };
    const isAnotherAttempt = connection === "connecting" && state.connection === "lost";
    return isAnotherAttempt ? state : { ...state, connection };
  },
  "planning.changed": (state, { type, ...changed }) => ({ ...state, planning: { ...state.planning, refusal: "", ...changed } }),
  "snapshot.asked": (state) => ({ ...state, gap: false }),
  "snapshot.needed": (state) => ({ ...state, gap: true }),
  "log.read": (state, { entries }) => ({ ...state, log: inOrder([...state.log, ...entries]) }),
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
export function isBehind(known, told) {
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
  const isLost = state.choice.draft !== null && told.choice.draft === null;
  return {
    ...told,
    watching,
    you,
    choice: heardOf(told.choice, you?.action ?? null),
    refusal: isLost ? lostDraft(state.choice) : told.refusal, // a later step has cleared it
    animate: told.animate && told.latest.step <= state.latest.step + 1, // the board shows the step from before
    gap: false,
  };
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
 * @param {number[]} seats
 * @param {number} seat
 */
function without(seats, seat) {
  return seats.filter((other) => other !== seat);
}

/**
 * @param {Miai.State} state
 * @param {{message: Miai.ChatMessage}} event
 */
function say(state, { message }) {
  if (state.chat.some((known) => known.id === message.id)) return state;
  return { ...state, chat: [...state.chat, message] };
}
