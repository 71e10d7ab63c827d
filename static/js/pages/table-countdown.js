/** The seconds until a table's game starts, by the server's clock. The server alone starts it. */

import { betterOffset, timeLeft } from "../core/time.js";
import { byId, say } from "../ui/dom.js";

const TICK = 100;
/** A page that heard nothing so long after the end asks. */
const PATIENCE = 1500;

/**
 * @param {() => void} onOverdue the countdown has ended and nothing was heard
 */
export function countdown(onOverdue) {
  /** @type {number | null} */
  let offset = null;
  let overdue = 0;

  setInterval(() => {
    const startsAt = byId("table-now").dataset["startsAt"];
    const number = document.querySelector("[data-countdown]");
    if (!startsAt || !number) return;
    const clock = { deadline: startsAt, time_left: null, paused: false };
    const left = timeLeft(clock, offset ?? 0, Date.now()) ?? 0;
    say(number, String(Math.ceil(left / 1000)));
    if (left > 0) overdue = Date.now() + PATIENCE;
    else if (Date.now() > overdue) {
      overdue = Date.now() + PATIENCE;
      onOverdue();
    }
  }, TICK);

  return {
    /** @param {string | undefined} now the server's time, as it came */
    heard(now) {
      if (now) offset = betterOffset(offset, now, Date.now());
    },
  };
}
