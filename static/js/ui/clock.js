/** The clock: which turn it is, the time left, and what happens when it ends. */

import { waitingForAway } from "../core/away.js";
import { gettext, npgettext, pgettext } from "../core/language.js";
import { overdue } from "../core/overdue.js";
import { endsWhenComplete, isFromFile, isOver } from "../core/store.js";
import { clockTime, countdown, deadlineTime, timeLeft } from "../core/time.js";
import { el, say } from "./dom.js";
import { interrupt } from "./live.js";
import { isOnTurn } from "./seats.js";

const TICK = 200;
const LAST_SECONDS = 10;
/** How much of the time of a turn without a timer is left when it is shown, in milliseconds. */
const LAST_HOUR = 3_600_000;

/**
 * @param {HTMLElement} element
 * @param {object} callbacks
 * @param {(left: number) => void} callbacks.onSecond each of the last ten seconds
 * @param {() => void} callbacks.onOverdue the time was up a while ago, and nothing came of it
 * @param {Miai.BoardModule["timeUp"]} callbacks.timeUp what happens at the end, in the game's words
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
 * The deadline as a time of day, while it is far enough away and the clock runs.
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
 * The milliseconds left that are shown; null: none are. Without a timer there is no hurry, until
 * anyone who does nothing is about to miss the turn.
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
  // A file has no turn that is played while one looks at another.
  const shown = isFromFile({ game }) ? (past ?? latest) : latest;
  if (shown.phase === "counting") return gettext("Counting");
  const number = shown.turn;
  return shown.sealed
    ? pgettext("of all players at once", "Turn %(number)s", { number })
    : pgettext("of one player", "Turn %(number)s", { number });
}

/**
 * That the turn waits for nobody but players who are away, and for how long; empty: it does not, or
 * its time is up or stands still.
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
 * What will happen when the time is up.
 * @param {Miai.State} state
 * @param {number | null} left milliseconds
 * @param {Miai.BoardModule["timeUp"]} [timeUp] in the game's own words
 * @param {string} [timeZone]
 */
export function timeUpWords({ game, latest, log, seats, you, clock }, left, timeUp, timeZone = "") {
  if (game.status === "finished") {
    // The turn in which the players agreed was not played.
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
