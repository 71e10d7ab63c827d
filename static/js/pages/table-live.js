/**
 * A part of a page that follows the server: when a hint comes, the page asks for it again and
 * replaces what differs, and only that. What was chosen, opened or focused stays; so does what
 * the server said of something refused (`data-refusal`), until the next try.
 */

import { paced } from "../core/pace.js";
import { openSocket } from "../net/socket.js";
import { showMoments } from "../ui/moments.js";
import { refuse, stand } from "../ui/refusals.js";
import { toast } from "../ui/toast.js";

const HEADERS = { "HX-Request": "true" };
/** Turns are opened somewhere all the time: what they change is asked for so often at most. */
const REST = 3_000;
/** A page that nobody hints at looks again after so long: deadlines near, hints get lost. */
const OFTEN = 20_000;
const NO_ANSWER = "The site does not answer. Check your connection and try again.";
const BUSY = "The site cannot do that just now. Try again in a moment.";
/** So does one that has no socket, as a visitor's. */
const WITHOUT_SOCKET = 10_000;

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
  const seen = new Map(parts(root()).map((part) => [part.id, plain(part)]));

  async function refresh() {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    again = false;
    const before = sent;
    try {
      const response = await fetch(location.href, { headers: HEADERS });
      if (before === sent) await show(response, { keepRefusal: root().hasAttribute("data-refused") });
      else again = true;
    } catch {
      // The socket tells when the site is back, and then everything is asked for again.
    }
    asking = false;
    if (again) await refresh();
  }

  /**
   * @param {Response} response
   * @param {{keepRefusal: boolean}} options
   */
  async function show(response, { keepRefusal }) {
    const elsewhere = response.headers.get("HX-Redirect");
    if (elsewhere) return location.assign(elsewhere);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById(id);
    if (!fresh && (response.status >= 500 || response.status === 429)) throw new Error("busy");
    if (!fresh) return location.reload(); // logged out, or sent away from the table
    if (isSuspended(fresh) !== isSuspended(root())) return location.reload(); // all of it is another
    if (keepRefusal) fresh.setAttribute("data-refused", "");
    else root().removeAttribute("data-refused");
    swap(root(), fresh, seen, keepRefusal);
    onChange(root());
    showMoments(root());
  }

  /** @param {SubmitEvent} event */
  async function submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.closest(`#${id}`) || form.method !== "post") return;
    event.preventDefault();
    const body = new FormData(form, event.submitter);
    sent += 1;
    const pressed = event.submitter?.id ?? "";
    try {
      await show(await fetch(form.action, { method: "POST", headers: HEADERS, body }), { keepRefusal: false });
      if (root().hasAttribute("data-refused")) standAt(pressed);
    } catch (error) {
      const words = error instanceof TypeError ? NO_ANSWER : BUSY;
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

  document.addEventListener("submit", submit);
  const soon = paced(refresh);
  const { socket } = root().dataset;
  /** Whether it was said that too many pages are open. */
  let told = false;
  if (socket) {
    openSocket(socket, {
      onEvent({ type, now, code, message }) {
        onNow?.(now);
        if (code === "too-many" && !told) {
          told = true;
          toast(message, "error");
        }
        if (type === "games.changed") document.hidden || soon(REST);
        else if (type !== "error") soon(0);
      },
      onChange() {},
      greeting: () => ({ type: "changes.ask" }),
    });
  }
  setInterval(() => document.hidden || refresh(), socket ? OFTEN : WITHOUT_SOCKET);
  document.addEventListener("visibilitychange", () => document.hidden || soon(REST));
  onChange(root());
  return { refresh };
}

/** @param {Element} root */
function isSuspended(root) {
  return root.hasAttribute("data-suspended");
}

/** @param {Element} root */
function parts(root) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-part]")]);
}

/**
 * A part as the server wrote it; the token of a form is another one each time and no difference.
 * @param {Element} part
 */
function plain(part) {
  return part.outerHTML.replace(/(name="csrfmiddlewaretoken" value=")[^"]*/g, "$1");
}

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} fresh
 * @param {Map<string, string>} seen what the server wrote last, by the part's id
 * @param {boolean} keepRefusal
 */
function swap(root, fresh, seen, keepRefusal) {
  const coming = parts(fresh);
  const same = coming.length === seen.size && coming.every((part) => seen.has(part.id));
  for (const { name, value } of fresh.attributes) root.setAttribute(name, value);
  if (!same) {
    seen.clear();
    for (const part of coming) seen.set(part.id, plain(part));
    keeping(root, keepRefusal, () => root.replaceChildren(...fresh.childNodes));
    return;
  }
  for (const part of coming) {
    const text = plain(part);
    if (seen.get(part.id) === text) continue;
    seen.set(part.id, text);
    const old = /** @type {HTMLElement} */ (document.getElementById(part.id));
    keeping(old, keepRefusal, () => (old.replaceWith(part), part));
  }
}

/**
 * Where a keyboard goes on: what was focused, or the part in which it was, if that went.
 * @param {HTMLElement} element
 */
function focus(element) {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/**
 * Replaces an element, and what people had done in it is done again in the new one.
 * @param {HTMLElement} old
 * @param {boolean} keepRefusal
 * @param {() => HTMLElement | void} replace
 */
function keeping(old, keepRefusal, replace) {
  const focused = document.activeElement?.id;
  const had = focused && old.contains(document.activeElement);
  const opened = [...old.querySelectorAll("details[open] > summary")].map(({ id }) => id);
  const said = keepRefusal ? [old, ...old.querySelectorAll("[data-refusal]")].filter((part) => part.matches("[data-refusal]")) : [];
  const chosen = [...old.querySelectorAll("input")].filter((input) => input.checked && (keepRefusal || !input.defaultChecked));
  const fresh = replace() ?? old;
  for (const part of said) {
    const again = document.getElementById(part.id);
    if (again && !again.hasChildNodes()) again.append(...part.childNodes);
  }
  for (const id of opened) document.getElementById(id)?.parentElement?.setAttribute("open", "");
  for (const { name, value } of chosen) {
    const again = [...fresh.querySelectorAll("input")].find((input) => input.name === name && input.value === value);
    if (again && !again.disabled) again.checked = true;
  }
  if (had) focus(document.getElementById(focused) ?? fresh);
}
