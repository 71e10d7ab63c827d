/** Points in time, written by the server in UTC, shown in the viewer's own zone. */

import { gettext, language } from "../core/language.js";

/** @type {{[style: string]: Intl.DateTimeFormatOptions}} */
const STYLES = {
  both: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
  date: { day: "numeric", month: "long", year: "numeric" },
  time: { hour: "2-digit", minute: "2-digit" },
};

/** @type {[number, Intl.RelativeTimeFormatUnit][]} */
const UNITS = [
  [86400, "day"],
  [3600, "hour"],
  [60, "minute"],
];

/** Seconds that the clocks of browser and server may differ by. */
const CLOCKS_DIFFER = 10;

/**
 * Shows every `<time data-moment>` inside the element; doing it again changes nothing.
 * @param {Document | Element} root
 */
export function showMoments(root) {
  const zone = document.documentElement.dataset.timeZone ?? "";
  for (const time of root.querySelectorAll("time[data-moment]")) {
    const element = /** @type {HTMLTimeElement} */ (time);
    element.textContent = momentInWords(element.dateTime, element.dataset.moment ?? "both", zone, Date.now());
    element.title = momentInWords(element.dateTime, "both", zone, Date.now());
  }
}

/**
 * @param {string} moment RFC 3339
 * @param {string} style `both`, `date`, `time` or `ago`
 * @param {string} zone an IANA name; empty, or one this browser does not know: its own
 * @param {number} now milliseconds
 */
export function momentInWords(moment, style, zone, now) {
  const date = new Date(moment);
  if (style === "ago") return ago(date.getTime() - now);
  const format = { ...(STYLES[style] ?? STYLES["both"]) };
  try {
    return date.toLocaleString(language(), zone ? { ...format, timeZone: zone } : format);
  } catch {
    return date.toLocaleString(language(), format);
  }
}

/** @param {number} milliseconds from now; the past is negative */
function ago(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  if (Math.abs(seconds) < CLOCKS_DIFFER) return gettext("just now");
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  for (const [size, unit] of UNITS) {
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit);
  }
  return seconds < 0 ? gettext("just now") : gettext("in a moment");
}
