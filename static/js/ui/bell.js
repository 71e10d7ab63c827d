/**
 * The bell of every page: how much is unread, live in all tabs. A page of a game or of a table says
 * that its notices are read when somebody looks at it.
 */

import { gettext, ngettext } from "../core/language.js";
import { paced } from "../core/pace.js";
import { post, readJsonAt } from "../net/http.js";
import { NOTICES_CHANGED, openSocket } from "../net/socket.js";
import { announce } from "./live.js";
import { countInTitle } from "./title-count.js";

/** Games may go on quickly: what they change is asked for so often at most, in milliseconds. */
const REST = 1_000;

/** Follows the notices of the member whose page this is; does nothing for visitors. */
export function followNotices() {
  const bell = document.getElementById("bell");
  if (!bell) return;
  const { game = "", table = "", state = "", opened = "", socket } = bell.dataset;
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector(".member-menu [name=csrfmiddlewaretoken]"))?.value ?? "";
  const here = new URLSearchParams({ game, table });
  let unread = Number(bell.dataset["unread"]);
  /** Whether there may be something to read on this page. */
  let isNew = "here" in bell.dataset;
  let asking = false;
  let again = false;

  async function refresh() {
    again = asking;
    if (asking) return;
    asking = true;
    const reads = isNew && Boolean(game || table) && !document.hidden;
    if (reads) isNew = false;
    try {
      show(await (reads ? post(`${opened}?${here}`, {}, token) : readJsonAt(`${state}?${here}`)));
    } catch {
      isNew ||= reads; // the next hint, or the next look, asks again
    }
    asking = false;
    if (again) await refresh();
  }

  /** @param {{unread: number, owed: number}} now */
  function show(now) {
    const more = now.unread > unread;
    unread = now.unread;
    const words = unread ? ngettext("Notices, %(count)s unread", "Notices, %(count)s unread", unread) : gettext("Notices");
    for (const [id, text] of [["bell-words", words], ["bell-count", String(unread)]]) {
      const element = document.getElementById(/** @type {string} */ (id));
      if (element) element.textContent = /** @type {string} */ (text);
    }
    document.getElementById("bell-count")?.toggleAttribute("hidden", !unread);
    for (const link of document.querySelectorAll(".next-game")) link.toggleAttribute("hidden", !now.owed);
    countInTitle(unread);
    if (more) announce(words);
  }

  /** Somebody who goes on quickly has seen it as well. */
  function leave() {
    if (!isNew || !(game || table) || document.hidden) return;
    isNew = false;
    void fetch(`${opened}?${here}`, { method: "POST", headers: { "X-CSRFToken": token }, keepalive: true }).catch(() => {});
  }

  const soon = paced(refresh);
  document.addEventListener(NOTICES_CHANGED, () => {
    isNew = true;
    soon(REST);
  });
  document.addEventListener("visibilitychange", () => document.hidden || soon(REST));
  window.addEventListener("pagehide", leave);
  countInTitle(unread);
  if (isNew) soon(0);
  if (socket) openSocket(socket, { onEvent() {}, onChange() {}, greeting: () => ({ type: "changes.ask" }) });
}
