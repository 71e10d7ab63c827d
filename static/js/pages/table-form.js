/** The form that opens a table: the server describes in a sentence what is filled in so far. */

import { byId } from "../dom/elements.js";
import { announcer } from "../dom/live.js";
import { fetchInTime } from "../net/http.js";
import { knowZone } from "../ui/browser-zone.js";
import { keepChoice, morph } from "../ui/morphing.js";
import { followUsual, mountEditors } from "../ui/option-editors.js";

const PAUSE = 350;
const tellMeaning = announcer();
/** @type {number | undefined} */
let waiting;
let asked = 0;
/** The last question to the server; the next one is asked when it has been answered. */
let asking = Promise.resolve();
/** The names of fields that were changed since the server was asked. @type {Set<string>} */
const changed = new Set();

const form = () => /** @type {HTMLFormElement} */ (byId("open-form"));

/**
 * Asks the server what the form means, once earlier questions are answered.
 * @param {HTMLElement | null} [preset] the button of a usual way to play, which fills the form
 */
function check(preset = null) {
  const mine = ++asked;
  // Only the last form matters, but every way to play that was pressed is filled in.
  const isNeeded = () => preset !== null || mine === asked;
  asking = asking.then(() => (isNeeded() ? ask(preset, isNeeded) : undefined));
}

/**
 * @param {HTMLElement | null} preset
 * @param {() => boolean} isNeeded whether the answer still matters
 */
async function ask(preset, isNeeded) {
  const body = new FormData(form(), preset);
  body.set("do", "check");
  changed.clear();
  try {
    const response = await fetchInTime(form().action, { method: "POST", headers: { "Miai-Part": "1" }, body });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById("open-form");
    // Redrawing would move the button under the pointer and lose the press.
    while (byId("summary").querySelector("button:active")) await new Promise((done) => setTimeout(done, PAUSE));
    if (fresh && isNeeded()) show(fresh, preset !== null);
  } catch {
    // No harm done: the button that opens the table asks the server in any case.
  }
}

/**
 * @param {HTMLElement} fresh the form as the server sees it
 * @param {boolean} filled whether the server has filled in fields
 */
function show(fresh, filled) {
  const game = (/** @type {HTMLElement} */ of) => of.querySelector("[name=shown]")?.getAttribute("value");
  if (filled || game(fresh) !== game(form())) {
    const focused = document.activeElement?.id;
    for (const field of form().querySelectorAll("input, select, textarea")) {
      if (changed.has(field.getAttribute("name") ?? "")) keepChoice(field, fresh);
    }
    for (const { id } of form().querySelectorAll("details[open][id]")) fresh.querySelector(`#${id}`)?.setAttribute("open", "");
    form().replaceWith(fresh);
    knowZone(fresh);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    arrange();
  } else {
    for (const part of fresh.querySelectorAll("#summary, .preset")) morph(byId(part.id), /** @type {HTMLElement} */ (part), { keepRefusal: false });
  }
  hideCheck();
  tellMeaning(byId("summary").querySelector(".summary-sentence")?.textContent ?? "");
}

/** The preview is kept up to date without its button, which is not there beside a like table. */
function hideCheck() {
  const button = document.getElementById("check");
  if (button) button.hidden = true;
}

/**
 * Sets up the form's own scripts: the preview, the limits that depend on the board, and the editors
 * of boards.
 */
function arrange() {
  hideCheck();
  followUsual(form());
  mountEditors(form()).catch(() => {});
}

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof Element) || !target.closest("#open-form")) return;
  changed.add(target.getAttribute("name") ?? "");
  arrange();
  clearTimeout(waiting);
  waiting = setTimeout(() => check(), PAUSE);
});
document.addEventListener("submit", (event) => {
  clearTimeout(waiting);
  const preset = /** @type {HTMLElement | null} */ (event.submitter);
  if (!preset?.matches(".preset")) return;
  event.preventDefault();
  check(preset);
});
arrange();
// A browser that comes back to the page, or loads it again, fills in what was chosen before, but the
// page shows the fields and the sentence of an empty form.
addEventListener("pageshow", () => {
  const [came] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (came?.type !== "navigate") check();
});
