/**
 * A part of a page that follows the server: when a hint comes, the page asks for it again and
 * changes what differs, and only that. What was chosen, opened or focused stays; so does what
 * the server said of something refused (`data-refusal`), until the next try.
 */

import { gettext } from "../core/language.js";
import { paced } from "../core/pace.js";
import { byId } from "../dom/elements.js";
import { toast } from "../dom/toast.js";
import { noAnswer } from "../net/http.js";
import { openSocket } from "../net/socket.js";
import { showMoments } from "../ui/moments.js";
import { morph } from "../ui/morphing.js";
import { refuse, stand } from "../ui/refusals.js";

const ASKING = { "Miai-Part": "1" };
/** Turns end somewhere all the time: what they change is asked for so often at most. */
const REST = 3_000;
/** A page without a socket, as a visitor's, looks again after so long, and so does one that got no answer. */
const SOON = 10_000;
/** While nothing changes it looks less often, down to this. */
const SELDOM = 60_000;

/**
 * @typedef {object} Callbacks
 * @property {(root: HTMLElement) => void} onChange called at first and whenever something has changed
 * @property {(now: string) => void} [onNow] called with the server's time
 */

/** The element of the page that follows the server. */
class LivePart {
  #id;
  #onChange;
  #asking = false;
  /** Whether to ask again as soon as the answer has come. */
  #again = false;
  /** How many forms were sent: the answer to an earlier question shows the state before them. */
  #sent = 0;
  /** The `ETag` of the state that is shown. */
  #tag = "";
  #pause = SOON;
  /** When the page was last sent elsewhere: a second call would start the way there again. */
  #left = -Infinity;
  /** Asks soon; see `paced`. */
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

  /** Asks the server for the current state. */
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
      this.soon(SOON); // the socket may have noticed nothing
    }
    this.#asking = false;
    if (this.#again) await this.refresh();
  }

  async #ask() {
    const before = this.#sent;
    const response = await fetch(location.href, { headers: this.#tag ? { ...ASKING, "If-None-Match": this.#tag } : ASKING });
    const text = await response.text();
    const isSame = response.status === 304;
    this.#pause = isSame ? Math.min(2 * this.#pause, SELDOM) : SOON;
    // Nothing is awaited from here on: a form that was sent meanwhile may have been refused.
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
    if (!fresh) return location.reload(); // logged out, or sent away from the table
    if (isSuspended(fresh) !== isSuspended(root)) return location.reload(); // the rest of the page differs, too
    if (keepRefusal) fresh.setAttribute("data-refused", "");
    else root.removeAttribute("data-refused");
    morph(root, fresh, { keepRefusal });
    this.#onChange(this.root);
    showMoments(this.root);
  }

  /** Sends a form of this part without leaving the page. @param {SubmitEvent} event */
  async submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.closest(`#${this.#id}`) || form.method !== "post" || "leaves" in form.dataset) return;
    event.preventDefault();
    const body = new FormData(form, event.submitter);
    this.#sent += 1;
    this.#tag = "";
    const pressed = event.submitter?.id ?? "";
    try {
      const response = await fetch(form.action, { method: "POST", headers: ASKING, body });
      if (response.ok) clearSent(form, body);
      this.#show(response, await response.text(), { keepRefusal: false });
      if (this.root.hasAttribute("data-refused")) standAt(this.root, pressed);
    } catch (error) {
      showTrouble(error, pressed);
    }
  }

  /** Looks again and again, for a page without a socket. */
  lookOften() {
    setTimeout(async () => {
      if (!document.hidden) await this.refresh();
      this.lookOften();
    }, this.#pause);
  }

  /** Asks anew even if the page was just sent elsewhere: somebody has come back. */
  comeBack() {
    this.#left = -Infinity;
  }
}

/**
 * Follows the server with the element that has this id.
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
  /** Whether the member was told that too many pages are open. */
  let told = false;
  openSocket(address, {
    onEvent(/** @type {Miai.Error | {type: "games.changed" | "tables.changed" | "table.changed", now: string}} */ event) {
      onNow?.(event.now);
      if (event.type === "error") {
        if (event.code === "too-many" && !told) toast(event.message, "error");
        told ||= event.code === "too-many";
      } else if (event.type === "games.changed") document.hidden || part.soon(REST);
      else part.soon(0);
    },
    onChange() {},
    greeting: () => ({ type: "changes.ask" }),
  });
}

/**
 * Shows why a form could not be sent: at the button that was pressed, if it is still there.
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
 * Moves the server's refusal to the button that was pressed; if the button has gone, it stays at the
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
 * What was typed and has been sent is not half typed any more.
 * @param {HTMLFormElement} form
 * @param {FormData} body
 */
function clearSent(form, body) {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[name]:not([type])"))) {
    if (field.value === body.get(field.name)) field.value = field.defaultValue;
  }
}
