/** The chat of a game: one room for everybody, and one for spectators. */

import { gettext, pgettext } from "../core/language.js";
import { isFormer, shownName } from "../core/names.js";
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
 * @param {HTMLElement} element
 * @param {object} callbacks
 * @param {(room: string, text: string) => Promise<string>} callbacks.onSay resolves to the reason for
 *   a refusal, after which the text stays in the field; empty: it was said
 * @param {string} callbacks.timeZone
 * @param {string} callbacks.loginAddress
 * @param {string | null} callbacks.members the address of a member's page, with NAME in it
 * @param {string} callbacks.reports the address for reporting message 0
 * @param {() => void} callbacks.onAsk asks the server what the viewer may do now
 */
export function mountChat(element, { onSay, timeZone, loginAddress, members, reports, onAsk }) {
  let room = "table";
  /** @type {Miai.State | null} */
  let state = null;
  const choice = el("div", { class: "chat-rooms", role: "group", "aria-label": gettext("Rooms") });
  const list = el("ol", { class: "chat", tabindex: 0, "aria-label": gettext("Messages") });
  const grew = followEnd(list);
  keepClockTimes(list);
  const note = el("p", { class: "chat-note" });
  const input = el("input", { id: "say", maxlength: LONGEST, autocomplete: "off" });
  const form = el("form", { class: "chat-form" }, [
    el("label", { for: "say", class: "visually-hidden" }, [gettext("Your message")]),
    input,
    el("button", { class: "button" }, [pgettext("a button", "Send")]),
  ]);
  element.replaceChildren(choice, list, note, form);
  const switches = Object.entries(rooms()).map(([name, title]) => {
    const made = button(title, "chat-room", () => {
      room = name;
      list.replaceChildren();
      draw();
      list.scrollTop = list.scrollHeight;
    });
    choice.append(made);
    return { name, made };
  });
  let saying = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const typed = input.value;
    if (saying || !typed.trim()) return;
    saying = true;
    const refusal = await onSay(room, typed.trim());
    saying = false;
    if (!refusal && input.value === typed) input.value = "";
    refuse(input, refusal);
  });

  function draw() {
    if (!state) return;
    const { you, chat } = state;
    for (const { name, made } of switches) {
      made.setAttribute("aria-pressed", String(name === room));
      made.hidden = you === null;
    }
    const reads = you !== null && you.rooms.includes(room);
    const messages = reads ? chat.filter((message) => message.room === room) : [];
    const muted = you?.muted ?? [];
    const entries = new Map(messages.map((message) => [`${room} ${message.id} ${muted.includes(message.author)}`, message]));
    if (keyed(list, entries, (message) => lineOf(message, muted.includes(message.author)))) grew();
    form.hidden = !reads || !you?.may.includes("say");
    note.replaceChildren(...words(reads, messages.length));
    note.hidden = note.childNodes.length === 0;
  }

  /**
   * @param {Miai.ChatMessage} message
   * @param {boolean} isMuted
   */
  function lineOf(message, isMuted) {
    const { author, id } = message;
    const name = shownName(author);
    const said = line(message, timeZone, members);
    if (author !== state?.you?.name && !isFormer(name) && reports) {
      said.push(" ", reportFlag(reports.replace(/0\/$/, `${id}/`), gettext("Report this message or mute %(name)s", { name })));
    }
    if (!isMuted) return el("li", {}, said);
    const summary = el("summary", {}, [gettext("Show message from %(name)s (muted)", { name })]);
    return el("li", { "data-muted": true }, [el("details", {}, [summary, ...said])]);
  }

  /** The timer that asks the server once a ban is over. @type {ReturnType<typeof setTimeout> | undefined} */
  let banEnds;
  let askedFor = "";

  /** @param {Miai.ToldChatBan | null} ban */
  function askWhenOver(ban) {
    if ((ban?.until ?? "") === askedFor) return;
    askedFor = ban?.until ?? "";
    clearTimeout(banEnds);
    const left = ban ? Date.parse(ban.until) - Date.now() - (state?.offset ?? 0) : LONGEST_WAIT;
    if (left < LONGEST_WAIT) banEnds = setTimeout(onAsk, Math.max(0, left) + 1000);
  }

  /**
   * @param {boolean} reads
   * @param {number} messages
   * @returns {(Node | string)[]}
   */
  function words(reads, messages) {
    if (!state?.you) return withElement(gettext("<a>Log in</a> to read and chat."), "a", { href: loginAddress });
    if (!reads) return [gettext("Spectators discuss your game here. You can read along once the game is over.")];
    const { chat_ban: ban } = state.you;
    if (!state.you.may.includes("say") && ban) {
      const until = clockTime(ban.until, timeZone, Date.now());
      return [el("span", { class: "chat-banned" }, [gettext("You cannot chat until %(until)s. Reason: “%(reason)s”", { until, reason: ban.reason })])];
    }
    if (!state.you.may.includes("say")) return [gettext("You are suspended and can only read.")];
    return messages ? [] : [gettext("No messages yet.")];
  }

  return {
    /** @param {Miai.State} next */
    update(next) {
      const heard = state ? newIn(next, state) : [];
      state = next;
      draw();
      askWhenOver(next.you?.chat_ban ?? null);
      for (const { author, text } of heard) announce(`${shownName(author)}: ${text}`);
    },
  };
}

/** @returns {{[room: string]: string}} */
function rooms() {
  return { table: gettext("Everybody"), spectators: gettext("Spectators") };
}

/**
 * New messages from members who are not muted; none that were said before the page was opened.
 * @param {Miai.State} next
 * @param {Miai.State} before
 */
export function newIn({ chat, you }, before) {
  if (chat === before.chat) return [];
  const last = Math.max(0, ...before.chat.map(({ id }) => id));
  return chat.filter(({ id, author }) => id > last && !you?.muted?.includes(author));
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
