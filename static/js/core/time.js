/** The offset to the server's clock, and times and durations in words. No DOM. */

import { gettext, language, ngettext } from "./language.js";

/** If a sample differs by more than this, in milliseconds, one of the clocks was changed. */
const CLOCK_WAS_SET = 2000;

/**
 * An improved estimate of the server's clock minus this one, in milliseconds. A message arrives
 * some time after it was written, so the largest difference seen is the most accurate.
 * @param {number | null} known the estimate so far
 * @param {string} serverTime
 * @param {number} received this clock's time in milliseconds when the message came
 */
export function betterOffset(known, serverTime, received) {
  const sample = Date.parse(serverTime) - received;
  if (known === null || Math.abs(sample - known) > CLOCK_WAS_SET) return sample;
  return Math.max(known, sample);
}

/**
 * The milliseconds left until the deadline, never below 0; null if there is no deadline.
 * @param {Pick<Miai.Clock, "deadline" | "time_left" | "paused">} clock
 * @param {number} offset the server's clock minus this one
 * @param {number} now this clock's time in milliseconds
 */
export function timeLeft(clock, offset, now) {
  if (clock.paused && clock.time_left !== null) return clock.time_left * 1000;
  if (clock.deadline === null) return null;
  return Math.max(0, Date.parse(clock.deadline) - (now + offset));
}

/**
 * A countdown as people read it: `0:07`, `12:30`, `3 h 20 min`, `2 days 4 h`.
 * @param {number} milliseconds rounded up to whole seconds
 */
export function countdown(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return gettext("%(hours)s h %(minutes)s min", { hours, minutes: minutes % 60 });
  const days = Math.floor(hours / 24);
  return ngettext("%(count)s day %(hours)s h", "%(count)s days %(hours)s h", days, { hours: hours % 24 });
}

/**
 * A whole duration in words: `45 seconds`, `1 minute`, `2 days`.
 * @param {number} seconds
 */
export function duration(seconds) {
  /** @type {[number, string][]} */
  const units = [
    [86400, "day"],
    [3600, "hour"],
    [60, "minute"],
    [1, "second"],
  ];
  const words = [];
  for (const [size, name] of units) {
    const times = Math.floor(seconds / size);
    if (times > 0) words.push(inUnits(times, name));
    seconds -= times * size;
  }
  return words.slice(0, 2).join(" ") || inUnits(0, "second");
}

/**
 * `2 days`, in the page's language.
 * @param {number} times
 * @param {string} unit as `Intl` names it
 */
function inUnits(times, unit) {
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long" }).format(times);
}

/**
 * A moment in the viewer's time zone: the time of day, and the date too unless it is today.
 * @param {string} moment
 * @param {string} timeZone an IANA name; if empty or unknown to this browser, its own zone
 * @param {number} now milliseconds
 */
export function clockTime(moment, timeZone, now) {
  const date = new Date(moment);
  const { day, hour, shortDay } = formatsOf(timeZone);
  const time = hour.format(date);
  return day.format(date) === day.format(now) ? time : `${shortDay.format(date)}, ${time}`;
}

/** With at least this much time left, in milliseconds, a deadline is also shown as a time of day. */
const FAR = 10 * 60_000;
/** From this distance on, in milliseconds, the name of a weekday would be ambiguous. */
const SAME_DAY_AGAIN = 6 * 24 * 3600_000;

/**
 * A deadline in the viewer's time zone: `18:00` today, `Tue 18:00` within a week, else
 * `24 Nov, 18:00`. Empty if it is so near that the countdown is enough.
 * @param {number} deadline milliseconds, on this clock
 * @param {string} timeZone an IANA name; if empty or unknown to this browser, its own zone
 * @param {number} now milliseconds
 */
export function deadlineTime(deadline, timeZone, now) {
  if (deadline - now < FAR) return "";
  const { day, hour, weekday } = formatsOf(timeZone);
  if (day.format(deadline) === day.format(now)) return hour.format(deadline);
  if (deadline - now < SAME_DAY_AGAIN) return `${weekday.format(deadline)} ${hour.format(deadline)}`;
  return clockTime(new Date(deadline).toISOString(), timeZone, now);
}

/**
 * A date as `Tue` if it is within a week, else as `24 Nov`.
 * @param {string} day such as `2026-11-24`
 * @param {number} now milliseconds
 */
export function dayName(day, now) {
  const { shortDay, weekday } = formatsOf("UTC");
  const noon = Date.parse(`${day}T12:00:00Z`);
  return Math.abs(noon - now) < SAME_DAY_AGAIN ? weekday.format(noon) : shortDay.format(noon);
}

/** Making a format costs far more than using it. @type {Map<string, ReturnType<typeof makeFormats>>} */
const formats = new Map();

/** @param {string} timeZone */
function formatsOf(timeZone) {
  const key = `${language()} ${timeZone}`;
  const made = formats.get(key) ?? formatsIn(timeZone);
  formats.set(key, made);
  return made;
}

/**
 * The formats in a time zone, or in the browser's own if it does not know the zone.
 * @param {string} timeZone
 */
function formatsIn(timeZone) {
  try {
    return makeFormats(timeZone ? { timeZone } : {});
  } catch {
    return makeFormats({});
  }
}

/** @param {Intl.DateTimeFormatOptions} zone */
function makeFormats(zone) {
  const format = (/** @type {Intl.DateTimeFormatOptions} */ options) =>
    new Intl.DateTimeFormat(language(), { ...zone, ...options });
  return {
    day: format({}),
    hour: format({ hour: "2-digit", minute: "2-digit" }),
    weekday: format({ weekday: "short" }),
    shortDay: format({ day: "numeric", month: "short" }),
  };
}
