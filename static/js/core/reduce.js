/**
 * `reduce(state, event) → state`, pure. Events are the protocol's, and a few of the page's own.
 * Knows no game and no DOM.
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
  // The page's own.
  "choice.drafted": (state, { action, moment = false }) => ({
    ...state,
    choice: { ...state.choice, draft: action, moment },
    refusal: null,
  }),
  // Of a choice that was changed, or sent, meanwhile, nothing is said any more.
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
  // A server that is connected to sends a snapshot by itself.
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
 * The state after an event. An unknown event changes nothing: a newer server may tell more. What
 * is known already is dropped by its number; after a gap nothing is taken but a snapshot. A page
 * that is older than the server takes nothing of it any more.
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

/** An event that this page does not know. @param {Miai.State} state */
function same(state) {
  return state;
}

/**
 * Whether the numbers of the last events that are known are behind others.
 * @param {Miai.Newest} known
 * @param {Miai.Newest} told those of audiences that we belong to
 */
function isBehind(known, told) {
  return Object.entries(told).some(([audience, seq]) => seq > (known[audience] ?? 0));
}

/**
 * Takes the server's whole state. A choice that is still under way for the same step stays.
 * One that was read before the last event was is dropped: then another is needed.
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
 * A choice after the server has said what it holds. Only a word that agrees with what was sent
 * came after it for certain, and from then on the server's word stands: before that it may be of
 * an earlier choice.
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
 * The choice of a later step. Where no answer came to what was sent for the one before, it is
 * still to come: whether the choice was played, only the server knows; unless it is what the
 * server holds, as after a leave.
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
 * Takes what was missed onto what was known when it was asked for, in order. Where that does not
 * lead to where the server is, nothing is known any more, and the whole state is asked for.
 * @param {Miai.State} state
 * @param {Miai.EventsMissed} missed
 */
function takeMissed(state, { after, events, newest, step, watching, you }) {
  const begun = { ...state, newest: { ...after, ...state.newest }, gap: false };
  const told = events.reduce((known, event) => reduce(known, event, 0), begun);
  if (told.latest.step < step || isBehind(told.newest, newest)) return { ...state, newest: {}, gap: true };
  // More has come meanwhile: what is only the viewer's is asked for again.
  if (told.latest.step > step || isBehind(newest, told.newest)) return { ...told, gap: true };
  return { ...told, watching, you, choice: heardOf(told.choice, you?.action ?? null), gap: false };
}

/**
 * @param {Miai.Snapshot} snapshot
 * @param {Miai.State} state
 */
function isOlder(snapshot, { newest, latest }) {
  const ours = Object.entries(newest).filter(([audience]) => audience in snapshot.newest);
  return snapshot.step.step < latest.step || isBehind(snapshot.newest, Object.fromEntries(ours));
}

/**
 * A leave plays nothing: what was sealed or drafted stays for the step after it. Otherwise the
 * next choice begins afresh.
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
 * Whether nothing happened in a step but that seats left.
 * @param {Miai.Step} step
 */
function isLeaveOnly({ events }) {
  return events.length > 0 && events.every(({ type }) => type === "left");
}

/**
 * Planning ends when the game asks for the player's choice again: what they choose then is for
 * this turn, unless the plan has chosen already.
 * @param {Miai.State} state before the step
 * @param {Miai.Step} step
 * @param {boolean} chosen whether something of the player is sealed for it
 * @returns {Miai.State["planning"]}
 */
function planningAfter({ planning, you }, { awaiting }, chosen) {
  const asked = you !== null && you.seat !== null && awaiting.includes(you.seat) && !chosen;
  return planning.on && asked ? { ...planning, on: false } : planning;
}

/**
 * What to tell a player whose choice had not left the page when the turn was over.
 * @param {Miai.Choice} choice
 * @returns {Miai.Refusal | null}
 */
function lostDraft({ draft }) {
  if (draft === null) return null;
  const message = gettext("The turn ended before your choice was sealed.");
  return { code: "step-over", message, at: null };
}

/**
 * A step as it is shown: its changes made in the position before; null where they are of another.
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
    // What the server still holds for this seat, and what a player may read when the game is
    // over, only a snapshot tells.
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
 * What the viewer's seat has chosen in this turn, where it need not choose again though others do.
 * @param {Miai.State} state before the step
 * @param {Miai.Step} step
 * @param {Miai.You} you
 */
function earlierAfter({ latest, choice }, step, { seat, earlier }) {
  const stands = step.sealed && step.turn === latest.turn && step.outcome === null && seat !== null && !step.awaiting.includes(seat);
  return stands ? (choice.kept ?? earlier) : null;
}

/**
 * What the viewer may still do: whose seat has left plays no more, and nobody does when it is over.
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
 * The log's entry of a step that was resolved while the page was open.
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
 * What the server holds for the seat. Where it is not what this page knows to be sealed, it is
 * another tab's, or word of an earlier choice that comes late: the server is asked which.
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
 * The players agreed to end the game: the last step has an outcome that the rules know nothing of.
 * What a player may read now, only a snapshot tells.
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
 * What was sent is carried out; of an earlier step nothing is left to show.
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
 * A refused choice is shown at its point; anything else refused is told in words.
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
 * Entries in the order in which things happened, each step once.
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
