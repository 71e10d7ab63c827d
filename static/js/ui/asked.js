/** Calls a member who is asked about a game that they wished for, whichever page they have open: there is little time to answer. */

import { interrupt } from "../dom/live.js";
import { soundBox } from "./sounds.js";

/** After so many milliseconds a member who has not answered is called again. By then others are asked in their place, too. */
const AGAIN = 20_000;
/** How often they are called. */
const CALLS = 3;

/**
 * Returns a function to be told whether the member is asked. They hear it and, where the page does
 * not show the game itself, see it in a banner.
 * @param {boolean} sounds whether the member wants sounds
 * @returns {(asked: boolean) => void}
 */
export function callWhoIsAsked(sounds) {
  const box = sounds ? soundBox(() => true) : null;
  const banner = document.getElementById("asked-banner");
  let calls = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function call() {
    calls += 1;
    box?.play("asked");
    if (banner) interrupt(banner.querySelector("p")?.textContent ?? "");
    if (calls < CALLS) timer = setTimeout(call, AGAIN);
  }

  return (asked) => {
    banner?.toggleAttribute("hidden", !asked);
    if (!asked) {
      clearTimeout(timer);
      calls = 0;
    } else if (!calls) {
      call();
    }
  };
}
