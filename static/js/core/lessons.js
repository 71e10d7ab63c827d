/** What somebody who plays a game for the first time is told in their first turns. No DOM. */

import { gettext } from "./language.js";
import { isOver } from "./state.js";

/** In how many of their turns players are told something. */
export const TURNS = 3;

/**
 * What to tell the viewer now. `turn`: the number of their turn, one more than `TURNS` after the
 * last; `happened`: what was played since they chose; `toDo`: what they can choose now; `marked`:
 * the places on the board that both speak of.
 * @typedef {{turn: number, happened: string, toDo: string, marked: Miai.Point[]}} Lesson
 */

/**
 * @param {Miai.BoardModule} board
 * @param {Miai.State} state
 * @returns {Lesson | null} null if there is nothing to tell
 */
export function lessonOf({ toDo, happened }, state) {
  const me = state.you?.seat ?? null;
  if (me === null || !toDo || !happened || state.past || isOver(state) || !state.you?.may.includes("seal")) return null;
  const { latest, seats, game } = state;
  const { turns, events } = playedBy(me, state.log, latest.turn);
  if (turns > TURNS) return null;
  const view = { step: latest, me, seats, options: game.options };
  const told = events.length ? happened(events, view) : NOTHING;
  const asked = turns < TURNS && latest.awaiting.includes(me) ? toDo(turns + 1, view) : NOTHING;
  const words = turns < TURNS ? asked.words : gettext("You know how it goes now. The rules have the rest.");
  return { turn: turns + 1, happened: told.words, toDo: words, marked: [...told.marked, ...asked.marked] };
}

/** @type {Miai.Explanation} */
const NOTHING = { words: "", marked: [] };

/**
 * In how many turns before this one a seat played, and what has happened since the last of them
 * began.
 * @param {number} me
 * @param {Miai.LogEntry[]} log in order
 * @param {number} now the number of the current turn
 */
function playedBy(me, log, now) {
  /** @type {Set<number>} */
  const turns = new Set();
  /** @type {Miai.Json[]} */
  let events = [];
  for (const entry of log) {
    if ("what" in entry) continue;
    const mine = entry.turn < now && entry.events.some((event) => isOf(event, me));
    if (mine && !turns.has(entry.turn)) events = [];
    if (mine) turns.add(entry.turn);
    events.push(...entry.events);
  }
  return { turns: turns.size, events };
}

/**
 * Whether a seat played a part in an event.
 * @param {Miai.Json} event
 * @param {number} me
 */
function isOf(event, me) {
  const { seat, seats } = event;
  return seat === me || (Array.isArray(seats) && seats.includes(me));
}
