/** Opening a table: the server says in a sentence what is filled in, while it is filled in. */

import { byId } from "../ui/dom.js";
import { announcer } from "../ui/live.js";
import { followUsual, mountEditors } from "../ui/option-editors.js";

const PAUSE = 350;
const tellMeaning = announcer();
/** @type {number | undefined} */
let waiting;
let asked = 0;

const form = () => /** @type {HTMLFormElement} */ (byId("open-form"));

async function check() {
  const mine = ++asked;
  const body = new FormData(form());
  body.set("do", "check");
  try {
    const response = await fetch(form().action, { method: "POST", headers: { "Miai-Part": "1" }, body });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById("open-form");
    if (fresh && mine === asked) show(fresh);
  } catch {
    // The button that opens the table asks the server in any case.
  }
}

/** @param {HTMLElement} fresh the form as the server sees it */
function show(fresh) {
  const game = (/** @type {HTMLElement} */ of) => of.querySelector("[name=shown]")?.getAttribute("value");
  if (game(fresh) !== game(form())) {
    const focused = document.activeElement?.id;
    form().replaceWith(fresh);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    arrange();
  } else {
    const focused = document.activeElement?.id;
    const summary = fresh.querySelector("#summary");
    if (summary) byId("summary").replaceWith(summary);
    if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }
  byId("check").hidden = true;
  tellMeaning(byId("summary").querySelector(".summary-sentence")?.textContent ?? "");
}

/** Shows only what matters for what is chosen: another duration needs a number and a unit. */
function arrange() {
  const timer = form().querySelector("[name=timer]");
  const custom = form().querySelector(".custom-timer");
  if (timer instanceof HTMLSelectElement && custom instanceof HTMLElement) {
    custom.hidden = timer.value !== "custom";
  }
  byId("check").hidden = true;
  followUsual(form());
  mountEditors(form()).catch(() => {});
}

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof Element) || !target.closest("#open-form")) return;
  arrange();
  clearTimeout(waiting);
  waiting = setTimeout(check, PAUSE);
});
arrange();
