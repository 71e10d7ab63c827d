/**
 * Turns a part of the page into what the server says it is now, and touches only what differs. What
 * people did in it stays: the focus, what is open, chosen or half typed; so does what scripts drew.
 */

import { Idiomorph } from "../vendor/idiomorph/idiomorph.js";

/** What a script fills: it stays while the server says the same of it. */
const DRAWN = "[data-stone], [data-seat-start], [data-countdown], [data-script], time[data-moment], time[data-deadline]";
/** What scripts and people set, and the server never takes away. */
const OURS = new Set(["tabindex", "open"]);

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} fresh
 * @param {{keepRefusal: boolean}} options whether what was refused stays, with all that was chosen
 */
export function morph(root, fresh, { keepRefusal }) {
  keepChoices(root, fresh, keepRefusal);
  const way = wayTo(document.activeElement, root);
  Idiomorph.morph(root, fresh, {
    callbacks: {
      beforeNodeMorphed(old, coming) {
        if (!(old instanceof Element && coming instanceof Element)) return true;
        if (keepRefusal && old.matches("[data-refusal]") && !coming.children.length) return false;
        return !(old.matches(DRAWN) && saysTheSame(old, coming));
      },
      beforeAttributeUpdated(name, element, change) {
        if (name === "hidden") return !element.matches("[data-copy]"); // a script shows it
        return change === "update" || !(OURS.has(name) || (keepRefusal && name === "aria-describedby"));
      },
    },
  });
  if (way.length && document.activeElement === document.body) focus(way.find((element) => element.isConnected) ?? root);
}

/**
 * Writes into the fresh part what people chose or typed and have not sent.
 * @param {HTMLElement} root
 * @param {HTMLElement} fresh
 * @param {boolean} all what the server took as chosen, too
 */
function keepChoices(root, fresh, all) {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("input"))) {
    const isChosen = field.type === "radio" || field.type === "checkbox";
    if (isChosen ? !all && field.checked === field.defaultChecked : field.value === field.defaultValue) continue;
    const again = [...fresh.querySelectorAll("input")].find(
      (input) => input.name === field.name && (isChosen ? input.value === field.value : input.id === field.id),
    );
    if (!again || again.disabled) continue;
    if (isChosen) again.checked = field.checked;
    else again.value = field.value;
  }
}

/**
 * @param {Element} old
 * @param {Element} coming
 */
function saysTheSame(old, coming) {
  return [...coming.attributes].every(({ name, value }) => old.getAttribute(name) === value);
}

/**
 * The element and what it lies in, up to the root; empty where it lies elsewhere.
 * @param {Element | null} element
 * @param {HTMLElement} root
 */
function wayTo(element, root) {
  /** @type {HTMLElement[]} */
  const way = [];
  if (!element || !root.contains(element)) return way;
  for (let at = /** @type {HTMLElement | null} */ (element); at; at = at.parentElement) {
    way.push(at);
    if (at === root) break;
  }
  return way;
}

/**
 * Where a keyboard goes on: what was focused, or what it lay in, if that went.
 * @param {HTMLElement} element
 */
function focus(element) {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
