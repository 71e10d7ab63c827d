/** Players who have no page of the game open, and how long the others wait for them. No DOM. */

import { gettext, list, ngettext, pgettext } from "./language.js";
import { endsWhenComplete, isOver } from "./state.js";
import { countdown } from "./time.js";

/**
 * The milliseconds until an away player's seat leaves the game; null if it does not, or not now.
 * @param {Pick<Miai.State, "away" | "leaving" | "game" | "offset">} state
 * @param {number} seat
 * @param {number} now this clock's time in milliseconds
 */
export function untilLeaving({ away, leaving, game, offset }, seat, now) {
  const at = away.includes(seat) && game.status === "running" && leaving.find((each) => each.seat === seat)?.at;
  return at ? Math.max(0, Date.parse(at) - (now + offset)) : null;
}

/**
 * The text for a player who has no page of the game open.
 * @param {Miai.State} state
 * @param {Miai.Seat} seat
 * @param {number} now
 */
export function awayWords(state, seat, now) {
  const left = untilLeaving(state, seat.number, now);
  if (left !== null) return gettext("away, out in %(time)s", { time: countdown(left) });
  const missed = missedWords(state, seat);
  return missed ? gettext("away, %(missed)s", { missed }) : pgettext("a seat", "away");
}

/**
 * The text for the turns in a row that a seat has missed, or a warning that the next missed turn is
 * its last; empty if it missed none.
 * @param {Pick<Miai.State, "game">} state
 * @param {Miai.Seat} seat
 */
export function missedWords({ game }, seat) {
  if (seat.absences === 0) return "";
  if (isLastChance(seat, game)) return gettext("out after one more missed turn");
  return ngettext("missed %(count)s turn", "missed %(count)s turns in a row", seat.absences);
}

/**
 * Whether one more missed turn makes the seat leave.
 * @param {Miai.Seat} seat
 * @param {Miai.GameInfo} game
 */
export function isLastChance(seat, game) {
  const allowed = game.settings?.absences_allowed ?? null;
  return allowed !== null && seat.absences === allowed - 1;
}

/**
 * The text for a turn that waits only for players who are away: who they are and how long the wait
 * lasts; empty if it waits for anybody else or for nobody.
 * @param {Miai.State} state
 * @param {number | null} left milliseconds until its time is up; null: not shown
 * @param {number} now
 * @param {(at: number) => string} momentOf puts a time of this clock into words
 */
export function waitingForAway(state, left, now, momentOf) {
  const { latest, chosen = [], away = [], clock, seats, offset } = state;
  const waits = !latest.sealed || endsWhenComplete(state);
  const owing = latest.awaiting.filter((seat) => !(latest.sealed && chosen.includes(seat)));
  if (!waits || isOver(state) || !owing.length || !owing.every((seat) => away.includes(seat))) return "";
  const names = { names: list(owing.map((seat) => seats[seat]?.name ?? "")) };
  const leaves = owing.map((seat) => untilLeaving(state, seat, now));
  const longest = leaves.includes(null) ? null : Math.max(.../** @type {number[]} */ (leaves));
  if (longest !== null && (left === null || longest < left)) {
    const values = { ...names, time: countdown(longest) };
    return ngettext("Waiting for %(names)s, who is away: out of the game in %(time)s", "Waiting for %(names)s, who are away: out of the game in %(time)s", owing.length, values);
  }
  if (left === null && clock.deadline) {
    const values = { ...names, time: momentOf(Date.parse(clock.deadline) - offset) };
    return ngettext("Waiting for %(names)s, who is away, until %(time)s at the latest", "Waiting for %(names)s, who are away, until %(time)s at the latest", owing.length, values);
  }
  return ngettext("Waiting for %(names)s, who is away", "Waiting for %(names)s, who are away", owing.length, names);
}
