/** Times of day beside events; they also name the day once it is over. */

import { clockTime } from "../core/time.js";
import { el, say } from "../dom/elements.js";

const MINUTE = 60_000;

/**
 * @param {string} moment RFC 3339
 * @param {string} timeZone an IANA name; empty: the browser's own
 * @param {string} [className]
 */
export function clockTimeElement(moment, timeZone, className = "") {
  const time = el("time", { datetime: moment, "data-clock": timeZone, class: className || null });
  show(time);
  return time;
}

/**
 * Keeps the times inside an element up to date.
 * @param {Element} element
 */
export function keepClockTimes(element) {
  setInterval(() => element.querySelectorAll("time[data-clock]").forEach(show), MINUTE);
}

/** @param {Element} time */
function show(time) {
  const { dateTime, dataset } = /** @type {HTMLTimeElement} */ (time);
  say(time, clockTime(dateTime, dataset.clock ?? "", Date.now()));
}
