/** Shows times, which the server writes in UTC, in the viewer's own time zone. */

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

/** The clocks of browser and server may differ by this many seconds. */
const CLOCKS_DIFFER = 10;

/**
 * Fills in every `<time data-moment>` inside the element, and hides each `data-until` whose time
 * then reads like the one before it. It can safely be called again.
 * @param {Document | Element} root
 */
export function showMoments(root) {
  const zone = document.documentElement.dataset.timeZone ?? "";
  for (const time of root.querySelectorAll("time[data-moment]")) {
    const element = /** @type {HTMLTimeElement} */ (time);
    element.textContent = momentInWords(element.dateTime, element.dataset.moment ?? "both", zone, Date.now());
    element.title = momentInWords(element.dateTime, "both", zone, Date.now());
  }
  for (const until of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-until]"))) {
    const from = until.parentElement?.querySelector("time")?.textContent;
    until.hidden = from === until.querySelector("time")?.textContent;
  }
}

/**
 * @param {string} moment RFC 3339
 * @param {string} style `both`, `date`, `time` or `ago`
 * @param {string} zone an IANA name; if empty or unknown to this browser, its own zone
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

/** A time relative to now, in words. @param {number} milliseconds from now; negative for the past */
function ago(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  if (Math.abs(seconds) < CLOCKS_DIFFER) return gettext("just now");
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  for (const [size, unit] of UNITS) {
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit);
  }
  return seconds < 0 ? gettext("just now") : gettext("in a moment");
}
