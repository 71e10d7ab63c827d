/** A short message that disappears by itself; screen readers are told too. */

import { announce, interrupt } from "./live.js";

const SECONDS = 6;

/**
 * @param {string} text
 * @param {"" | "error"} [kind]
 */
export function toast(text, kind = "") {
  const line = document.createElement("p");
  line.className = kind ? `toast toast--${kind}` : "toast";
  line.textContent = text;
  document.getElementById("toasts")?.append(line);
  if (kind) interrupt(text);
  else announce(text);
  setTimeout(() => line.remove(), SECONDS * 1000);
}
