/**
 * The rematch below the result, for players: rendered by the server, kept up to date, and leads to
 * the new game.
 */

import { gettext } from "../core/language.js";
import { oneAtATime } from "../core/one-at-a-time.js";
import { paced } from "../core/pace.js";
import { isOver } from "../core/store.js";
import { announce, interrupt } from "../dom/live.js";
import { fetchInTime, noAnswer } from "../net/http.js";
import { REMATCH_CHANGED } from "../net/socket.js";
import { showMoments } from "./moments.js";
import { morph } from "./morphing.js";
import { refuse } from "./refusals.js";

const ASKING = { "Miai-Part": "1" };
/** How long to wait before asking again if the server did not answer, in milliseconds. */
const SOON = 10_000;

/**
 * @param {HTMLElement} element
 * @param {string} address where the server renders the rematch
 */
export function mountRematch(element, address) {
  let asked = false;
  /** Whether the player on this page waits for the rematch to begin. */
  let waits = false;
  let title = "";
  /** How many requests have begun, and the number of the first whose answer is not yet out of date. */
  let begun = 0, current = 0;
  const refresh = () => load(address).catch(() => soon(SOON));
  const soon = paced(refresh);

  /**
   * @param {string} address
   * @param {RequestInit} [request]
   */
  async function load(address, request = {}) {
    const mine = ++begun;
    const response = await fetchInTime(address, { ...request, headers: ASKING });
    if (response.status === 404) return; // somebody else holds the seat now
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById("rematch-part");
    if (!fresh) throw new Error("busy");
    if (!request.method && mine < current) return;
    current = request.method ? begun + 1 : mine; // what was asked before the own answer may not know it
    const { game } = fresh.dataset;
    if (game && waits) return location.assign(game);
    waits = "waits" in fresh.dataset;
    if (element.firstElementChild) morph(/** @type {HTMLElement} */ (element.firstElementChild), fresh, { keepRefusal: false });
    else element.append(fresh);
    showMoments(element);
    const now = element.querySelector(".rematch-title")?.textContent ?? "";
    if (now !== title) announce(now);
    title = now;
    const trouble = element.querySelector("#rematch-trouble");
    if (trouble instanceof HTMLElement) interrupt(trouble.innerText);
  }

  const answer = oneAtATime(async (/** @type {HTMLFormElement} */ form, /** @type {HTMLElement | null} */ pressed) => {
    try {
      await load(form.action, { method: "POST", body: new FormData(form, pressed) });
    } catch (error) {
      const words = error instanceof TypeError ? noAnswer() : gettext("The site cannot do that just now. Try again in a moment.");
      if (pressed) refuse(pressed, words);
    }
  });

  element.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if ("leaves" in form.dataset) return;
    event.preventDefault();
    answer(form, event.submitter);
  });
  document.addEventListener(REMATCH_CHANGED, () => asked && soon(0));

  return {
    /** @param {Miai.State} state */
    update(state) {
      if (asked || !isOver(state) || (state.you?.seat ?? null) === null) return;
      asked = true;
      refresh();
    },
  };
}
