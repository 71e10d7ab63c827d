/**
 * A part of a page that follows the server: when a hint comes, the page asks for it again and
 * changes what differs, and only that. What was chosen, opened or focused stays; so does what
 * the server said of something refused (`data-refusal`), until the next try.
 */

import { gettext } from "../core/language.js";
import { paced } from "../core/pace.js";
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
 * @typedef {object} Live
 * @property {() => Promise<void>} refresh asks the server for the current state
 */

/**
 * Follows the server with the element that has this id.
 * @param {string} id
 * @param {{onChange: (root: HTMLElement) => void, onNow?: (now: string) => void}} callbacks
 * @returns {Live}
 */
export function follow(id, { onChange, onNow }) {
  let asking = false;
  let again = false;
  /** A question asked before something was sent shows what was before it. */
  let sent = 0;
  const root = () => /** @type {HTMLElement} */ (document.getElementById(id));
  /** What the server calls the state that it told last. */
  let tag = "";
  let pause = SOON;
  /** When the page was last sent elsewhere: sent there twice it would begin its way anew. */
  let left = -Infinity;

  async function refresh() {
    if (Date.now() - left < SELDOM) return;
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    again = false;
    const before = sent;
    try {
      const response = await fetch(location.href, { headers: tag ? { ...ASKING, "If-None-Match": tag } : ASKING });
      const text = await response.text();
      const isSame = response.status === 304;
      pause = isSame ? Math.min(2 * pause, SELDOM) : SOON;
      // From here on nothing comes between: what was sent meanwhile may have been refused.
      if (before !== sent) again = true;
      else if (!isSame) {
        show(response, text, { keepRefusal: root().hasAttribute("data-refused") });
        tag = response.headers.get("ETag") ?? "";
      }
    } catch {
      soon(SOON); // the socket may have noticed nothing
    }
    asking = false;
    if (again) await refresh();
  }

  /**
   * @param {Response} response
   * @param {string} text its body
   * @param {{keepRefusal: boolean}} options
   */
  function show(response, text, { keepRefusal }) {
    const elsewhere = response.headers.get("Miai-Go-To");
    if (elsewhere) {
      left = Date.now();
      return location.assign(elsewhere);
    }
    const page = new DOMParser().parseFromString(text, "text/html");
    const fresh = page.getElementById(id);
    if (!fresh && (response.status >= 500 || response.status === 429)) throw new Error("busy");
    if (!fresh) return location.reload(); // logged out, or sent away from the table
    if (isSuspended(fresh) !== isSuspended(root())) return location.reload(); // all of it is another
    if (keepRefusal) fresh.setAttribute("data-refused", "");
    else root().removeAttribute("data-refused");
    morph(root(), fresh, { keepRefusal });
    onChange(root());
    showMoments(root());
  }

  /** @param {SubmitEvent} event */
  async function submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.closest(`#${id}`) || form.method !== "post" || "leaves" in form.dataset) return;
    event.preventDefault();
    const body = new FormData(form, event.submitter);
    sent += 1;
    tag = "";
    const pressed = event.submitter?.id ?? "";
    try {
      const response = await fetch(form.action, { method: "POST", headers: ASKING, body });
      if (response.ok) clearSent(form, body);
      show(response, await response.text(), { keepRefusal: false });
      if (root().hasAttribute("data-refused")) standAt(pressed);
    } catch (error) {
      const words = error instanceof TypeError ? noAnswer() : gettext("The site cannot do that just now. Try again in a moment.");
      const button = document.getElementById(pressed);
      if (button) refuse(button, words);
      else toast(words, "error");
    }
  }

  /**
   * What the server refused goes to the button that was pressed; where that has gone it stays at
   * the top of the page.
   * @param {string} pressed the button's id
   */
  function standAt(pressed) {
    const told = [...root().querySelectorAll("[data-refusal]")].find((place) => place.children.length);
    if (!(told instanceof HTMLElement)) return;
    const button = document.getElementById(pressed);
    const place = document.getElementById(`refusal-${pressed}`);
    if (place && place !== told) place.replaceChildren(...told.childNodes);
    stand(place ?? told, button);
  }

  async function look() {
    if (!document.hidden) await refresh();
    setTimeout(look, pause);
  }

  document.addEventListener("submit", submit);
  window.addEventListener("pageshow", () => (left = -Infinity)); // somebody has come back
  const soon = paced(refresh);
  const { socket } = root().dataset;
  /** Whether it was said that too many pages are open. */
  let told = false;
  if (socket) {
    openSocket(socket, {
      onEvent(/** @type {Miai.Error | {type: "games.changed" | "tables.changed" | "table.changed", now: string}} */ event) {
        onNow?.(event.now);
        if (event.type === "error") {
          if (event.code === "too-many" && !told) toast(event.message, "error");
          told ||= event.code === "too-many";
        } else if (event.type === "games.changed") document.hidden || soon(REST);
        else soon(0);
      },
      onChange() {},
      greeting: () => ({ type: "changes.ask" }),
    });
  } else setTimeout(look, pause);
  document.addEventListener("visibilitychange", () => document.hidden || soon(REST));
  onChange(root());
  return { refresh };
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
