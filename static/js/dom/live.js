/**
 * Messages for screen readers. Each page has one region that waits for a pause in speech and one
 * that interrupts, so that no two regions speak at once.
 */

/** How long a message stays in its region, in milliseconds. */
const STAYS = 10_000;

/**
 * Has a text read out at the next pause.
 * @param {string} text
 */
export function announce(text) {
  add("polite", text);
}

/**
 * Has a text read out at once, for a refusal or when time is running out.
 * @param {string} text
 */
export function interrupt(text) {
  add("assertive", text);
}

/**
 * Returns a function that announces a text if it differs from the last one.
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
 * @param {string} id of the region
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
