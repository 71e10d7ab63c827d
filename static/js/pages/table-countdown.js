/** The seconds until a table's game starts, by the server's clock. Only the server starts it. */

import { overdue } from "../core/overdue.js";
import { betterOffset, timeLeft } from "../core/time.js";
import { byId, say } from "../dom/elements.js";

const TICK = 100;

/**
 * @param {() => void} onOverdue called if the countdown has ended without news from the server
 */
export function countdown(onOverdue) {
  /** @type {number | null} */
  let offset = null;
  const asksNow = overdue();

  setInterval(() => {
    const startsAt = byId("table-now").dataset["startsAt"];
    const number = document.querySelector("[data-countdown]");
    if (!startsAt || !number) return;
    const clock = { deadline: startsAt, time_left: null, paused: false, resumes_at: null };
    const left = timeLeft(clock, offset ?? 0, Date.now()) ?? 0;
    say(number, String(Math.ceil(left / 1000)));
    if (asksNow(left === 0, Date.now())) onOverdue();
  }, TICK);

  return {
    /** @param {string | undefined} now the server's time, as it came */
    heard(now) {
      if (now) offset = betterOffset(offset, now, Date.now());
    },
  };
}
