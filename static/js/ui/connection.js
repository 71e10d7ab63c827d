/** Says at once when the connection is lost or back, and what else went wrong. */

import { gettext, pgettext } from "../core/language.js";
import { button, el, say } from "../dom/elements.js";
import { announcer, interrupt } from "../dom/live.js";

/** How long the first connection may take before the page says anything, in milliseconds. */
const PATIENCE = 1500;

/**
 * @param {HTMLElement} element
 * @param {{onSeen: () => void}} callbacks `onSeen`: the viewer closed the error message
 */
export function mountConnection(element, { onSeen }) {
  const line = el("p", { class: "connection" });
  const words = el("span");
  const trouble = el("p", { class: "trouble" }, [words, button(pgettext("a button", "Close"), "button", onSeen)]);
  element.replaceChildren(line, trouble);
  const tell = announcer();
  /** @type {number | undefined} */
  let slow;

  return {
    /** @param {Miai.State} state */
    update({ connection, trouble: told }) {
      trouble.hidden = told === null;
      if (told && words.textContent !== told) interrupt(told);
      say(words, told ?? "");
      clearTimeout(slow);
      if (connection === "connecting") slow = setTimeout(() => show(gettext("Connecting…")), PATIENCE);
      if (connection === "closed") show(gettext("This game can no longer be watched."));
      else show(connection === "lost" ? gettext("Connection lost. Reconnecting…") : "");
    },
  };

  /** @param {string} text */
  function show(text) {
    tell(text);
    say(line, text);
    line.hidden = text === "";
  }
}
