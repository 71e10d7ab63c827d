/**
 * Calls a member who is asked about a game that they wished for, or whose live game begins,
 * whichever page they have open: there is little time.
 */

import { interrupt } from "../dom/live.js";

/** @typedef {Pick<ReturnType<typeof import("./sounds.js").soundBox>, "play"> | null} Box */

/** After so many milliseconds a member who has not answered is called again. By then others are asked in their place, too. */
const AGAIN = 20_000;
/** How often they are called. */
const CALLS = 3;

/**
 * Returns a function to be told whether the member is asked. They hear it and, where the page does
 * not show the game itself, see it in a banner.
 * @param {Box} box null if the member wants no sounds
 * @returns {(asked: boolean) => void}
 */
export function callWhoIsAsked(box) {
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

/**
 * Returns a function to be told the address of a live game that has begun without the member; empty:
 * none has. They see it in a banner with a link; a game that begins while the page is open they hear.
 * @param {Box} box null if the member wants no sounds
 * @returns {(begun: string) => void}
 */
export function callToGame(box) {
  const banner = document.getElementById("begun-banner");
  const link = banner?.querySelector("a");
  let known = link?.getAttribute("href") ?? "";

  return (begun) => {
    if (!banner || !link || begun === known) return;
    known = begun;
    banner.hidden = !begun;
    if (!begun) return;
    link.href = begun;
    box?.play("asked");
    interrupt(banner.querySelector("p")?.textContent ?? "");
  };
}
