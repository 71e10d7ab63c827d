/**
 * Messages for screen readers. Each page has one region that waits for a pause in speech and one
 * that interrupts, so that no two regions speak at once. A modal dialog makes them inert, and has two
 * of its own instead.
 */

/** How long a message stays in its region, in milliseconds. */
const STAYS = 10_000;

/** The regions by how they speak, with their roles. */
export const REGIONS = { polite: "status", assertive: "alert" };

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
 * @param {keyof REGIONS} speaks
 * @param {string} text
 */
function add(speaks, text) {
  const said = text.trim();
  if (!said) return;
  const line = document.createElement("p");
  line.textContent = said;
  const region = document.querySelector(`dialog:modal [data-live=${speaks}]`) ?? document.getElementById(speaks);
  region?.append(line);
  setTimeout(() => line.remove(), STAYS);
}
