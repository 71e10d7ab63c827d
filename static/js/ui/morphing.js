/**
 * Updates a part of the page to the server's new version, changing only what differs. It keeps what
 * the viewer did there (focus, open menus, choices, half-typed text) and what scripts have drawn.
 */

import { Idiomorph } from "../vendor/idiomorph/idiomorph.js";

/** Elements that scripts fill; they stay while their attributes from the server are the same. */
const DRAWN = "[data-stone], [data-seat-start], [data-countdown], [data-script], time[data-moment], time[data-deadline]";
/** Attributes that scripts and viewers set; the server never removes them. */
const OURS = new Set(["tabindex", "open"]);

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} fresh
 * @param {{keepRefusal: boolean}} options whether a refusal stays, with everything that was chosen
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
 * Copies into the fresh part what the viewer has chosen or typed but not sent.
 * @param {HTMLElement} root
 * @param {HTMLElement} fresh
 * @param {boolean} all also copies choices that agree with the server's
 */
function keepChoices(root, fresh, all) {
  for (const field of root.querySelectorAll("input")) {
    const stands = isPicked(field) ? !all && field.checked === field.defaultChecked : field.value === field.defaultValue;
    if (!stands) keepChoice(field, fresh);
  }
  for (const select of root.querySelectorAll("select")) {
    const usual = [...select.options].find((option) => option.defaultSelected) ?? select.options[0];
    if (all || select.value !== usual?.value) keepChoice(select, fresh);
  }
}

/**
 * Copies a field's choice or text into the same field of the fresh part, unless that no longer
 * offers the choice.
 * @param {Element} field an input, select or textarea
 * @param {HTMLElement} fresh
 */
export function keepChoice(field, fresh) {
  if (field instanceof HTMLInputElement) keepInput(field, fresh);
  if (field instanceof HTMLSelectElement) {
    const again = [...fresh.querySelectorAll("select")].find(({ id }) => id === field.id);
    if (again && [...again.options].some(({ value }) => value === field.value)) again.value = field.value;
  }
  if (field instanceof HTMLTextAreaElement) {
    const again = [...fresh.querySelectorAll("textarea")].find(({ id }) => id === field.id);
    if (again) again.value = field.value;
  }
}

/**
 * @param {HTMLInputElement} field
 * @param {HTMLElement} fresh
 */
function keepInput(field, fresh) {
  const again = [...fresh.querySelectorAll("input")].find(
    (input) =>
      input.name === field.name && formOf(input) === formOf(field) && (isPicked(field) ? input.value === field.value : input.id === field.id),
  );
  if (!again || again.disabled) return;
  if (isPicked(field)) again.checked = field.checked;
  else again.value = field.value;
}

/** The id of a field's form: forms that offer the same choices differ in it. @param {HTMLInputElement} field */
function formOf({ form }) {
  return form?.getAttribute("id");
}

/** @param {HTMLInputElement} field */
function isPicked({ type }) {
  return type === "radio" || type === "checkbox";
}

/**
 * Whether the old element has all attributes of the new one.
 * @param {Element} old
 * @param {Element} coming
 */
function saysTheSame(old, coming) {
  return [...coming.attributes].every(({ name, value }) => old.getAttribute(name) === value);
}

/**
 * The element and its ancestors up to the root; empty if it is outside the root.
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
 * Focuses an element, even one that cannot be focused by itself, so that keyboard users stay here.
 * @param {HTMLElement} element
 */
function focus(element) {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
