/**
 * A part of a page that follows the server: on a hint the page fetches it again and changes only
 * what differs. Choices, opened elements and the focus are kept; so is the reason for a refusal
 * (`data-refusal`), until the next try.
 */

import { gettext } from "../core/language.js";
import { paced } from "../core/pace.js";
import { byId } from "../dom/elements.js";
import { toast } from "../dom/toast.js";
import { fetchInTime, noAnswer } from "../net/http.js";
import { openSocket } from "../net/socket.js";
import { showMoments } from "../ui/moments.js";
import { morph } from "../ui/morphing.js";
import { refuse, stand } from "../ui/refusals.js";

const ASKING = { "Miai-Part": "1" };
/** Somewhere a turn ends all the time, so such changes are fetched at most this often. */
const REST = 3_000;
/**
 * The pause before a page without a socket, such as a visitor's, fetches again; also the pause
 * after a failure.
 */
const SOON = 10_000;
/** The longest pause while nothing changes. */
const SELDOM = 60_000;
/**
 * For this long after it shows what a press has done, in milliseconds, the part takes no other: it
 * was meant for what was there before.
 */
const SETTLES = 600;
const TAKES_NO_PRESS = { pointerEvents: "none" };

/**
 * @typedef {object} Callbacks
 * @property {(root: HTMLElement) => void} onChange called at the start and after every change
 * @property {(now: string) => void} [onNow] called with the server's time
 */

/** The element that follows the server. */
class LivePart {
  #id;
  #onChange;
  #asking = false;
  /** Whether to fetch again as soon as the answer has come. */
  #again = false;
  /** The number of forms sent, to recognize an answer that shows the state before one of them. */
  #sent = 0;
  /** The forms that are being sent, so that a double tap sends nothing twice. @type {Map<string, HTMLFormElement>} */
  #sending = new Map();
  /** The `ETag` of the shown state. */
  #tag = "";
  #pause = SOON;
  /**
   * When the page last began to leave for another address: a second call would start the navigation
   * again.
   */
  #left = -Infinity;
  /** Fetches soon; see `paced`. */
  soon = paced(() => this.refresh());

  /**
   * @param {string} id
   * @param {Callbacks["onChange"]} onChange
   */
  constructor(id, onChange) {
    this.#id = id;
    this.#onChange = onChange;
  }

  get root() {
    return byId(this.#id);
  }

  /** Fetches the current state. */
  async refresh() {
    if (Date.now() - this.#left < SELDOM) return;
    if (this.#asking) {
      this.#again = true;
      return;
    }
    this.#asking = true;
    this.#again = false;
    try {
      await this.#ask();
    } catch {
      this.soon(SOON); // the socket may not have noticed the failure
    }
    this.#asking = false;
    if (this.#again) await this.refresh();
  }

  async #ask() {
    const before = this.#sent;
    const response = await fetchInTime(location.href, { headers: this.#tag ? { ...ASKING, "If-None-Match": this.#tag } : ASKING });
    const text = await response.text();
    const isSame = response.status === 304;
    this.#pause = isSame ? Math.min(2 * this.#pause, SELDOM) : SOON;
    // From here on nothing may be awaited, so that the refusal of a form sent in the meantime is
    // not overwritten.
    if (before !== this.#sent) this.#again = true;
    else if (!isSame) {
      this.#show(response, text, { keepRefusal: this.root.hasAttribute("data-refused") });
      this.#tag = response.headers.get("ETag") ?? "";
    }
  }

  /**
   * @param {Response} response
   * @param {string} text its body
   * @param {{keepRefusal: boolean}} options
   */
  #show(response, text, { keepRefusal }) {
    const elsewhere = response.headers.get("Miai-Go-To");
    if (elsewhere) {
      this.#left = Date.now();
      return location.assign(elsewhere);
    }
    const { root } = this;
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(this.#id);
    if (!fresh && (response.status >= 500 || response.status === 429)) throw new Error("busy");
    if (!fresh) return location.reload(); // logged out, or removed from the table
    if (isSuspended(fresh) !== isSuspended(root)) return location.reload(); // the rest of the page differs too
    if (keepRefusal) fresh.setAttribute("data-refused", "");
    else root.removeAttribute("data-refused");
    morph(root, fresh, { keepRefusal });
    this.#onChange(this.root);
    showMoments(this.root);
    // While a form is still being sent, too: a hint may be quicker than the answer.
    if (![...this.#sending.values()].every(isTyped)) this.root.animate([TAKES_NO_PRESS, TAKES_NO_PRESS], SETTLES);
  }

  /** Sends a form of this part without leaving the page. @param {SubmitEvent} event */
  async submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.closest(`#${this.#id}`) || form.method !== "post" || "leaves" in form.dataset) return;
    event.preventDefault();
    const address = addressOf(form, event.submitter);
    const body = new FormData(form, event.submitter);
    const what = JSON.stringify([address, ...body]);
    if (this.#sending.has(what)) return;
    this.#sending.set(what, form);
    try {
      await this.#send(form, address, body, event.submitter?.id ?? "");
    } finally {
      this.#sending.delete(what);
    }
  }

  /**
   * @param {HTMLFormElement} form
   * @param {string} address
   * @param {FormData} body
   * @param {string} pressed the button's id
   */
  async #send(form, address, body, pressed) {
    this.#sent += 1;
    this.#tag = "";
    try {
      const response = await fetchInTime(address, { method: "POST", headers: ASKING, body });
      if (response.ok) clearSent(form, body);
      this.#show(response, await response.text(), { keepRefusal: false });
      if (this.root.hasAttribute("data-refused")) standAt(this.root, pressed);
    } catch (error) {
      showTrouble(error, pressed);
    }
  }

  /** Fetches again and again, for a page without a socket. */
  lookOften() {
    setTimeout(async () => {
      if (!document.hidden) await this.refresh();
      this.lookOften();
    }, this.#pause);
  }

  /** Allows fetching again after leaving, because the viewer has come back. */
  comeBack() {
    this.#left = -Infinity;
  }
}

/**
 * Makes the element with this id follow the server.
 * @param {string} id
 * @param {Callbacks} callbacks
 */
export function follow(id, { onChange, onNow }) {
  const part = new LivePart(id, onChange);
  document.addEventListener("submit", (event) => part.submit(event));
  window.addEventListener("pageshow", () => part.comeBack());
  const { socket } = part.root.dataset;
  if (socket) followSocket(socket, part, onNow);
  else part.lookOften();
  document.addEventListener("visibilitychange", () => document.hidden || part.soon(REST));
  onChange(part.root);
  return { refresh: () => part.refresh() };
}

/**
 * @param {string} address
 * @param {LivePart} part
 * @param {Callbacks["onNow"]} onNow
 */
function followSocket(address, part, onNow) {
  /** Whether the member has been told that too many pages are open. */
  let told = false;
  openSocket(address, {
    onEvent(/** @type {Miai.Error | {type: "games.changed" | "tables.changed" | "table.changed" | "wishes.changed", now: string} | {type: "match.begun", game: string, now: string}} */ event) {
      onNow?.(event.now);
      if (event.type === "error") {
        if (event.code === "too-many" && !told) toast(event.message, "error");
        told ||= event.code === "too-many";
      } else if (event.type === "match.begun") location.assign(event.game);
      else if (event.type === "games.changed") document.hidden || part.soon(REST);
      else part.soon(0);
    },
    onChange() {},
    greeting: () => ({ type: "changes.ask" }),
  });
}

/**
 * Whether a form has a field for text, to which its writer may go back at once.
 * @param {HTMLFormElement} form
 */
function isTyped(form) {
  return form.querySelector("input:not([type]), textarea") !== null;
}

/**
 * Where a form goes: a button may have an address of its own.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} pressed
 */
function addressOf(form, pressed) {
  return pressed?.hasAttribute("formaction") ? /** @type {HTMLButtonElement} */ (pressed).formAction : form.action;
}

/**
 * Shows why a form could not be sent, at the pressed button if it still exists.
 * @param {unknown} error
 * @param {string} pressed the button's id
 */
function showTrouble(error, pressed) {
  const words = error instanceof TypeError ? noAnswer() : gettext("The site cannot do that just now. Try again in a moment.");
  const button = document.getElementById(pressed);
  if (button) refuse(button, words);
  else toast(words, "error");
}

/**
 * Moves the server's refusal to the pressed button. If the button is gone, the refusal stays at the
 * top of the page.
 * @param {HTMLElement} root
 * @param {string} pressed the button's id
 */
function standAt(root, pressed) {
  const told = [...root.querySelectorAll("[data-refusal]")].find((place) => place.children.length);
  if (!(told instanceof HTMLElement)) return;
  const button = document.getElementById(pressed);
  const place = document.getElementById(`refusal-${pressed}`);
  if (place && place !== told) place.replaceChildren(...told.childNodes);
  stand(place ?? told, button);
}

/** @param {Element} root */
function isSuspended(root) {
  return root.hasAttribute("data-suspended");
}

/**
 * Resets the text fields that were sent, so that they no longer count as half typed.
 * @param {HTMLFormElement} form
 * @param {FormData} body
 */
function clearSent(form, body) {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[name]:not([type])"))) {
    if (field.value === body.get(field.name)) field.value = field.defaultValue;
  }
}
