/** The chat of a game: one room for everybody, and one for spectators. */

import { gettext, pgettext } from "../core/language.js";
import { isFormer, shownName } from "../core/names.js";
import { oneAtATime } from "../core/one-at-a-time.js";
import { clockTime } from "../core/time.js";
import { button, el, withElement } from "../dom/elements.js";
import { keyed } from "../dom/keyed.js";
import { announce } from "../dom/live.js";
import { clockTimeElement, keepClockTimes } from "./clock-times.js";
import { followEnd } from "./follow-end.js";
import { nameElement } from "./names.js";
import { refuse } from "./refusals.js";
import { reportFlag } from "./reporting.js";

const LONGEST = 500;
/** The longest timer that browsers can set, in milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 2000;

/**
 * @typedef {object} Callbacks
 * @property {(room: string, text: string) => Promise<string>} onSay resolves to the reason for a
 *   refusal, after which the text stays in the field; empty: it was said
 * @property {string} timeZone
 * @property {string} loginAddress
 * @property {string | null} members the address of a member's page, with NAME in it
 * @property {string} reports the address for reporting message 0
 * @property {() => void} onAsk asks the server what the viewer may do now
 */

/**
 * @param {HTMLElement} element
 * @param {Callbacks} callbacks
 */
export function mountChat(element, callbacks) {
  return new Chat(element, callbacks);
}

class Chat {
  #callbacks;
  #room = "table";
  /** @type {Miai.State | null} */
  #state = null;
  #list = el("ol", { class: "chat", tabindex: 0, "aria-label": gettext("Messages") });
  #grew = followEnd(this.#list);
  #note = el("p", { class: "chat-note" });
  #form = sayForm((text) => this.#callbacks.onSay(this.#room, text));
  #askWhenOver;
  /** The buttons that choose a room. */
  #switches = Object.entries(rooms()).map(([name, title]) => ({
    name, made: button(title, "chat-room", () => this.#enter(name)),
  }));

  /**
   * @param {HTMLElement} element
   * @param {Callbacks} callbacks
   */
  constructor(element, callbacks) {
    this.#callbacks = callbacks;
    this.#askWhenOver = asksWhenBanEnds(callbacks.onAsk);
    keepClockTimes(this.#list);
    const choice = el("div", { class: "chat-rooms", role: "group", "aria-label": gettext("Rooms") }, this.#switches.map(({ made }) => made));
    element.replaceChildren(choice, this.#list, this.#note, this.#form);
  }

  /** @param {Miai.State} next */
  update(next) {
    const heard = this.#state ? newIn(next, this.#state) : [];
    this.#state = next;
    this.#draw(next);
    this.#askWhenOver(next.you?.chat_ban ?? null, next.offset);
    for (const { author, text } of heard) announce(`${shownName(author)}: ${text}`);
  }

  /** @param {string} room */
  #enter(room) {
    this.#room = room;
    this.#list.replaceChildren();
    if (this.#state) this.#draw(this.#state);
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  /** @param {Miai.State} state */
  #draw({ you, chat }) {
    for (const { name, made } of this.#switches) {
      made.setAttribute("aria-pressed", String(name === this.#room));
      made.hidden = you === null;
    }
    const reads = you !== null && you.rooms.includes(this.#room);
    const messages = reads ? chat.filter(({ room }) => room === this.#room) : [];
    this.#drawMessages(messages, you);
    this.#form.hidden = !reads || !you.may.includes("say");
    this.#note.replaceChildren(...this.#noteWords(you, reads, messages.length));
    this.#note.hidden = this.#note.childNodes.length === 0;
  }

  /**
   * @param {Miai.ChatMessage[]} messages
   * @param {Miai.You | null} you
   */
  #drawMessages(messages, you) {
    const muted = you?.muted ?? [];
    const entries = new Map(messages.map((message) => [`${this.#room} ${message.id} ${muted.includes(message.author)}`, message]));
    const changed = keyed(this.#list, entries, (message) => {
      const said = this.#lineOf(message, you);
      return muted.includes(message.author) ? mutedItem(message, said) : el("li", {}, said);
    });
    if (changed) this.#grew();
  }

  /**
   * @param {Miai.ChatMessage} message
   * @param {Miai.You | null} you
   */
  #lineOf(message, you) {
    const { timeZone, members, reports } = this.#callbacks;
    const name = shownName(message.author);
    const said = line(message, timeZone, members);
    if (message.author !== you?.name && !isFormer(name) && reports) {
      said.push(" ", reportFlag(reports.replace(/0\/$/, `${message.id}/`), gettext("Report this message or mute %(name)s", { name })));
    }
    return said;
  }

  /**
   * What is said under the messages: why the viewer cannot read or write here, or that nobody has.
   * @param {Miai.You | null} you
   * @param {boolean} reads
   * @param {number} messages
   * @returns {(Node | string)[]}
   */
  #noteWords(you, reads, messages) {
    const { loginAddress, timeZone } = this.#callbacks;
    if (!you) return withElement(gettext("<a>Log in</a> to read and chat."), "a", { href: loginAddress });
    if (!reads) return [gettext("Spectators discuss your game here. You can read along once the game is over.")];
    if (you.may.includes("say")) return messages ? [] : [gettext("No messages yet.")];
    if (!you.chat_ban) return [gettext("You are suspended and can only read.")];
    const { until: end, reason } = you.chat_ban;
    const until = clockTime(end, timeZone, Date.now());
    return [el("span", { class: "chat-banned" }, [gettext("You cannot chat until %(until)s. Reason: “%(reason)s”", { until, reason })])];
  }
}

/**
 * The form in which a message is typed. The text stays in the field if it is refused.
 * @param {(text: string) => Promise<string>} onSay
 */
function sayForm(onSay) {
  const input = el("input", { id: "say", maxlength: LONGEST, autocomplete: "off" });
  const form = el("form", { class: "chat-form" }, [
    el("label", { for: "say", class: "visually-hidden" }, [gettext("Your message")]),
    input,
    el("button", { class: "button" }, [pgettext("a button", "Send")]),
  ]);
  const say = oneAtATime(async (/** @type {string} */ typed) => {
    const refusal = await onSay(typed.trim());
    if (!refusal && input.value === typed) input.value = "";
    const { activeElement } = document;
    refuse(input, refusal, activeElement !== document.body && !form.contains(activeElement));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) say(input.value);
  });
  return form;
}

/**
 * Returns a function that takes the viewer's ban and asks the server anew when it is over.
 * @param {() => void} ask
 * @returns {(ban: Miai.ToldChatBan | null, offset: number) => void}
 */
function asksWhenBanEnds(ask) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let until = "";
  return (ban, offset) => {
    if ((ban?.until ?? "") === until) return;
    until = ban?.until ?? "";
    clearTimeout(timer);
    const left = ban ? Date.parse(ban.until) - Date.now() - offset : LONGEST_WAIT;
    if (left < LONGEST_WAIT) timer = setTimeout(ask, Math.max(0, left) + 1000);
  };
}

/**
 * A message from a muted member, folded away.
 * @param {Miai.ChatMessage} message
 * @param {(Node | string)[]} said
 */
function mutedItem({ author }, said) {
  const summary = el("summary", {}, [gettext("Show message from %(name)s (muted)", { name: shownName(author) })]);
  return el("li", { "data-muted": true }, [el("details", {}, [summary, ...said])]);
}

/** @returns {{[room: string]: string}} */
function rooms() {
  return { table: gettext("Everybody"), spectators: gettext("Spectators") };
}

/**
 * New messages from members who are not muted; none that were said before the page was opened, or
 * in a room that the viewer could not read yet: at a game's end players get those of the spectators.
 * @param {Miai.State} next
 * @param {Miai.State} before
 */
export function newIn({ chat, you }, before) {
  if (chat === before.chat) return [];
  const last = Math.max(0, ...before.chat.map(({ id }) => id));
  const read = before.you?.rooms ?? [];
  return chat.filter(({ id, author, room }) => id > last && read.includes(room) && !you?.muted?.includes(author));
}

/**
 * @param {Miai.ChatMessage} message
 * @param {string} timeZone
 * @param {string | null} members
 * @returns {(Node | string)[]}
 */
function line({ author, text, said_at }, timeZone, members) {
  return [
    nameElement({ name: shownName(author) }, members, "chat-author"),
    " ",
    el("span", { class: "chat-text" }, [text]),
    " ",
    clockTimeElement(said_at, timeZone, "chat-time"),
  ];
}
