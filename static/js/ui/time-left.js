/** Countdowns to deadlines, in elements `<time data-deadline>`. */

import { pgettext } from "../core/language.js";
import { countdown } from "../core/time.js";
import { say } from "../dom/elements.js";

/** A deadline nearer than this is marked, in milliseconds. */
const SOON = 60_000;

/**
 * @param {ParentNode} root
 * @param {number} now the server's time in milliseconds
 */
export function showTimeLeft(root, now) {
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (root.querySelectorAll("time[data-deadline]"))) {
    const left = Date.parse(time.dateTime) - now;
    say(time, left > 0 ? countdown(left) : pgettext("instead of the time left", "now"));
    time.toggleAttribute("data-soon", left < SOON);
  }
}
