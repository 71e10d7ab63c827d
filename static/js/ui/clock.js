/** The clock: which turn it is, the time left, and what happens when it ends. */

import { waitingForAway } from "../core/away.js";
import { gettext, npgettext, pgettext } from "../core/language.js";
import { overdue } from "../core/overdue.js";
import { endsWhenComplete, isFromFile, isOver } from "../core/store.js";
import { clockTime, countdown, deadlineTime, timeLeft } from "../core/time.js";
import { el, say } from "../dom/elements.js";
import { interrupt } from "../dom/live.js";
import { isOnTurn } from "./seats.js";

const TICK = 200;
const LAST_SECONDS = 10;
/** Without a timer, the time left is shown only once it is no more than this, in milliseconds. */
const LAST_HOUR = 3_600_000;

/**
 * @param {HTMLElement} element
 * @param {object} callbacks
 * @param {(left: number) => void} callbacks.onSecond called for each of the last ten seconds
 * @param {() => void} callbacks.onOverdue called when nothing happened for a while after the time was up
 * @param {Miai.BoardModule["timeUp"]} callbacks.timeUp says in the game's words what happens at the end
 * @param {string} callbacks.timeZone
 */
export function mountClock(element, { onSecond, onOverdue, timeUp, timeZone }) {
  const turn = el("span", { class: "clock-turn" });
  const time = el("span", { class: "clock-time", role: "timer" });
  const until = el("time", { class: "clock-until" });
  const then = el("span", { class: "clock-then" });
  element.replaceChildren(turn, time, until, then);
  /** @type {Miai.State | null} */
  let state = null;
  let lastSecond = Infinity;
  const asksNow = overdue();

  function tick() {
    if (!state) return;
    const left = isOver(state) ? null : shownTimeLeft(state, Date.now());
    const seconds = left === null ? Infinity : Math.ceil(left / 1000);
    const short = !state.clock.paused && seconds <= LAST_SECONDS;
    element.toggleAttribute("data-last", short);
    element.toggleAttribute("data-over", isOver(state));
    element.toggleAttribute("data-paused", state.game.status === "paused");
    say(turn, turnWords(state));
    say(time, left === null ? "" : countdown(left));
    time.hidden = left === null;
    showUntil(until, state, left, timeZone);
    say(then, waitingWords(state, left, timeZone) || timeUpWords(state, left, timeUp, timeZone));
    if (short && seconds < lastSecond && seconds > 0) {
      onSecond(seconds);
      if (seconds === LAST_SECONDS) interrupt(gettext("Ten seconds left."));
    }
    lastSecond = seconds;
    if (asksNow(left === 0 && !state.clock.paused, Date.now())) onOverdue();
  }

  setInterval(tick, TICK);
  return {
    /** @param {Miai.State} next */
    update(next) {
      state = next;
      tick();
    },
  };
}

/**
 * Shows the deadline as a time of day while it is far enough away and the clock runs.
 * @param {HTMLTimeElement} element
 * @param {Miai.State} state
 * @param {number | null} left milliseconds
 * @param {string} timeZone
 */
function showUntil(element, { clock }, left, timeZone) {
  const now = Date.now();
  const told = left === null || clock.paused ? "" : deadlineTime(now + left, timeZone, now);
  element.hidden = told === "";
  if (told) element.dateTime = clock.deadline ?? "";
  say(element, told);
}

/**
 * The time left to show, in milliseconds; null if none is shown. Without a timer there is no hurry
 * until the last hour, when players who have not chosen are about to miss the turn.
 * @param {Pick<Miai.State, "clock" | "offset" | "game">} state
 * @param {number} now
 */
export function shownTimeLeft({ clock, offset, game }, now) {
  const left = timeLeft(clock, offset, now);
  const untimed = game.settings?.turn_seconds === null;
  return untimed && (left ?? 0) > LAST_HOUR ? null : left;
}

/** @param {Miai.State} state */
export function turnWords({ game, latest, past }) {
  if (game.status === "cancelled") return pgettext("a game", "Cancelled");
  if (game.status === "finished") return pgettext("a game", "Finished");
  // In a file no turn is being played, so show the number of the one the viewer looks at.
  const shown = isFromFile({ game }) ? (past ?? latest) : latest;
  if (shown.phase === "counting") return gettext("Counting");
  const number = shown.turn;
  return shown.sealed
    ? pgettext("of all players at once", "Turn %(number)s", { number })
    : pgettext("of one player", "Turn %(number)s", { number });
}

/**
 * The text for a turn that waits only for players who are away, with how long; empty for any other
 * turn, or if its time is up or stopped.
 * @param {Miai.State} state
 * @param {number | null} left milliseconds
 * @param {string} timeZone
 */
function waitingWords(state, left, timeZone) {
  if (state.game.status !== "running" || left === 0) return "";
  const now = Date.now();
  return waitingForAway(state, left, now, (at) => clockTime(new Date(at).toISOString(), timeZone, now));
}

/**
 * The text that says what will happen when the time is up.
 * @param {Miai.State} state
 * @param {number | null} left milliseconds
 * @param {Miai.BoardModule["timeUp"]} [timeUp] in the game's own words
 * @param {string} [timeZone]
 */
export function timeUpWords({ game, latest, log, seats, you, clock }, left, timeUp, timeZone = "") {
  if (game.status === "finished") {
    // The turn in which the players agreed to end the game was not played.
    const turns = latest.outcome?.reason === "agreement" ? latest.turn - 1 : latest.turn;
    return latest.sealed || log.some((entry) => "sealed" in entry && entry.sealed)
      ? npgettext("of all players at once", "after %(count)s turn", "after %(count)s turns", turns)
      : npgettext("of one player", "after %(count)s turn", "after %(count)s turns", turns);
  }
  if (game.status === "cancelled") return gettext("without a result");
  if (isFromFile({ game })) return gettext("The game was not over when this file was made.");
  if (game.status === "paused" && clock?.resumes_at) {
    const time = clockTime(clock.resumes_at, timeZone, Date.now());
    return you?.may.includes("seal")
      ? gettext("Paused by the players until %(time)s. You can still choose.", { time })
      : gettext("Paused by the players until %(time)s.", { time });
  }
  if (game.status === "paused") return you?.may.includes("seal") ? gettext("Paused. You can still choose.") : gettext("Paused.");
  if (left === 0) return latest.sealed ? gettext("Revealing…") : gettext("Time is up…");
  if (!latest.sealed) {
    const own = left === null ? undefined : timeUp?.(latest, seats, game.options);
    if (own) return own;
    const name = seats[latest.awaiting[0] ?? -1]?.name ?? "";
    return isOnTurn(latest) ? gettext("%(name)s to play", { name }) : "";
  }
  if (clock.put_off) return gettext("extended; ends once all have chosen");
  const early = endsWhenComplete({ clock, game });
  if (left === null) return early ? gettext("No timer: moves are revealed once all have chosen.") : gettext("No timer.");
  return early ? gettext("or sooner, once all have chosen") : gettext("until the reveal");
}
