/**
 * The bell on every page: the number of unread notices, live in all tabs. The page of a game, a
 * table or a notice marks its notices as read when the member looks at it.
 */

import { shaped } from "../core/json.js";
import { gettext, ngettext } from "../core/language.js";
import { paced } from "../core/pace.js";
import { announce } from "../dom/live.js";
import { post, readJsonAt } from "../net/http.js";
import { NOTICES_CHANGED, openSocket } from "../net/socket.js";
import { callToGame, callWhoIsAsked } from "./asked.js";
import { closeRead, countOnIcon } from "./device.js";
import { followNews } from "./news.js";
import { soundBox } from "./sounds.js";
import { countInTitle } from "./title-count.js";

/** The least time between two requests, in milliseconds, since fast games change a lot. */
const REST = 1_000;

/** What the server answers. @typedef {{unread: number, here: number, asked: number, begun?: string, owed: number, news: number[]}} Unread */

class Bell {
  #addresses;
  #token;
  #place;
  /** Whether this is the page of a game, a table or a notice. */
  #hasPlace;
  #unread;
  /** Whether this page has unread notices, according to the server's last answer. */
  #here;
  #asking = false;
  /** Whether to ask again as soon as the answer has come. */
  #again = false;
  #hideRead;
  #call;
  #callToGame;
  /** Asks soon; see `paced`. */
  soon = paced(() => this.#refresh());

  /** @param {HTMLElement} element */
  constructor({ dataset }) {
    const { game = "", table = "", notice = "", state = "", opened = "" } = dataset;
    this.#addresses = { state, opened };
    this.#token = /** @type {HTMLInputElement | null} */ (document.querySelector(".member-menu [name=csrfmiddlewaretoken]"))?.value ?? "";
    this.#place = new URLSearchParams({ game, table, notice });
    this.#hasPlace = Boolean(game || table || notice);
    this.#unread = Number(dataset["unread"]);
    this.#here = "here" in dataset;
    this.#hideRead = followNews((key) => post(`${opened}?notice=${key}`, {}, this.#token));
    const box = "sounds" in dataset ? soundBox(() => true) : null;
    this.#call = callWhoIsAsked(box);
    this.#callToGame = callToGame(box);
    this.#call("asked" in dataset);
    tellDevice(this.#unread);
    if (this.#here) this.soon(0);
  }

  /** Marks as read when the member leaves: they saw the page, even if the notice was not announced yet. */
  leave() {
    if (this.#hasPlace && !document.hidden) void this.#read().catch(() => {});
    this.#here = false;
  }

  /** Marks as read; `keepalive` finishes the request even after the page is left. */
  #read() {
    return post(`${this.#addresses.opened}?${this.#place}`, {}, this.#token, { keepalive: true });
  }

  async #refresh() {
    this.#again = this.#asking;
    if (this.#asking) return;
    this.#asking = true;
    const reads = this.#here && !document.hidden;
    const before = this.#here;
    this.#here = false;
    try {
      const answer = await (reads ? this.#read() : readJsonAt(`${this.#addresses.state}?${this.#place}`));
      this.#show(/** @type {Unread} */ (shaped(answer, { unread: "number", here: "number", asked: "number", news: "list" })));
    } catch {
      this.#here ||= before; // the next hint, or the next look, asks again
    }
    this.#asking = false;
    if (this.#again || (!reads && this.#here && !document.hidden)) await this.#refresh();
    else if (reads && this.#here) this.soon(REST); // a notice was being written at the same time
  }

  /** @param {Unread} now */
  #show(now) {
    this.#hideRead(now.news);
    this.#call(now.asked > 0);
    this.#callToGame(now.begun ?? ""); // the last release does not tell
    this.#here ||= now.here > 0;
    const count = now.unread + (document.hidden ? now.here : 0); // a visible page is being read
    const more = count > this.#unread;
    this.#unread = count;
    const words = count ? ngettext("Notifications, %(count)s unread", "Notifications, %(count)s unread", count) : gettext("Notifications");
    showCount(count, words);
    for (const link of document.querySelectorAll(".next-game")) link.toggleAttribute("hidden", !now.owed);
    tellDevice(count);
    if (more) announce(words);
  }
}

/** Follows the notices of the member who is logged in; does nothing for visitors. */
export function followNotices() {
  const element = document.getElementById("bell");
  if (!element) return;
  const bell = new Bell(element);
  document.addEventListener(NOTICES_CHANGED, () => bell.soon(REST));
  document.addEventListener("visibilitychange", () => document.hidden || bell.soon(REST));
  window.addEventListener("pagehide", () => bell.leave());
  const { socket } = element.dataset;
  if (socket) openSocket(socket, { onEvent() {}, onChange() {}, greeting: () => ({ type: "changes.ask" }) });
}

/**
 * Shows the number of unread notices beside the bell.
 * @param {number} unread
 * @param {string} words
 */
function showCount(unread, words) {
  const [number, label] = [document.getElementById("bell-count"), document.getElementById("bell-words")];
  if (label) label.textContent = words;
  if (!number) return;
  number.textContent = String(unread);
  number.toggleAttribute("hidden", !unread);
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
