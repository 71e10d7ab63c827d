/**
 * The bell on every page: the number of unread notices, live in all tabs. The page of a game, a
 * table or a notice marks its notices as read when the member looks at it.
 */

import { gettext, ngettext } from "../core/language.js";
import { paced } from "../core/pace.js";
import { announce } from "../dom/live.js";
import { post, readJsonAt } from "../net/http.js";
import { NOTICES_CHANGED, openSocket } from "../net/socket.js";
import { closeRead, countOnIcon } from "./device.js";
import { followNews } from "./news.js";
import { countInTitle } from "./title-count.js";

/** The least time between two requests, in milliseconds, since fast games change a lot. */
const REST = 1_000;

/** Follows the notices of the member who is logged in; does nothing for visitors. */
export function followNotices() {
  const bell = document.getElementById("bell");
  if (!bell) return;
  const { game = "", table = "", notice = "", state = "", opened = "", socket } = bell.dataset;
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector(".member-menu [name=csrfmiddlewaretoken]"))?.value ?? "";
  const place = new URLSearchParams({ game, table, notice });
  let unread = Number(bell.dataset["unread"]);
  /** Whether this page has unread notices, according to the server's last answer. */
  let here = "here" in bell.dataset;
  let asking = false;
  let again = false;

  /** Marks as read; `keepalive` finishes the request even after the page is left. */
  const read = () => post(`${opened}?${place}`, {}, token, { keepalive: true });

  async function refresh() {
    again = asking;
    if (asking) return;
    asking = true;
    const reads = here && !document.hidden;
    const before = here;
    here = false;
    try {
      show(await (reads ? read() : readJsonAt(`${state}?${place}`)));
    } catch {
      here ||= before; // the next hint, or the next look, asks again
    }
    asking = false;
    if (again || (!reads && here && !document.hidden)) await refresh();
    else if (reads && here) soon(REST); // a notice was being written at the same time
  }

  const hideRead = followNews((key) => post(`${opened}?notice=${key}`, {}, token));

  /** @param {{unread: number, here: number, owed: number, news: number[]}} now */
  function show(now) {
    hideRead(now.news);
    here ||= now.here > 0;
    const count = now.unread + (document.hidden ? now.here : 0); // a visible page is being read
    const more = count > unread;
    unread = count;
    const words = unread ? ngettext("Notifications, %(count)s unread", "Notifications, %(count)s unread", unread) : gettext("Notifications");
    for (const [id, text] of [["bell-words", words], ["bell-count", String(unread)]]) {
      const element = document.getElementById(/** @type {string} */ (id));
      if (element) element.textContent = /** @type {string} */ (text);
    }
    document.getElementById("bell-count")?.toggleAttribute("hidden", !unread);
    for (const link of document.querySelectorAll(".next-game")) link.toggleAttribute("hidden", !now.owed);
    tellDevice(unread);
    if (more) announce(words);
  }

  /** Marks as read when the member leaves: they saw the page, even if the notice was not announced yet. */
  function leave() {
    if ((game || table || notice) && !document.hidden) void read().catch(() => {});
    here = false;
  }

  const soon = paced(refresh);
  document.addEventListener(NOTICES_CHANGED, () => soon(REST));
  document.addEventListener("visibilitychange", () => document.hidden || soon(REST));
  window.addEventListener("pagehide", leave);
  tellDevice(unread);
  if (here) soon(0);
  if (socket) openSocket(socket, { onEvent() {}, onChange() {}, greeting: () => ({ type: "changes.ask" }) });
}

/**
 * Shows the number of unread notices in the title and on the icon, and closes the device's
 * notifications that have been read.
 * @param {number} unread
 */
function tellDevice(unread) {
  countInTitle(unread);
  countOnIcon(unread);
  void closeRead().catch(() => {}); // the next change asks again
}
