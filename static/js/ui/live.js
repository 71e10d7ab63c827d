/**
 * What a screen reader is told: each page has one region that waits for a pause and one that does
 * not, so that no two speak at once.
 */

/** How long, in milliseconds, a line stays there to be read. */
const STAYS = 10_000;

/**
 * Tells it at the next pause.
 * @param {string} text
 */
export function announce(text) {
  add("polite", text);
}

/**
 * Tells it at once: something was refused, or time runs out.
 * @param {string} text
 */
export function interrupt(text) {
  add("assertive", text);
}

/**
 * A function that announces what it is given when that differs from the last time.
 * @returns {(text: string) => void}
 */
export function announcer() {
  let last = "";
  return (text) => {
    if (text && text !== last) announce(text);
    last = text;
  };
}

/**
 * @param {string} id the region's
 * @param {string} text
 */
function add(id, text) {
  const said = text.trim();
  if (!said) return;
  const line = document.createElement("p");
  line.textContent = said;
  document.getElementById(id)?.append(line);
  setTimeout(() => line.remove(), STAYS);
}
