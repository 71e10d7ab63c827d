/** For moderators: the number of waiting reports, at the top of every page, live in all tabs. */

import { shaped } from "../core/json.js";
import { ngettext } from "../core/language.js";
import { paced } from "../core/pace.js";
import { announce } from "../dom/live.js";
import { readJsonAt } from "../net/http.js";
import { NOTICES_CHANGED } from "../net/socket.js";

/** The least time between two requests, in milliseconds, since notices of games change often. */
const REST = 2_000;

/** Follows the count; does nothing on pages of members who are not moderators. */
export function followReports() {
  const link = document.getElementById("reports-waiting");
  const count = document.getElementById("reports-waiting-count");
  const words = document.getElementById("reports-waiting-words");
  if (!link || !count || !words) return;
  const address = link.dataset["address"] ?? "";
  let waiting = Number(count.textContent);

  async function refresh() {
    const now = /** @type {{waiting: number}} */ (shaped(await readJsonAt(address), { waiting: "number" }));
    const text = ngettext("%(count)s report waits for you", "%(count)s reports wait for you", now.waiting);
    /** @type {HTMLElement} */ (count).textContent = String(now.waiting);
    /** @type {HTMLElement} */ (words).textContent = text;
    /** @type {HTMLElement} */ (link).hidden = !now.waiting;
    if (now.waiting > waiting) announce(text);
    waiting = now.waiting;
  }

  const soon = paced(() => void refresh().catch(() => {})); // the next hint asks again
  document.addEventListener(NOTICES_CHANGED, () => soon(REST));
}
