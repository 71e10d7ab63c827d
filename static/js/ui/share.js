/** The menu "Share": keeps its links at the shown step, and fetches animations, which take a while. */

import { isObject } from "../core/json.js";
import { gettext } from "../core/language.js";
import { el, say } from "../dom/elements.js";
import { announce } from "../dom/live.js";
import { fetchInTime, noAnswer } from "../net/http.js";
import { refuse } from "./refusals.js";

/** How often to ask for the progress of an animation, in milliseconds. */
const PAUSE = 1_000;

/**
 * @param {HTMLElement | null} menu null on the page of a file, which has no address
 * @param {{address: string, look: string}} options the game's address, and the look of its board
 */
export function mountShare(menu, { address, look }) {
  const find = (/** @type {string} */ id) => /** @type {HTMLElement | null} */ (menu?.querySelector(`#${id}`) ?? null);
  const link = find("copy-step");
  const picture = /** @type {HTMLAnchorElement | null} */ (find("step-picture"));
  const animation = /** @type {HTMLButtonElement | null} */ (find("whole-animation"));
  const board = look === "wood" ? "" : `board=${look}`;
  let last = 0;
  if (animation) {
    animation.hidden = false;
    const words = animation.querySelector("span")?.textContent ?? "";
    animation.addEventListener("click", () => fetchAnimation(animation, words, `${address}animation.webp?to=${last}&${board}`));
  }
  return {
    /** @param {Miai.State} state */
    update({ past, latest }) {
      const { step } = past ?? latest;
      last = latest.step;
      if (link) link.dataset["copy"] = `${address}?step=${step}`;
      if (!picture) return;
      picture.href = `${address}steps/${step}.png?${board}`;
      picture.download = `miai-${step}.png`;
    },
  };
}

/**
 * Waits until a worker has made the animation, and has the browser download it.
 * @param {HTMLButtonElement} pressed
 * @param {string} words the button's usual label
 * @param {string} address
 */
async function fetchAnimation(pressed, words, address) {
  const label = pressed.querySelector("span");
  if (!label || pressed.getAttribute("aria-busy") === "true") return;
  pressed.setAttribute("aria-busy", "true");
  refuse(pressed, "");
  announce(gettext("The animation is being made."));
  const trouble = await waitForAnimation(address, (done, of) => say(label, gettext("Animation: %(done)s of %(of)s", { done, of })));
  pressed.removeAttribute("aria-busy");
  say(label, words);
  if (trouble) return refuse(pressed, trouble);
  announce(gettext("The animation is ready."));
  el("a", { href: address, download: "miai.webp" }).click();
}

/**
 * Waits for the animation. Resolves to the reason if it cannot be made, else to an empty string.
 * @param {string} address
 * @param {(done: number, of: number) => void} tell
 * @returns {Promise<string>}
 */
async function waitForAnimation(address, tell) {
  try {
    for (;;) {
      const response = await fetchInTime(address, { credentials: "omit" });
      if (response.ok && response.status !== 202) return "";
      /** @type {unknown} */
      const said = await response.json();
      if (!isObject(said)) return noAnswer();
      if (response.status !== 202) return String(said["message"]);
      tell(Number(said["done"]), Number(said["of"]));
      await new Promise((next) => setTimeout(next, PAUSE));
    }
  } catch {
    return noAnswer();
  }
}
